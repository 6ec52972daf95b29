"""YAML text as plain nodes that remember where they stand.

The reading is YAML 1.2 where it matters for a policy: a plain scalar keeps its raw text, so `0.85` can become exactly that
decimal, `2026-11-01` stays text, and `yes`, `no`, `on`, `off` are texts. Only `true` and `false` are booleans. Anchors, aliases
and merge keys are followed; duplicate keys, tags, several documents and endless aliases are refused with their position.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

from assay.errors import Violation, ViolationsError

MAX_NODES = 20_000
MERGE_KEY = "<<"


@dataclass(frozen=True, slots=True)
class Node:
    """Something in the file, with its line and column counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ScalarNode(Node):
    """One value. `quoted` tells `"0.8"` from `0.8`."""

    text: str
    quoted: bool

    @property
    def is_null(self) -> bool:
        """Whether nothing is written: an empty value, `~` or `null`."""
        return not self.quoted and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class ListNode(Node):
    """A sequence."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class MapNode(Node):
    """A mapping with text keys in file order; `keys` are the positions of the keys themselves."""

    entries: dict[str, Node]
    keys: dict[str, Node]


def parse_yaml(text: str, *, source: str) -> Node | None:
    """The one document of `text`, or None when it holds nothing.

    Raises:
        ViolationsError: syntax errors, several documents, duplicate or non-text keys, tags, aliases that contain themselves,
            or more than `MAX_NODES` values; each with file, line and column.
    """
    try:
        root = yaml.compose(text, Loader=_TextLoader)
        builder = _Builder(source)
        node = builder.build(root) if root is not None else None
    except yaml.MarkedYAMLError as error:
        raise ViolationsError([_syntax(error, source)]) from error
    except yaml.reader.ReaderError as error:
        line, column = _position(text, error.position)
        message = f"character U+{error.character:04X} is not allowed in YAML"
        raise ViolationsError([_violation(source, line, column, message)]) from error
    except RecursionError as error:
        raise ViolationsError([_violation(source, 1, 1, "the values are nested too deeply to read")]) from error
    if builder.violations:
        raise ViolationsError(builder.violations)
    return node


class _TextLoader(yaml.SafeLoader):
    """Resolves no plain scalar: the schema decides what a text means."""

    yaml_implicit_resolvers: dict[str, object] = {}  # noqa: RUF012 - the class attribute that PyYAML reads


@dataclass
class _Builder:
    source: str
    violations: list[Violation] = field(default_factory=list)
    count: int = 0
    open_nodes: set[int] = field(default_factory=set)

    def build(self, node: yaml.Node) -> Node:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        self.count += 1
        if self.count > MAX_NODES or id(node) in self.open_nodes:
            raise yaml.MarkedYAMLError(
                problem=f"aliases that contain themselves, or more than {MAX_NODES} values",
                problem_mark=node.start_mark,
            )
        if node.tag not in _DEFAULT_TAGS:
            self._refuse(node, f"the tag {node.tag!r} is not allowed", "tag", "remove the tag")
        if isinstance(node, yaml.ScalarNode):
            return ScalarNode(line, column, node.value, quoted=node.style is not None)
        self.open_nodes.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return ListNode(line, column, tuple(self.build(item) for item in node.value))
            return self._mapping(node, line, column)
        finally:
            self.open_nodes.discard(id(node))

    def _mapping(self, node: yaml.Node, line: int, column: int) -> MapNode:
        entries: dict[str, Node] = {}
        keys: dict[str, Node] = {}
        merged: list[MapNode] = []
        for key_node, value_node in node.value:
            key, value = self.build(key_node), self.build(value_node)
            if not isinstance(key, ScalarNode):
                self._refuse(key_node, "a key must be text", "key_type")
            elif key.text == MERGE_KEY and not key.quoted:
                merged += self._merge_sources(value, value_node)
            elif key.text in entries:
                first = keys[key.text].line
                self._refuse(key_node, f"the key {key.text!r} stands twice (first on line {first})", "duplicate_key")
            else:
                entries[key.text], keys[key.text] = value, key
        for other in merged:
            for name, value in other.entries.items():
                if entries.setdefault(name, value) is value:
                    keys.setdefault(name, other.keys[name])
        return MapNode(line, column, entries, keys)

    def _merge_sources(self, value: Node, node: yaml.Node) -> list[MapNode]:
        sources = list(value.items) if isinstance(value, ListNode) else [value]
        mappings = [source for source in sources if isinstance(source, MapNode)]
        if len(mappings) != len(sources):
            self._refuse(node, "a merge key (<<) takes a mapping or a list of mappings", "merge_key")
        return mappings

    def _refuse(self, node: yaml.Node, message: str, code: str, hint: str | None = None) -> None:
        mark = node.start_mark
        self.violations.append(_violation(self.source, mark.line + 1, mark.column + 1, message, code=code, hint=hint))


_DEFAULT_TAGS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))


def _violation(
    source: str, line: int, column: int, message: str, *, code: str = "yaml", hint: str | None = None
) -> Violation:
    return Violation(message=message, source=source, line=line, column=column, code=code, hint=hint)


def _syntax(error: yaml.MarkedYAMLError, source: str) -> Violation:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    parts = [part for part in (error.context, error.problem) if part]
    hint = "indent with spaces" if error.problem and "\\t" in error.problem else None
    return _violation(source, line, column, f"this is not YAML that a policy can use: {', '.join(parts)}", hint=hint)


def _position(text: str, index: int) -> tuple[int, int]:
    before = text[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1
