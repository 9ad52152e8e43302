"""What the proofs of the web page share: clients that speak HTTP and hear streams, on plain sockets."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from typing import Any

__all__ = ["Client", "Listener"]


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    text = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *rest = text.split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in rest if ": " in line)
    return int(first.split(" ")[1]), headers


class Client:
    """One connection to the API, kept open."""

    def __init__(self, port: int, key: str = "") -> None:
        self.port, self.key = port, key
        self._pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, form: Any = None) -> tuple[int, Any]:
        """Status and document; `ConnectionError` where the server is gone."""
        try:
            if self._pair is None:
                self._pair = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._pair
            body = b"" if form is None else json.dumps(form).encode()
            key = f"Authorization: Bearer {self.key}\r\n" if self.key else ""
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{key}Content-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            status, headers = await _head(reader)
            return status, json.loads(await reader.readexactly(int(headers["content-length"])))
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise ConnectionError(str(error)) from None

    async def close(self) -> None:
        """Let the connection go."""
        pair, self._pair = self._pair, None
        if pair is not None:
            pair[1].transport.abort()


class Listener:
    """Somebody who hears a table, keeps what was heard, and goes on after a cut.

    Attributes:
        last: the number of the last event heard.
        lines: the transcript as it was heard.
        wrong: what was wrong: a gap, a double, an event out of order, a digest that does not fit.
        resyncs: how often the whole state was sent.
    """

    def __init__(self, port: int, table: str, key: str) -> None:
        self.port, self.table, self.key = port, table, key
        self.last = 0
        self.lines: list[str] = []
        self.position = ""
        self.wrong: list[str] = []
        self.resyncs = self.events = 0
        self._writer: asyncio.StreamWriter | None = None

    async def listen(self) -> AsyncIterator[dict[str, Any]]:
        """Hear until the connection ends."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(
            f"GET /api/tables/{self.table}/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {self.key}\r\nLast-Event-ID: {self.last}\r\n\r\n".encode()
        )
        status, _ = await _head(reader)
        if status != 200:
            raise ConnectionError(f"the stream is refused: {status}")
        buffer = b""
        while True:
            size = int((await reader.readuntil(b"\r\n")).strip() or b"0", 16)
            if not size:
                return
            buffer += (await reader.readexactly(size + 2))[:-2]
            while b"\n\n" in buffer:
                event, _, buffer = buffer.partition(b"\n\n")
                fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
                if fields.get(b"event") in (b"step", b"resync"):
                    yield self._take(fields[b"event"].decode(), json.loads(fields[b"data"]))

    def _take(self, sort: str, told: dict[str, Any]) -> dict[str, Any]:
        self.events += 1
        if sort == "resync":
            self.resyncs += 1
        elif told["event"] != self.last + 1:
            self.wrong.append(f"{told['event']} after {self.last}")
        self.last = told["event"]
        self.lines = self.lines[: told["keep"]] + [line for line, _ in told["lines"]]
        self.position = told["position"] or ""
        if self.digest != told["digest"]:
            self.wrong.append(f"the digest of {self.last} does not fit")
        return told

    @property
    def digest(self) -> str:
        """A digest of all that was heard."""
        return hashlib.sha256("\n".join([*self.lines, self.position]).encode()).hexdigest()[:16]

    def cut(self) -> bool:
        """Cut the connection, as a network does; whether there was one."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.transport.abort()
        return writer is not None
