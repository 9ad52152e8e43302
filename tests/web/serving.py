"""A server of its own in a process of its own, and programs that sit at its tables."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tussle.bestiary.match import match
from tussle.bout.notation import bout_json


class Served:
    """A running server.

    Args:
        database: its file.
        port: where it listened before, to come back at the same address.
    """

    def __init__(self, database: Path, *more: str, port: int = 0, module: str = "tussle", **environment: str) -> None:
        more = ("--limit", "1000000", *more)
        command = [sys.executable, "-m", module, "serve", "--db", str(database), "--port", str(port), *more]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if line.startswith("Stop it"):
                break
        found = re.search(r"http://\S+", "\n".join(self.said))
        if found is None:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {self.said}")
        self.address = found[0].replace("localhost", "127.0.0.1")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """As a power failure of the process."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        self.process.terminate()
        code = self.process.wait(15)
        self._close()
        return code

    def _close(self) -> None:
        if self.process.stdout is not None:
            self.process.stdout.close()

    def ask(self, method: str, path: str, form: Any = None, key: str = "") -> tuple[int, Any]:
        """One request to the API: status and document."""
        headers = {"content-type": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        data = None if form is None else json.dumps(form).encode()
        request = Request(self.address + path, data, headers, method=method)  # noqa: S310 - our own server
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310 - our own server
                body = answer.read()
                return answer.status, json.loads(body) if body[:1] in (b"{", b"[") else body.decode()
        except HTTPError as error:
            body = error.read()
            return error.code, json.loads(body) if body[:1] in (b"{", b"[") else body.decode()


@contextmanager
def serving(database: Path, *more: str) -> Iterator[Served]:
    """A server that is stopped at the end, if it still runs."""
    served = Served(database, *more)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.stop()


def a_bout(*fighters: str, rules: str = "hug") -> dict[str, Any]:
    """The JSON form of a bout."""
    return bout_json(match(rules, *(fighters or ("Arangu", "vs", "Tivid"))))


def wait_for(condition: Any, seconds: float = 10) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain")
        time.sleep(0.02)
