"""Fighters ready to use, and how to find them."""

from tussle.bestiary.find import UnreadableFile, as_input, find, find_in, quick_text, search

__all__ = ["UnreadableFile", "as_input", "find", "find_in", "quick_text", "search"]
