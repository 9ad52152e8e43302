"""Stated policies: how a fighter decides who does not play its best. `NAME=POLICY` on the command line.

`first` takes the first option, `random` any, each as likely; `do:WORD,WORD` the first of these words that is
offered: a verb, the beginning of an action, or an option of a decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from tussle.analysis.graph import Policy
from tussle.bout.bout import Bout
from tussle.bout.loading import did_you_mean
from tussle.bout.notation import stance_text
from tussle.bout.stance import Stance
from tussle.bout.walk import legal_actions
from tussle.errors import Impossible, Missing, Unreadable

__all__ = ["POLICIES", "read_policy"]

POLICIES = {
    "first": "the first option there is",
    "random": "any option, each as likely",
    "do:WORD,WORD": "the first of these words that is offered",
}
"""Every stated policy, with a line that explains it."""


def read_policy(text: str) -> Policy:
    """The policy that a text names.

    Raises:
        Missing: there is none of that name.
    """
    word, sign, more = text.partition(":")
    if word == "do" and more:
        return _do([each.strip() for each in more.split(",") if each.strip()], text)
    if text == "first":
        return lambda _bout, _stance, _by, _labels: 0
    if text == "random":
        return lambda _bout, _stance, _by, _labels: None
    if word == "do" and sign:
        raise Unreadable("do: names no word: write do:grapple,attack,pass")
    raise Missing(f"there is no stated policy {text[:40]!r}: {did_you_mean(word, POLICIES)}")


def _do(words: Sequence[str], text: str) -> Policy:
    def policy(bout: Bout, stance: Stance, by: int, labels: tuple[str, ...]) -> int | None:
        for word in words:
            for place, label in enumerate(labels):
                if f"{label}:".startswith(f"{word}:"):
                    return place
        acting = (
            stance.turn == by and not stance.agenda and any(action.by == by for action in legal_actions(bout, stance))
        )
        if not acting or not set(labels) & {
            label for label in labels if ":" in label or label in bout.rules.verb_names
        }:
            return 0  # a decision in the middle of an action that the policy does not speak of
        raise Impossible(
            f"the policy {text} of {bout.names[by]} names no legal action here, of {', '.join(labels)}: "
            f"{stance_text(bout, stance)}"
        )

    return policy
