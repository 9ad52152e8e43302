"""The shell with a fault planted in the server: it acknowledges an event before it is on the disk."""

from __future__ import annotations

import asyncio
from typing import Any

from tussle.surfaces.cli import main
from tussle.surfaces.web.tables import Tables


async def _hasty(self: Tables, job: Any) -> Any:
    """What a table is made of is waited for; the rest is written half a second later."""
    if job.__code__.co_name != "<lambda>":
        return await asyncio.wrap_future(self.store.submit(job))
    asyncio.get_running_loop().call_later(0.5, self.store.submit, job)
    return None


if __name__ == "__main__":
    Tables._write = _hasty  # type: ignore[method-assign]  # noqa: SLF001 - the fault that is planted
    main()
