"""The command `tussle`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import click

from tussle import __version__
from tussle.errors import TussleError

__all__ = ["cli", "main"]

COMMANDS = {
    "rules": "What the rules say, and the rulings where they leave a choice.",
    "check": "The exact chance of one contest of dice.",
    "fighters": "Look up fighters, or check one of your own.",
    "odds": "All that can be done now, and how likely each works.",
    "best": "What to do now, and how it ends when both sides play their best.",
    "forecast": "How it stands at the end of each round ahead.",
    "compare": "The same question under two rule sets or rulings, side by side.",
    "export": "Hand a game to other people's programs.",
    "perft": "Count the sequences of actions, with a digest of every law.",
    "conform": "Hold a rule set to what every rule set must keep.",
    "demo": "Watch a grapple, each step with its odds.",
    "play": "Play a grapple with your own dice.",
    "replay": "Play a record back.",
    "serve": "Open the table as a web page.",
    "backup": "Copy all tables of the web page to a file.",
    "restore": "Put such a copy back.",
}
"""Every command with its line of help. Each is a module of its own, imported only when it runs."""

FIRST_SCREEN = """\
Tussle prices a grapple, exactly, with the rule behind every number.

  tussle check "d20+7 vs d20+4"      how likely one contest is won
  tussle odds hug Otto Arangu        all that Otto can do, and how likely each works
  tussle rules hug                   what the rules say, clause by clause

tussle --help lists every command.
"""

EPILOG = """\
Data goes to standard output, talk to standard error; --json gives either to a program. Completion in bash:
eval "$(_TUSSLE_COMPLETE=bash_source tussle)", likewise zsh_source and fish_source.
"""


class _Commands(click.Group):
    """Commands by name, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's interface
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tussle.surfaces.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from tussle.bout.loading import did_you_mean

            raise click.UsageError(f"there is no command {args[0][:40]!r}: {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader who has seen enough and closes the pipe is no error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            return 0
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's interface
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="tussle %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Grapples in tabletop role-playing games: adjudicated and priced, exactly, by the written rules."""
    if ctx.invoked_subcommand is None:
        click.echo(FIRST_SCREEN, nl=False)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, print one sentence on standard error if it fails, and leave with the right code.

    Args:
        args: the words after `tussle`; None: those of this process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal has no letter for is no failure
    try:
        code = cli.main(args, prog_name="tussle", standalone_mode=False)
    except TussleError as error:
        from tussle.surfaces.cli.common import code_of

        code = _complain(str(error), code_of(error))
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "tussle"
        code = _complain(f"{error.format_message().rstrip('.')} ({where} --help)", 2)
    except (click.Abort, KeyboardInterrupt):
        code = _complain("interrupted", 130)
    except OSError as error:
        _drop_output()
        code = _complain(f"the output cannot be written: {error.strerror}", 1)
    except Exception as error:  # noqa: BLE001 - whatever it is, a person gets a sentence and not a page
        from traceback import extract_tb

        place = extract_tb(error.__traceback__)[-1]
        sentence = f"a fault in tussle itself, please report it: {error!r} at {place.filename}:{place.lineno}"
        code = _complain(sentence, 1)
    sys.exit(code or 0)


def _drop_output() -> None:
    """Nobody takes the output any more: let Python flush it, at its end, into nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, code: int) -> int:
    click.echo(f"tussle: {sentence}", err=True)
    return code
