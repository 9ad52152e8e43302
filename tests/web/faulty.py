"""The shell with a fault planted in the server: whoever pauses a table breaks it."""

from __future__ import annotations

from typing import Any

from tussle.surfaces.cli import main
from tussle.surfaces.web.live import Live


def _broken(_self: Live, _seat: Any, _command: Any) -> Any:
    raise ZeroDivisionError


if __name__ == "__main__":
    Live._do_pause = _broken  # type: ignore[assignment,method-assign]  # noqa: SLF001 - the fault that is planted
    main()
