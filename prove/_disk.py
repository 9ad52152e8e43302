"""The store's own writes and syncs, written down, and the files as they would be after a power cut at any of them.

SQLite is asked for its files through a VFS of ours, which hands everything on and keeps what was written, and when it
was pressed onto the disk. It is the library that Python's own `sqlite3` uses, found among those the process has loaded.
"""

from __future__ import annotations

import ctypes
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["Disk", "images"]

_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, _L)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)
_DELETE = ctypes.CFUNCTYPE(_I, _P, ctypes.c_char_p, _I)
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, ctypes.POINTER(_I))  # SQLite goes on using the name: it must be its own
POINTERS = 24
"""As many function pointers as the newest table of file methods can have."""


class _Methods(ctypes.Structure):
    _fields_ = [("version", _I), ("pointers", _P * POINTERS)]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", _I),
        ("file_size", _I),
        ("longest", _I),
        ("next", _P),
        ("name", ctypes.c_char_p),
        ("data", _P),
        ("open", _P),
        ("delete", _P),
        ("rest", _P * 20),
    ]


def _library() -> ctypes.CDLL:
    import sqlite3  # noqa: F401, PLC0415 - so that the library is loaded

    maps = Path("/proc/self/maps").read_text()
    found = re.search(r"\S*libsqlite3\S*", maps)
    if found is None:
        raise RuntimeError("Python's sqlite3 has no library of its own that a VFS could be put before")
    return ctypes.CDLL(found[0])


class Disk:
    """What SQLite does to its files from now on, in order.

    Attributes:
        done: `("write", file, place, bytes)`, `("truncate", file, size)`, `("sync", file)`, `("delete", file)`, and
            what `note` adds.
    """

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self._files: dict[int, str] = {}
        self._kept: list[Any] = []
        self._tables: dict[int, _Methods] = {}
        self._library = _library()
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._original = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(self._original.contents)
        self._vfs.name = b"recording"
        self._vfs.next = None
        opener = _OPEN(self._original.contents.open)

        def opened(vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
            code = opener(vfs, name, file, flags, out)
            if code == 0 and name is not None:
                self._dress(file, Path(ctypes.string_at(name).decode()).name)
            return int(code)

        deleter = _DELETE(self._original.contents.delete)

        def deleted(vfs: int, name: bytes, press: int) -> int:
            self.done.append(("delete", Path(name.decode()).name))
            return int(deleter(vfs, name, press))

        hooks = (_OPEN(opened), _DELETE(deleted))
        self._kept += [opener, deleter, *hooks]
        self._vfs.open, self._vfs.delete = (ctypes.cast(hook, _P) for hook in hooks)
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)

    def note(self, what: str, value: Any) -> None:
        """Something of the caller's, at its place among the rest."""
        self.done.append((what, value))

    def close(self) -> None:
        """Give SQLite its own files back."""
        self._library.sqlite3_vfs_register(self._original, 1)

    def _dress(self, file: int, name: str) -> None:
        """Put our methods before those of an open file."""
        self._files[file] = name
        slot = ctypes.cast(file, ctypes.POINTER(_P))
        before = slot[0]
        if before is None:
            return
        if before not in self._tables:
            self._tables[before] = self._methods(before)
        slot[0] = ctypes.addressof(self._tables[before])

    def _methods(self, before: int) -> _Methods:
        made = _Methods.from_buffer_copy(ctypes.string_at(before, ctypes.sizeof(_Methods)))
        write, truncate = _WRITE(made.pointers[2]), _TRUNCATE(made.pointers[3])
        sync, files, done = _SYNC(made.pointers[4]), self._files, self.done

        def written(file: int, data: int, size: int, place: int) -> int:
            done.append(("write", files[file], place, ctypes.string_at(data, size)))
            return int(write(file, data, size, place))

        def truncated(file: int, size: int) -> int:
            done.append(("truncate", files[file], size))
            return int(truncate(file, size))

        def synced(file: int, flags: int) -> int:
            code = int(sync(file, flags))
            done.append(("sync", files[file]))
            return code

        hooks = (_WRITE(written), _TRUNCATE(truncated), _SYNC(synced))
        self._kept += [write, truncate, sync, *hooks]
        for place, hook in zip((2, 3, 4), hooks, strict=True):
            made.pointers[place] = ctypes.cast(hook, _P).value
        return made


class _File:
    """A file: what is on the disk for certain, and what was written since."""

    def __init__(self) -> None:
        self.sure = bytearray()
        self.open: list[tuple[Any, ...]] = []

    def image(self, chosen: list[tuple[Any, ...]]) -> bytearray:
        data = bytearray(self.sure)
        for operation in chosen:
            if operation[0] == "truncate":
                del data[operation[2] :]
                data.extend(bytes(operation[2] - len(data)))
            else:
                _, _, place, written = operation
                data.extend(bytes(max(0, place + len(written) - len(data))))
                data[place : place + len(written)] = written
        return data


def images(done: list[tuple[Any, ...]], seed: int) -> Iterator[tuple[int, dict[str, bytearray]]]:
    """The files after a power cut before each operation: what was synced, and of the rest nothing, all, or some.

    Of writes that were not pressed onto the disk a drive keeps whichever it likes; here it is none, all, and a
    random part, in turn.
    """
    rng = random.Random(seed)
    files: dict[str, _File] = {}
    for number, operation in enumerate(done):
        if operation[0] in ("write", "truncate"):
            files.setdefault(operation[1], _File()).open.append(operation)
        elif operation[0] == "delete":
            files.pop(operation[1], None)
        elif operation[0] == "sync":
            file = files.setdefault(operation[1], _File())
            file.sure, file.open = file.image(file.open), []
        share = (0.0, 1.0, 0.5)[number % 3]
        yield (
            number,
            {name: file.image([one for one in file.open if rng.random() < share]) for name, file in files.items()},
        )
