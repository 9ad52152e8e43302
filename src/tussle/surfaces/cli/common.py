"""What the commands share: exit codes, standard input, JSON, colour, tables, and the arguments that name things."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from tussle.bestiary import UnreadableFile, as_input, find, find_in, search
from tussle.bestiary.match import match
from tussle.bout.bout import Bout
from tussle.bout.loading import available, load
from tussle.bout.notation import parse_position
from tussle.bout.ruleset import RuleSet
from tussle.bout.stance import Position
from tussle.errors import Illegal, Impossible, Missing, TussleError, Uncovered, Unreadable

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "EXIT_CODES",
    "FIGHTER",
    "RULES",
    "at_option",
    "code_of",
    "colourful",
    "emit",
    "faint",
    "json_option",
    "map_option",
    "named_bout",
    "opening",
    "position_at",
    "say",
    "show",
    "strong",
    "table",
    "text_or_input",
    "width",
]

MAX_INPUT = 200_000
WIDE = 100_000
"""How many columns there are where nobody looks: a pipe gets each row on one line."""

EXIT_CODES: tuple[tuple[type[TussleError], int], ...] = (
    (UnreadableFile, 4),
    (Unreadable, 2),
    (Illegal, 3),
    (Impossible, 3),
    (Uncovered, 3),
    (Missing, 5),
    (TussleError, 1),
)
"""The exit code of each error, the first that fits; what is left is our fault."""


def code_of(error: TussleError) -> int:
    """The exit code of an error."""
    return next(code for kind, code in EXIT_CODES if isinstance(error, kind))


# What comes in


def text_or_input(value: str, what: str) -> str:
    """The value of an argument, `-` being standard input.

    Args:
        what: what it should be, for the message.

    Raises:
        UnreadableFile: standard input is no text, or too long.
    """
    return _input(what).decode().strip() if value == "-" else value


def _input(what: str) -> bytes:
    """All of standard input, which is text."""
    content = sys.stdin.buffer.read(MAX_INPUT + 1) if sys.stdin else b""
    with as_input("standard input"):
        if not content.strip():
            raise Unreadable(f"it is empty, and {what} was to come from it; it can be read only once")
        if len(content) > MAX_INPUT:
            raise Unreadable(f"it is longer than {MAX_INPUT:,} bytes, too long for {what}")
        try:
            content.decode()
        except UnicodeDecodeError:
            raise Unreadable(f"it is no text in UTF-8, and {what} was to come from it") from None
    return content


def _fighter(rules: RuleSet, text: str) -> tuple[str, Any]:
    if text == "-":
        return find_in(rules, _input("a fighter"), "standard input")
    return find(rules, text)


def named_bout(rules_text: str, fighters: Sequence[str], map_text: str | None = None) -> Bout:
    """The bout that the arguments of a command name: rule set, fighters with `vs` between sides, map.

    Raises:
        TussleError: with the argument that is wrong.
    """
    plan = None if map_text is None else text_or_input(map_text, "the map")
    return match(rules_text, *fighters, plan=plan, finder=_fighter)


def opening(bout: Bout) -> Position:
    """The bout's beginning, turns going in the order in which the fighters are named."""
    return bout.opening(tuple(bout.everyone))


def position_at(bout: Bout, line: str | None) -> Position:
    """The position of an `--at` option, the opening without it."""
    if line is None:
        return opening(bout)
    if line != "-":
        return parse_position(bout, line)
    text = text_or_input(line, "the position")
    with as_input("standard input"):
        return parse_position(bout, text)


# What goes out


def emit(form: Any) -> None:
    """Print a JSON document, indented where a person looks."""
    import msgspec

    text = msgspec.json.encode(form)
    click.echo(msgspec.json.format(text, indent=2) if sys.stdout.isatty() else text)  # bytes: UTF-8 everywhere


def colourful() -> bool:
    """Whether standard output is a terminal that may show colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The columns of the terminal; without one there is no end to a line."""
    if not sys.stdout.isatty():
        return WIDE
    import shutil

    return max(40, shutil.get_terminal_size().columns)


def faint(text: str) -> str:
    """Text that can be overlooked."""
    return click.style(text, dim=True) if colourful() else text


def strong(text: str) -> str:
    """Text that should be seen first."""
    return click.style(text, bold=True) if colourful() else text


def say(text: str, first: str = "", hang: str = "", style: Callable[[str], str] = str) -> None:
    """Print text in lines as long as the terminal is wide.

    Args:
        first: what the first line begins with.
        hang: what the other lines begin with.
        style: `faint`, `strong`, or plain.
    """
    import textwrap

    lines = textwrap.wrap(
        text, width(), initial_indent=first, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )
    for line in lines or [first.rstrip()]:
        click.echo(style(line))


def table(*columns: str, title: str | None = None, right: Sequence[str] = ()) -> Table:
    """An empty table with these headings; those of `right` hold numbers."""
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


def show(thing: Table) -> None:
    """Print a table, plain where nobody looks."""
    from rich.console import Console

    console = Console(width=width(), color_system="auto" if colourful() else None, highlight=False)
    with console.capture() as printed:
        console.print(thing)
    for line in printed.get().splitlines():
        click.echo(line.rstrip())


# Arguments and options

Command = TypeVar("Command", bound=Callable[..., Any])


class _Rules(click.ParamType[str]):
    """The load string of a rule set."""

    name = "rules"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's interface
        return [CompletionItem(name) for name in available() if name.startswith(incomplete)]


class _Fighter(click.ParamType[str]):
    """A fighter: a name, a file, JSON, the quick form, `-`; or `vs` between two sides."""

    name = "fighter"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's interface
        """Names of house fighters, of the rule set on the line or else of all, and files."""
        named = ctx.params.get("rules") or ctx.params.get("ruleset")
        found: dict[str, None] = {}
        for text in [named] if named else available():
            try:
                names = search(load(text), "")
            except TussleError:
                continue  # a completion says nothing; the command will
            found.update((name, None) for name in names if name.lower().startswith(incomplete.lower()))
        return [*(CompletionItem(name) for name in found), CompletionItem(incomplete, type="file")]


RULES = _Rules()
FIGHTER = _Fighter()


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def at_option(command: Command) -> Command:
    """`--at POSITION`."""
    return click.option(
        "--at", metavar="POSITION", help="A position line (- for standard input) instead of the opening."
    )(command)


def map_option(command: Command) -> Command:
    """`--map TEXT`."""
    return click.option(
        "--map", "map_text", metavar="TEXT", help='A map of squares: "8x6 Otto@1.2 Arangu@2.2 #4.4"; walls with #.'
    )(command)
