"""Hypothesis as these tests want it: the same examples every time, and no deadline on a busy machine."""

from hypothesis import settings

settings.register_profile("core", deadline=None, derandomize=True)
settings.load_profile("core")
