"""`tussle conform`."""

from __future__ import annotations

import re
import sys

import click
import msgspec

from tussle.bout.loading import available
from tussle.errors import Missing, Unreadable
from tussle.surfaces.cli.common import RULES, emit, faint, json_option, say, strong

__all__ = ["command"]


@click.command("conform")
@click.argument("ruleset", type=RULES, required=False)
@click.option("--prepare", default="", metavar="MODULE:FUNCTION", help="Called first, to register an uninstalled one.")
@json_option
@click.pass_context
def command(ctx: click.Context, ruleset: str | None, prepare: str, *, as_json: bool) -> None:
    """Hold a rule set, or every one there is, to what every rule set must keep; exit code 1 if it does not.

    The author of one that is not installed registers it in the function that --prepare names; the module is looked
    for in the working directory too.
    """
    from tussle.analysis.conform import CHECKS, conform

    if prepare:
        if not re.fullmatch(r"[\w.]+:\w+", prepare):
            raise Unreadable(
                f"--prepare {prepare[:60]!r} cannot be read: write module:function, as in my_rules:register"
            )
        sys.path.insert(0, "")
    findings = {}
    for name in [ruleset] if ruleset else available():
        try:
            findings[name] = conform(name, prepare)
        except (ImportError, AttributeError) as error:
            raise Missing(f"--prepare {prepare} is not there: {error}") from None
    if as_json:
        sets = [{"rules": name, "findings": msgspec.to_builtins(found)} for name, found in findings.items()]
        emit({"schema": "tussle/conform/1", "checks": CHECKS, "rulesets": sets})
    else:
        for name, found in findings.items():
            verdict = f"does not conform, findings: {len(found)}" if found else f"keeps all {len(CHECKS)} checks"
            click.echo(f"{strong(name)}  {verdict}")
            for finding in found:
                say(f"{finding.check}: {finding.sentence}", "  ", "    ")
                say(finding.place, "    ", "    ", faint)
    ctx.exit(1 if any(findings.values()) else 0)
