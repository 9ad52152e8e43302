"""Mutants: small faults put into a source text, each at an exact place."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import NamedTuple

__all__ = ["Mutant", "mutants", "sample"]

COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
CALCULATED = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"),
    ast.Pow: ("**", "*"),
    ast.RShift: (">>", "<<"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SYMMETRIC = {"min", "max", "gcd"}  # whose arguments may stand in any order
REPEATED = 20  # letters of a stranger's text, at least, that a message repeats
WORD = re.compile(r"[a-z][a-z0-9]*([-_. ][a-z0-9-]+)*")
"""A word of the rules, a clause id included; sentences have capitals, stops or braces."""


class Mutant(NamedTuple):
    """One small fault.

    Attributes:
        path: the file, from the root of the project.
        line: the line that a tracer reports when the place is reached, from 1.
        start, end: the part of the text that is replaced, in bytes.
        old, new: that part, and what replaces it.
    """

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def apply(self, source: bytes) -> bytes:
        """The text with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[str, str]:
        """The lines it is in, before and after, without their indent."""
        begin = source.rfind(b"\n", 0, self.start) + 1
        stop = source.find(b"\n", self.end)
        after = source[begin : self.start] + self.new.encode() + source[self.end : stop]
        return source[begin:stop].decode().strip(), after.decode().strip()

    @property
    def rank(self) -> str:
        """What the order of a sample hangs on, besides the commit."""
        return f"{self.path}:{self.start}:{self.end}:{self.new}"


def mutants(path: str, source: bytes) -> Iterator[Mutant]:
    """Every mutant of a file that is Python still, in the order of the text."""
    finder = _Finder(path, source, set(_lines(compile(source, path, "exec", dont_inherit=True))))
    finder.visit(ast.parse(source))
    for mutant in sorted(set(finder.found), key=lambda found: (found.start, found.end, found.new)):
        try:
            compile(mutant.apply(source), path, "exec", dont_inherit=True)
        except SyntaxError:
            continue
        yield mutant


def sample(found: Iterable[Mutant], seed: str) -> list[Mutant]:
    """The mutants in an order that hangs on the seed alone."""
    return sorted(found, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.rank}".encode()).digest())


def _lines(code: CodeType) -> Iterator[int]:
    """The lines that a tracer reports."""
    yield from (line for _, _, line in code.co_lines() if line)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)


class _Finder(ast.NodeVisitor):
    """Collects the mutants of one file.

    Left alone: annotations and what stands in for one, docstrings, `__all__`, what is raised, how much of a
    stranger's text a message repeats (`[:40]`), the arguments of a class statement and of decorators (they say how
    a class is built), and f-strings (their parts have no exact place).
    """

    def __init__(self, path: str, source: bytes, traced: set[int]) -> None:
        self.path = path
        self.source = source
        self.found: list[Mutant] = []
        self._traced = traced
        self._statement = 1
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def visit(self, node: ast.AST) -> None:
        """Visit a node, knowing in which statement it is."""
        outer = self._statement
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        super().visit(node)
        self._statement = outer

    # Places

    def _begin(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _stop(self, node: ast.expr | ast.stmt) -> int:
        if node.end_lineno is None or node.end_col_offset is None:
            raise ValueError("a parsed node has an end")
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        return self.source[self._begin(node) : self._stop(node)].decode()

    def _replace(self, start: int, end: int, new: str) -> None:
        line = self.source.count(b"\n", 0, start) + 1
        line = line if line in self._traced else self._statement
        self.found.append(Mutant(self.path, line, start, end, self.source[start:end].decode(), new))

    def _instead(self, node: ast.expr, *texts: str) -> None:
        for text in texts:
            self._replace(self._begin(node), self._stop(node), text)

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """An operator between two operands."""
        start, end = self._stop(left), self._begin(right)
        spelled = rb"\s+".join(map(re.escape, old.encode().split()))
        match = re.compile(rb"[\s)]*(" + spelled + rb")").match(self.source, start, end)
        if match:
            self._replace(match.start(1), match.end(1), new)

    # What is left alone

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value and "TypeAlias" not in self._text(node.annotation):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not (isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """An error is a sentence."""

    def visit_Slice(self, node: ast.Slice) -> None:
        end = node.upper.value if isinstance(node.upper, ast.Constant) else None
        if not (isinstance(end, int) and end >= REPEATED):
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Its parts have no exact place."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    # What is broken

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self._between(left, right, *COMPARED[type(operator)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in CALCULATED:
            self._between(node.left, node.right, *CALCULATED[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        old, new = CALCULATED[type(node.op)]
        self._between(node.target, node.value, f"{old}=", f"{new}=")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """One condition less."""
        for place, value in enumerate(node.values):
            others = [*node.values[:place], *node.values[place + 1 :]]
            word = " and " if isinstance(node.op, ast.And) else " or "
            self._instead(node, word.join(f"({self._text(other)})" for other in others))
            self.visit(value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._instead(node, f"bool({self._text(node.operand)})")
        elif isinstance(node.op, ast.USub):
            self._instead(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def _condition(self, test: ast.expr) -> None:
        """Negated, and taken away."""
        if "TYPE_CHECKING" not in self._text(test):
            self._instead(test, f"(not ({self._text(test)}))", "True", "False")
            self.visit(test)

    def visit_If(self, node: ast.If) -> None:
        self._condition(node.test)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.visit(node.body)
        self.visit(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self._instead(node.test, "False")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._instead(test, "True")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        if isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp):
            self._instead(value, f"(not ({self._text(value)}))")
        elif isinstance(value, ast.Tuple) and value.elts:
            self._instead(value, "()")
        elif not isinstance(value, ast.Constant):
            self._instead(value, "None")
        self.visit(value)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in SWAPPED:
            self._instead(node.func, SWAPPED[called])
        if called not in SYMMETRIC:
            for one, other in zip(node.args, node.args[1:], strict=False):
                self._swap(one, other)
        self.generic_visit(node)

    def _swap(self, one: ast.expr, other: ast.expr) -> None:
        gap = self.source[self._stop(one) : self._begin(other)].decode()
        if not (isinstance(one, ast.Starred) or isinstance(other, ast.Starred) or "(" in gap or ")" in gap):
            self._replace(self._begin(one), self._stop(other), self._text(other) + gap + self._text(one))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """The place after; the place before is often the only other one, counted from the end."""
        self.visit(node.value)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
            self._instead(node.slice, str(node.slice.value + 1))
        else:
            self.visit(node.slice)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._instead(node, str(not node.value))
        elif isinstance(node.value, int):
            self._instead(node, str(node.value + 1), str(node.value - 1) if node.value else "-1")
        elif isinstance(node.value, str) and WORD.fullmatch(node.value):
            self._instead(node, repr(f"{node.value}x"))
