"""Every small change of a module that could change what it decides: one node for another.

Left out, since none of them can change a verdict, a measure or a count of votes: sentences
(``Message(...)``, functions that return one, the figures it is filled with, texts with a blank
in them, what is raised), and what is read once when a module is loaded: decorators, annotations,
defaults.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

_COMPARED = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COUNTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAMES = {
    "all": "any",
    "any": "all",
    "min": "max",
    "max": "min",
    "minimum": "maximum",
    "maximum": "minimum",
    "logical_and": "logical_or",
    "logical_or": "logical_and",
    "above": "below",
    "below": "above",
    "ceil": "floor",
}
_SIDES = {"left": "right", "right": "left"}
_WORDS = {
    "State": ("PASS", "FAIL", "LOST", "ERROR", "UNDECIDED", "BROKEN"),
    "RuleStatus": ("HOLDS", "FAILS", "NOT_EVALUATED", "WARNING", "NOT_APPLICABLE"),
    "Decision": ("ACCEPT", "BLOCK", "CANNOT_JUDGE"),
}


@dataclass(frozen=True, eq=False)
class Change:
    """``old`` is a node of ``tree``; with ``new`` in its place the module is another one.

    ``unit`` is the outermost function (``Class.method``) that holds it; where it stands in none
    (``in_function``), the name that the module gives to the value.
    """

    path: Path
    tree: ast.Module
    unit: str
    in_function: bool
    old: ast.AST
    new: ast.AST

    @property
    def lines(self) -> range:
        """Where it stands; of a compound statement, where its condition does."""
        at = self.old.test if isinstance(self.old, ast.If | ast.While) else self.old
        line, _ = _place(at)
        return range(line, (getattr(at, "end_lineno", None) or line) + 1)

    def __str__(self) -> str:
        line, column = _place(self.old)
        return f"{self.path}:{line}:{column} {self.unit}: {self._told()}"

    def _told(self) -> str:
        old, new = self.old, self.new
        if isinstance(old, ast.Call) and isinstance(new, ast.Call) and old.keywords:
            kept = {keyword.arg for keyword in new.keywords}
            gone = ", ".join(str(one.arg) for one in old.keywords if one.arg not in kept)
            return f"{ast.unparse(old.func)}(...) without {gone}"
        if isinstance(old, ast.If | ast.While | ast.IfExp):
            old, new = old.test, new.test
        return " -> ".join(" ".join(ast.unparse(node).split()) for node in (old, new))

    def source(self) -> ast.Module:
        """The changed module; the tree is spent."""
        ast.copy_location(self.new, self.old)
        changed = _Put(self.old, self.new).visit(self.tree)
        return ast.fix_missing_locations(changed)


def _place(node: ast.AST) -> tuple[int, int]:
    at = node.target if isinstance(node, ast.comprehension) else node
    return at.lineno, at.col_offset


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def changes_of(path: Path) -> list[Change]:
    """Every change of the file at ``path``, from top to bottom."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        Change(path, tree, unit, in_function, old, new)
        for unit, in_function, top in _units(tree.body, "")
        for old in _nodes(top)
        for new in _others(old)
    ]


def _units(body: list[ast.stmt], within: str) -> Iterator[tuple[str, bool, ast.AST]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _units(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            if node.returns is None or ast.unparse(node.returns) != "Message":
                for statement in node.body:
                    yield f"{within}{node.name}", True, statement
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and not within:
            yield assigned(node), False, node.value


def assigned(node: ast.stmt) -> str:
    """The name that a statement gives something to; empty where it gives none."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    return ast.unparse(node.target) if isinstance(node, ast.AnnAssign) else ""


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """``node`` and what it is made of, without what only makes sentences."""
    if _only_words(node):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "args"} and not isinstance(
            node, ast.Call
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _nodes(child)


def _only_words(node: ast.AST) -> bool:
    if isinstance(node, ast.Raise | ast.JoinedStr):
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":  # guards lengths that are equal
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.AnnAssign):
        return "Figure" in ast.unparse(node.annotation)
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"Message", "Figure"}


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of ``node``."""
    found = _BY_TYPE.get(type(node))
    if found is not None:
        yield from found(node)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for i, op in enumerate(node.ops):
        for other in _COMPARED[type(op)]:
            changed = deepcopy(node)
            changed.ops[i] = other()
            yield changed


def _operation(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    other = _COUNTED.get(type(node.op))
    if other is not None:
        changed = deepcopy(node)
        changed.op = other()
        yield changed


def _both(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _bare(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, str) and " " not in value:
        yield ast.Constant(_SIDES.get(value, f"X{value}"))


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.AST]:
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        changed = deepcopy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed


def _call(node: ast.Call) -> Iterator[ast.AST]:
    for i, keyword in enumerate(node.keywords):
        if keyword.arg != "strict":
            changed = deepcopy(node)
            del changed.keywords[i]
            yield changed
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    if called in {"min", "max", "minimum", "maximum"} and len(node.args) == 2:
        yield from node.args


def _named(node: ast.Name | ast.Attribute) -> Iterator[ast.AST]:
    changed = deepcopy(node)
    if isinstance(node, ast.Name) and node.id in _NAMES:
        changed.id = _NAMES[node.id]
        yield changed
    elif isinstance(node, ast.Attribute):
        words = _WORDS.get(ast.unparse(node.value), ())
        if node.attr in _NAMES:
            changed.attr = _NAMES[node.attr]
            yield changed
        elif node.attr in words:
            changed.attr = words[(words.index(node.attr) + 1) % len(words)]
            yield changed


def _unfiltered(node: ast.comprehension) -> Iterator[ast.AST]:
    for i in range(len(node.ifs)):
        changed = deepcopy(node)
        del changed.ifs[i]
        yield ast.copy_location(changed, node.target)


def _unsaid(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield ast.Pass()


def _stopped(node: ast.Break | ast.Continue) -> Iterator[ast.AST]:
    yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()


_BY_TYPE = {
    ast.Compare: _compare,
    ast.BinOp: _operation,
    ast.AugAssign: _operation,
    ast.BoolOp: _both,
    ast.UnaryOp: _bare,
    ast.Constant: _constant,
    ast.If: _condition,
    ast.While: _condition,
    ast.IfExp: _condition,
    ast.Call: _call,
    ast.Name: _named,
    ast.Attribute: _named,
    ast.comprehension: _unfiltered,
    ast.Expr: _unsaid,
    ast.Break: _stopped,
    ast.Continue: _stopped,
}
