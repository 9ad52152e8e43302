"""The core knows no rule set: the name of none stands in its code, docstrings (which give examples) apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tussle
from tussle.bout.loading import available

SOURCE = Path(tussle.__file__).parent
LAYERS = ("ask", "bout", "play", "analysis")


def said(text: str) -> Iterator[str]:
    """Every name, keyword and string of a source text, but for docstrings."""
    tree = ast.parse(text)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias | ast.ImportFrom):
            yield str(node.name if isinstance(node, ast.alias) else node.module)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def special(text: str) -> list[str]:
    names = re.compile(rf"(?<![a-z0-9])({'|'.join(available())})(?![a-z0-9])")
    return [word for word in said(text) if names.search(word)]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_rule_set_is_named(layer: str) -> None:
    paths = sorted((SOURCE / layer).rglob("*.py"))
    assert paths
    for path in paths:
        assert special(path.read_text()) == [], path


@pytest.mark.parametrize(
    "text",
    ["from tussle.rules import hug", "if rules.name == 'cphera': pass", "def as_srd35(): ...", "x.endure_limit()"],
)
def test_a_name_would_be_found(text: str) -> None:
    assert special(text)
