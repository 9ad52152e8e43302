"""`endure`: dice pools, two states, and an endurance clock."""

from tussle.rules.endure.ruleset import rule_set

__all__ = ["rule_set"]
