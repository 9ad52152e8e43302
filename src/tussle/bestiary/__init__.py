"""Fighters ready to use, and how to find them."""
