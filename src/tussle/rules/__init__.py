"""The rule sets, one folder each. They are equals: none stands on another."""
