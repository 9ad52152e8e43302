"""Bridges: models and files for other people's programs."""
