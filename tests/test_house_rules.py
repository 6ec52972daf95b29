"""The rules of the house, as small linters over the source."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "assay"
MODULES = sorted(SOURCE.rglob("*.py"))
MAX_MODULE, MAX_FUNCTION = 400, 60
FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py", "misc.py"}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_modules_and_functions_fit_in_the_head() -> None:
    """No module above 400 lines, no function above 60, no drawer for leftovers."""
    assert [str(path) for path in MODULES if path.read_text(encoding="utf-8").count("\n") > MAX_MODULE] == []
    assert [str(path) for path in MODULES if path.name in FORBIDDEN_NAMES] == []
    long = [
        f"{path}:{node.lineno}" for path in MODULES for node in functions(parsed(path)) if length(node) > MAX_FUNCTION
    ]
    assert long == []


def test_every_module_says_what_it_is() -> None:
    """A docstring stands on top of every module."""
    assert [str(path) for path in MODULES if not ast.get_docstring(parsed(path))] == []


def test_nothing_is_left_unfinished() -> None:
    """No marker of unfinished work and no bare except."""
    marker = re.compile(r"\b(TODO|FIXME|XXX)\b|NotImplementedError")
    assert [str(path) for path in MODULES if marker.search(path.read_text(encoding="utf-8"))] == []
    bare = [
        f"{path}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert bare == []


def test_every_metric_has_its_own_definition() -> None:
    """Each registered metric says what it is, where the definition comes from, and parses back from its own text."""
    from assay.metrics import Registry

    registry = Registry.built_in()
    for metric in registry:
        info = metric.info()
        assert registry.parse(info.spec) == metric
        assert info.summary.endswith("."), info.spec
        assert "Source" in info.doc, info.spec


def test_the_public_surface_is_what_is_promised() -> None:
    """What `assay` exports is importable, and nothing else is promised."""
    import assay

    assert sorted(assay.__all__) == [
        "AssayError",
        "Case",
        "Decision",
        "Output",
        "Policy",
        "Run",
        "Sample",
        "Score",
        "__version__",
        "arun",
        "gate",
        "run",
    ]
    for name in assay.__all__:
        assert getattr(assay, name) is not None
