"""Run a procedure to its next request, or to its end. Every driver stands on this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import Struct

from tussle.ask.requests import Choose, Gauge, Harm, Procedure, Roll, Tell
from tussle.errors import Fault, Impossible

__all__ = ["Ended", "Paused", "Question", "Step", "advance", "proceed"]

Question: TypeAlias = "Roll | Choose | Harm | Gauge"
"""A request that needs an answer."""


class Paused(Struct, frozen=True, gc=False):
    """A procedure that waits.

    Attributes:
        request: what it waits for.
        tells: the lines of the transcript since the answer before.
    """

    request: Question
    tells: tuple[Tell, ...]


class Ended(Struct, frozen=True, gc=False):
    """A procedure that is over.

    Attributes:
        end: what it returned, as a rule the stance after it.
        tells: the lines of the transcript since the answer before.
    """

    end: Any
    tells: tuple[Tell, ...]


Step: TypeAlias = "Paused | Ended"


def proceed(procedure: Procedure, answer: Any = None) -> Step:
    """Send one answer to a waiting procedure (`None` starts it) and run it to its next request or its end.

    What has one possible answer is answered here and leaves no line: a decision with one option.

    Raises:
        Fault: the rule offers no option at all, or the same one twice.
    """
    tells: list[Tell] = []
    try:
        while True:
            request = procedure.send(answer)
            if isinstance(request, Tell):
                tells.append(request)
                answer = None
                continue
            if isinstance(request, Choose):
                _check_options(request)
                if len(request.options) == 1:
                    (answer,) = request.options
                    continue
            return Paused(request, tuple(tells))
    except StopIteration as stop:
        return Ended(stop.value, tuple(tells))


def _check_options(choice: Choose) -> None:
    if not choice.options:
        raise Fault(f"a rule offers no option at all [{', '.join(choice.cites)}]")
    if len(set(choice.options)) < len(choice.options):
        twice = ", ".join(choice.options)
        raise Fault(f"a rule offers the same option twice: {twice} [{', '.join(choice.cites)}]")


def advance(procedure: Procedure, answers: Iterable[Any]) -> Step:
    """Run a fresh procedure through `answers`, and on to its next request or its end.

    The answers are those the rule is sent: what the reading said, the option, the `Harmed`, the excess.
    The tells are those since the last answer.

    Raises:
        Impossible: an option that is not offered, or more answers than the procedure asks for.
    """
    step = proceed(procedure)
    for answer in answers:
        if isinstance(step, Ended):
            raise Impossible("there are more answers than the action asks for")
        if isinstance(step.request, Choose) and answer not in step.request.options:
            raise Impossible(f"{answer!r} is not offered: one of {', '.join(step.request.options)}")
        step = proceed(procedure, answer)
    return step
