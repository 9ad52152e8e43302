"""Analysis: odds, counts, conformance. It reads the rules and holds none."""
