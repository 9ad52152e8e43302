"""The OpenAPI document, made from the routes and from the structs that requests are read into."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tussle import __version__
from tussle.bout.loading import available
from tussle.surfaces.web import api
from tussle.surfaces.web.live import COMMANDS

__all__ = ["build", "document"]

BODIES: dict[str, type[Any]] = {
    "POST /api/legal": api.Question,
    "POST /api/odds": api.Question,
    "POST /api/best": api.Goal,
    "POST /api/forecast": api.Ahead,
    "POST /api/check": api.Contest,
    "POST /api/join": api.Token,
    "POST /api/tables": api.NewTable,
    "POST /api/tables/{table}/events": api.Say,
    "POST /api/tables/{table}/seats": api.NewSeat,
    "POST /api/tables/{table}/seats/{seat}": api.SeatChange,
}
CREATES = ("POST /api/join", "POST /api/tables", "POST /api/tables/{table}/events", "POST /api/tables/{table}/seats")
OTHER_TYPES = {"GET /api/tables/{table}/stream": "text/event-stream", "GET /api/tables/{table}/record": "text/plain"}

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
CHANCE: dict[str, Any] = {"type": ["string", "number"], "description": "A fraction as text, or a number."}
STANDS = ("free", "held", "pinning", "pinned", "down", "won")
OBJECT: dict[str, Any] = {"type": "object"}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": TEXT, "clause": TEXT, "state": OBJECT},
}


def _object(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "required": sorted(fields), "properties": fields}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


STATE = _object(
    schema=TEXT,
    table=TEXT,
    title=TEXT,
    event=NUMBER,
    rules=TEXT,
    round=NUMBER,
    over={"type": "boolean"},
    paused={"type": "boolean"},
    fighters=_list(TEXT),
    digest=TEXT,
    lines=_list({"type": "array"}),
    seat=OBJECT,
)
SEAT = _object(id=TEXT, kind=TEXT, name=TEXT, fighters=_list(TEXT), revoked={"type": "boolean"})
REPLIES: dict[str, dict[str, Any]] = {
    "GET /api/openapi.json": OBJECT,
    "GET /api/rules": _object(rules=_list(_object(name=TEXT, title=TEXT, version=NUMBER))),
    "GET /api/rules/{rules}": _object(name=TEXT, clauses=_list(OBJECT), rulings=_list(OBJECT), schema=OBJECT),
    "POST /api/legal": _object(schema=TEXT, position=TEXT, actions=_list(OBJECT), refused=_list(OBJECT)),
    "POST /api/odds": _object(schema=TEXT, position=TEXT, actions=_list(OBJECT), refused=_list(OBJECT)),
    "POST /api/best": _object(
        schema=TEXT,
        position=TEXT,
        goal=TEXT,
        kind={"enum": ["exact", "direct"]},
        reached=CHANCE,
        lost=CHANCE,
        neither=CHANCE,
        least=CHANCE,
        most=CHANCE,
        actions=_list(_object(action=TEXT, by=TEXT, reached=CHANCE, lost=CHANCE)),
        reason=TEXT,
        turns=_list(TEXT),
        never=TEXT,
    ),
    "POST /api/forecast": _object(
        schema=TEXT,
        position=TEXT,
        rows=_list(_object(round=NUMBER, **{word: {"type": "number"} for word in STANDS})),
        error={"type": "number"},
    ),
    "POST /api/check": _object(schema=TEXT, win=TEXT, tie=TEXT, lose=TEXT, sentence=TEXT),
    "POST /api/join": _object(table=TEXT, seat=TEXT, kind=TEXT, key=TEXT),
    "POST /api/tables": _object(table=TEXT, seat=TEXT, key=TEXT),
    "GET /api/tables/{table}": STATE,
    "GET /api/tables/{table}/events": _object(events=_list(_object(sort=TEXT, event=NUMBER, digest=TEXT))),
    "POST /api/tables/{table}/events": _object(event=NUMBER),
    "GET /api/tables/{table}/seats": _object(seats=_list(SEAT)),
    "POST /api/tables/{table}/seats": SEAT,
    "POST /api/tables/{table}/seats/{seat}": OBJECT,
}


@lru_cache(maxsize=1)
def build() -> dict[str, Any]:
    """The document."""
    from tussle.surfaces.web.app import WAYS

    _, schemas = msgspec.json.schema_components(set(BODIES.values()), ref_template="#/components/schemas/{name}")
    schemas = {**schemas, "Error": ERROR}
    schemas["Say"]["properties"]["do"] = {"enum": list(COMMANDS)}
    schemas["SeatChange"]["properties"]["do"] = {"enum": ["invite", "revoke"]}
    schemas["Question"]["properties"]["bout"] = _bout()
    for name in ("NewTable", "Goal", "Ahead"):
        schemas[name]["properties"]["bout"] = _bout()
    paths: dict[str, dict[str, Any]] = {}
    for way in WAYS:
        if way.path.startswith("/api/"):
            paths.setdefault(way.path, {})[way.method.lower()] = _operation(way)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tussle", "version": __version__, "description": "Grapples, by the written rules, priced."},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _bout() -> dict[str, Any]:
    """The form of a bout, loosely: the rule set has the last word on its fighters."""
    return {
        "type": "object",
        "required": ["rules", "fighters"],
        "additionalProperties": False,
        "properties": {
            "rules": {"type": "string", "examples": list(available())},
            "fighters": {
                "type": "array",
                "minItems": 2,
                "items": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
            },
            "sides": _list(NUMBER),
            "map": OBJECT,
        },
    }


def _operation(way: Any) -> dict[str, Any]:
    name = f"{way.method} {way.path}"
    made = name in CREATES
    lines = (way.handler.__doc__ or "").strip().splitlines()
    form: dict[str, Any] = {
        "operationId": re.sub(r"\W+", "_", f"{way.method.lower()}{way.path.removeprefix('/api')}").strip("_"),
        "summary": lines[0] if lines else name,
        "parameters": [
            {"name": one, "in": "path", "required": True, "schema": TEXT} for one in re.findall(r"{(\w+)}", way.path)
        ],
        "responses": {"201" if made else "200": _reply(name), **_refusals(way, name)},
    }
    if way.who != "anyone":
        form["security"] = [{"key": []}]
    if way.path.endswith(("/events", "/stream")) and way.method == "GET":
        form["parameters"].append({"name": "after", "in": "query", "schema": {"type": "integer", "minimum": 0}})
    if name in BODIES:
        schema = {"$ref": f"#/components/schemas/{BODIES[name].__name__}"}
        form["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if name == "POST /api/tables":
        table = {"table": "$response.body#/table"}
        form["responses"]["201"]["links"] = {
            "state": {"operationId": "get_tables_table", "parameters": table},
            "say": {"operationId": "post_tables_table_events", "parameters": table},
            "events": {"operationId": "get_tables_table_events", "parameters": table},
            "record": {"operationId": "get_tables_table_record", "parameters": table},
            "seats": {"operationId": "post_tables_table_seats", "parameters": table},
        }
    if name == "POST /api/tables/{table}/seats":
        both = {"table": "$request.path.table", "seat": "$response.body#/id"}
        form["responses"]["201"]["links"] = {
            "change": {"operationId": "post_tables_table_seats_seat", "parameters": both},
            "join": {"operationId": "post_join", "requestBody": {"token": "$response.body#/token"}},
        }
    return form


def _reply(name: str) -> dict[str, Any]:
    sort = OTHER_TYPES.get(name, "application/json")
    return {"description": "What was asked for.", "content": {sort: {"schema": REPLIES.get(name, TEXT)}}}


def _refusals(way: Any, name: str) -> dict[str, Any]:
    codes: dict[str, str] = {}
    if "{" in way.path or name in BODIES:
        codes["404"] = "Nothing of that name, or no seat at that table."
    if name in BODIES:
        codes |= {"413": "Too large.", "422": "It cannot be read, or a rule forbids it.", "429": "Too many at once."}
        codes["503"] = "Busy: ask again."
    if "{rules}" in way.path:
        codes["422"] = "It cannot be read."
    if way.who != "anyone" or name == "POST /api/join":
        codes["403"] = "Not yours to do."
    if name.endswith("POST /api/tables/{table}/events"):
        codes["409"] = "Somebody was quicker: the new state is in the answer."
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        code: {"description": said, "content": {} if code in {"413", "429"} else content}
        for code, said in codes.items()
    }


async def document(_request: Request) -> Response:
    """This document."""
    return api.reply(build())
