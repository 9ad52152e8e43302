"""`srd35`: the grapple of the 3.5 SRD."""

from tussle.rules.srd35.ruleset import rule_set

__all__ = ["rule_set"]
