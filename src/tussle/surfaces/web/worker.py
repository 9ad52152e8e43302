"""The process that answers expensive questions, and the desk it is asked at.

A worker has limits on memory, and a lower priority than the server; a question has a limit on time, after which
its worker is killed and another one started. The queue is bounded: who comes when it is full is told so.
"""

from __future__ import annotations

import asyncio
import math
import os
import struct
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any, BinaryIO

import msgspec

from tussle.errors import Fault, Illegal, Impossible, Missing, TussleError, Uncovered, Unreadable

__all__ = ["Busy", "Desk"]

MEMORY = 1_500_000_000
NICE = 5
QUEUE = 32
KEPT = 512
BELIEVED = 60.0


class Busy(TussleError):
    """Too many questions at once."""


_ERRORS: dict[str, type[TussleError]] = {
    kind.__name__: kind for kind in (Fault, Impossible, Missing, Uncovered, Unreadable)
}


class Desk:
    """Where questions are asked; one worker answers them one by one.

    Args:
        most: how many may wait.
        memory: how many bytes a worker may have.
        nice: how much of its priority a worker gives up.
    """

    def __init__(self, most: int = QUEUE, memory: int = MEMORY, nice: int = NICE) -> None:
        self._most, self._memory, self._nice = most, memory, nice
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._known: dict[bytes, dict[str, Any]] = {}
        self._asked: dict[bytes, asyncio.Task[None]] = {}

    async def ask(self, sort: str, question: Mapping[str, Any], seconds: float = 10) -> dict[str, Any]:
        """The answer to a question, from what is known or from the worker.

        Whoever asks the same at the same time shares the work, and it goes on when nobody waits for it any more.

        Raises:
            Busy: too many are waiting.
            Uncovered: it takes longer than it may.
            TussleError: it cannot be answered.
        """
        key = msgspec.json.encode((sort, question))
        if not self._knows(key):
            await asyncio.shield(self._begin(key, seconds))
        return _opened(self._known[key])

    async def soon(
        self, sort: str, question: Mapping[str, Any], seconds: float, patience: float = 0
    ) -> dict[str, Any] | None:
        """The same, waited for no longer than `patience`; None: it is being worked out still."""
        key = msgspec.json.encode((sort, question))
        if not self._knows(key):
            await asyncio.wait([self._begin(key, seconds)], timeout=patience)
        return self.known(sort, question)

    def known(self, sort: str, question: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer where it is known already."""
        key = msgspec.json.encode((sort, question))
        return _opened(self._known[key]) if self._knows(key) else None

    def _knows(self, key: bytes) -> bool:
        """Whether there is an answer; that a question was too much is believed for a minute."""
        found = self._known.get(key)
        return found is not None and found.get("until", math.inf) > time.monotonic()

    def _begin(self, key: bytes, seconds: float) -> asyncio.Task[None]:
        """The work on a question, begun now or before."""
        if key not in self._asked:
            if len(self._asked) >= self._most:
                raise Busy("the server has many questions to answer just now: ask again in a moment")
            self._asked[key] = asyncio.create_task(self._answer(key, seconds))
        return self._asked[key]

    async def _answer(self, key: bytes, seconds: float) -> None:
        try:
            async with self._turn:
                self._known.pop(key, None)
                try:
                    self._known[key] = await self._ask(key, seconds)
                except Uncovered as error:
                    until = time.monotonic() + BELIEVED
                    self._known[key] = {"error": str(error), "sort": "Uncovered", "clause": "", "until": until}
                if len(self._known) > KEPT:
                    del self._known[next(iter(self._known))]
        finally:
            del self._asked[key]

    async def _ask(self, key: bytes, seconds: float) -> dict[str, Any]:
        process = await self._worker()
        if process.stdin is None or process.stdout is None:
            raise Fault("the worker has no pipes")
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(struct.pack(">I", len(key)) + key)
                await process.stdin.drain()
                size = struct.unpack(">I", await process.stdout.readexactly(4))[0]
                found: dict[str, Any] = msgspec.json.decode(await process.stdout.readexactly(size))
                return found
        except TimeoutError:
            await self._end()
            raise Uncovered(f"this question takes longer than the {seconds:g} seconds a server gives it") from None
        except (asyncio.IncompleteReadError, ConnectionError, BrokenPipeError):
            await self._end()
            raise Uncovered("this question is more than a server can answer: it ran out of memory") from None
        except asyncio.CancelledError:
            await self._end()  # an answer that nobody reads would be taken for the next one's
            raise

    async def _worker(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tussle.surfaces.web.worker",
                str(self._memory),
                str(self._nice),
                str(os.getpid()),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self._process

    async def close(self) -> None:
        """End the work."""
        asked = list(self._asked.values())
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await self._end()

    async def _end(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _opened(found: dict[str, Any]) -> dict[str, Any]:
    """The document of an answer, or its error."""
    if "ok" in found:
        form: dict[str, Any] = found["ok"]
        return form
    if found["sort"] == "Illegal":
        raise Illegal(found["error"].removesuffix(f" [{found['clause']}]"), found["clause"])
    raise _ERRORS.get(found["sort"], Fault)(found["error"])


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer what comes in, until nothing does."""
    from tussle.surfaces.web.questions import answer

    while len(head := source.read(4)) == 4:
        sort, question = msgspec.json.decode(source.read(struct.unpack(">I", head)[0]))
        found = msgspec.json.encode(answer(sort, question))
        sink.write(struct.pack(">I", len(found)) + found)
        sink.flush()


def _limit(memory: int, nice: int) -> None:
    """Less of the machine than the server has."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.nice(nice)
    except (ImportError, OSError, ValueError):  # a platform without it has the limit on time alone
        pass


def _end_with(parent: int) -> None:
    """End when the server does, also in the middle of a question, and however it ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    _end_with(int(sys.argv[3]))
    _limit(int(sys.argv[1]), int(sys.argv[2]))
    _serve(sys.stdin.buffer, sys.stdout.buffer)
