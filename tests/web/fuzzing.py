"""Hooks for schemathesis: a bout that is one, most of the time, and the key of the table that is asked for."""

from __future__ import annotations

import random
from typing import Any

import schemathesis

from tests.web.serving import a_bout

KEYS: dict[str, str] = {}
SEEN: dict[str, int] = {}
BOUTS = [a_bout("Arangu", "vs", "Tivid"), a_bout("Otto", "Carack", "vs", "Nib")]

WEAK = a_bout("Novice", "vs", "Guard", rules="endure")
"""Two that are down in no time, so that what is best between them is found in no time."""
for fighter in WEAK["fighters"]:
    fighter["health"] = 1


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """A sound bout in most questions, so that a fuzzer comes further than the first check; and the table's key."""
    del context, kwargs
    if isinstance(case.body, dict) and "bout" in case.body and random.random() < 0.8:
        long = case.operation.path in ("/api/best", "/api/forecast")
        case.body["bout"] = WEAK if long else random.choice(BOUTS)
        case.body.pop("position", None)
    table = (case.path_parameters or {}).get("table")
    if table is not None and KEYS and random.random() < 0.7:
        if table not in KEYS:
            table = random.choice(list(KEYS))
            case.path_parameters["table"] = table
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {KEYS[table]}"}
        if isinstance(case.body, dict) and "seen" in case.body and random.random() < 0.9:
            case.body["seen"] = SEEN.get(table, 0)


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Remember the key of each table that is made."""
    del context
    if case.method.upper() == "POST" and case.operation.path == "/api/tables" and response.status_code == 201:
        made = response.json()
        KEYS[made["table"]] = made["key"]
    table = (case.path_parameters or {}).get("table")
    if case.method.upper() == "POST" and case.operation.path.endswith("/events") and response.status_code == 201:
        SEEN[str(table)] = response.json()["event"]
