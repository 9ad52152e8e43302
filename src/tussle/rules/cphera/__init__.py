"""`cphera`: the grapple of action points and hexes.

The chapters refer to one another as the text does; each imports the others as modules.
"""

from tussle.rules.cphera.ruleset import rule_set

__all__ = ["rule_set"]
