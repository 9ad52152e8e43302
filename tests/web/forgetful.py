"""The shell with a fault planted in the server: of the events that a client has missed it leaves some out."""

from __future__ import annotations

from tussle.surfaces.cli import main
from tussle.surfaces.web.sight import Sight, Stream

_since = Stream.since


def _forgetful(self: Stream, sight: Sight, seq: int) -> list[tuple[int, str, bytes]]:
    return [one for one in _since(self, sight, seq) if one[0] % 3]


if __name__ == "__main__":
    Stream.since = _forgetful  # type: ignore[method-assign]
    main()
