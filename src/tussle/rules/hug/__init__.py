"""`hug`: the two-person hold."""

from tussle.rules.hug.ruleset import rule_set

__all__ = ["rule_set"]
