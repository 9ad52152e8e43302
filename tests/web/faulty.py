"""The shell with a fault planted in the server: to add a seat, at a table one has made and with its key, breaks it."""

from __future__ import annotations

from typing import Any

from tussle.surfaces.cli import main
from tussle.surfaces.web.tables import Tables


async def _broken(_self: Tables, _table: str, _kind: str, _name: str, _fighters: Any) -> Any:
    raise ZeroDivisionError


if __name__ == "__main__":
    Tables.add_seat = _broken  # type: ignore[assignment,method-assign]
    main()
