"""The walk from action to action: procedure, then what is due, then upkeep. Written once, for every rule set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tussle.ask.requests import Choose, Procedure
from tussle.bout.action import Action, Refusal
from tussle.bout.bout import Bout, token_name
from tussle.bout.stance import NOBODY, Stance
from tussle.errors import Fault, Illegal

__all__ = ["begin", "complete", "due", "legal_actions", "over", "refuse", "settle", "starting", "why_not"]


def legal_actions(bout: Bout, stance: Stance) -> tuple[Action, ...]:
    """Every action somebody can take now, in the order of the rule text; none while something is due, or over."""
    if stance.agenda or stance.turn == NOBODY or over(bout, stance):
        return ()
    return tuple(offer for offer in bout.rules.verbs(bout, stance) if isinstance(offer, Action))


def why_not(bout: Bout, stance: Stance) -> tuple[Refusal, ...]:
    """Every verb that is not legal now against anybody, with the clause that forbids it, once each.

    Where a verb is refused against each target for its own reason, the first is given; that one cannot do it to
    oneself only where there is no other.
    """
    if stance.agenda or stance.turn == NOBODY or over(bout, stance):
        return ()
    offers = list(bout.rules.verbs(bout, stance))
    legal = {(offer.by, offer.verb) for offer in offers if isinstance(offer, Action)}
    refused: dict[tuple[int, str], Refusal] = {}
    for offer in offers:
        key = (offer.by, offer.verb)
        if isinstance(offer, Refusal) and key not in legal and (key not in refused or refused[key].target == offer.by):
            refused[key] = offer
    return tuple(refused.values())


def refuse(bout: Bout, stance: Stance, by: int, verb: str, target: int = NOBODY) -> Illegal:
    """The error for an action that is not legal now: the sentence and the clause."""
    refusals = [
        offer
        for offer in bout.rules.verbs(bout, stance)
        if isinstance(offer, Refusal) and offer.by == by and offer.verb == verb
    ]
    exact = [refusal for refusal in refusals if refusal.target == target]
    exact = exact or sorted(refusals, key=lambda refusal: refusal.target == by)  # "not oneself" says least
    if not exact:
        raise Fault(f"{verb} is neither legal nor refused for {bout.names[by]}")
    whom = f" {bout.names[target]}" if target != NOBODY else ""
    return Illegal(f"{bout.names[by]} cannot {verb}{whom} now: {exact[0].reason}", exact[0].clause)


def begin(bout: Bout, stance: Stance, action: Action) -> Procedure:
    """The rule that carries out a complete, legal action."""
    return bout.rules.procedures[action.verb](bout, stance, action)


def complete(bout: Bout, stance: Stance, actions: Sequence[Action]) -> Procedure:
    """Carry out one of several actions that share a beginning: what was left out is asked first, by `Choose`.

    Args:
        actions: legal actions of one fighter with the same verb.

    Raises:
        Fault: two of them are the same.
    """
    place = 0
    if len({(action.target, action.details) for action in actions}) < len(actions):
        raise Fault(f"{actions[0].verb} is offered twice in the same words")
    while len(actions) > 1:
        words: dict[str, list[Action]] = {}
        for action in actions:
            words.setdefault(_word(bout, action, place), []).append(action)
        cites = actions[0].clauses
        actions = words[(yield Choose(actions[0].by, tuple(words), cites))]
        place += 1
    return (yield from begin(bout, stance, actions[0]))


def _word(bout: Bout, action: Action, place: int) -> str:
    """The word of an action after its verb: the target first, then the details; "-" where it has no more."""
    words = ([] if action.target == NOBODY else [token_name(bout.names[action.target])]) + list(action.details)
    return words[place] if place < len(words) else "-"


def due(bout: Bout, stance: Stance) -> Procedure:
    """The rule that deals with the first thing on the agenda. It is handed the stance with that thing taken off."""
    return starting(bout, stance)()


def starting(bout: Bout, stance: Stance) -> Callable[[], Procedure]:
    """The same, to be started as often as it has to be: a tree replays it once a branch."""
    word, *about = stance.agenda[0]
    return partial(bout.rules.due[str(word)], bout, stance.handled(), *about)


def settle(bout: Bout, stance: Stance) -> Stance:
    """What follows by itself: nothing while something is due or the bout is over, upkeep otherwise."""
    if stance.agenda or over(bout, stance):
        return stance
    return bout.rules.upkeep(bout, stance)


def over(bout: Bout, stance: Stance) -> bool:
    """Whether the bout is over: nothing is due, and at most one side has anybody fit to fight."""
    return not stance.agenda and bout.rules.over(bout, stance)
