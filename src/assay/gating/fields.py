"""Typed readers for the fields of a policy: a node in, a plain value out, every problem noted where it stands."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from assay.errors import Violation, did_you_mean, near_matches
from assay.gating.yaml_nodes import ListNode, MapNode, Node, ScalarNode

LEAST_PERCENTAGE = 2
"""From here on, a number where a share is due was probably meant in per cent; 1.0001 was not."""
_NUMBER = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d{1,3})?", re.ASCII)
_INTEGER = re.compile(r"[-+]?\d{1,15}", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.?(inf|nan|infinity)", re.IGNORECASE)


@dataclass
class Problems:
    """Collects what is wrong with one file, so that it can be said once."""

    source: str
    violations: list[Violation] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def refuse(self, node: Node, path: str, message: str, *, code: str, hint: str | None = None) -> None:
        """Note a violation at `node`; `path` names the field, `checks.abstention.minimum`."""
        self.violations.append(
            Violation(
                message=message,
                source=self.source,
                line=node.line,
                column=node.column,
                field=path or None,
                code=code,
                hint=hint,
            )
        )

    def warn(self, node: Node, path: str, message: str) -> None:
        """Note something that is accepted and that a person should know."""
        self.warnings.append(f"{self.source}:{node.line}: {path}: {message}")


Reader = Callable[[Node, str, Problems], Any]
"""Reads one field. Returns None after it has noted a problem."""


@dataclass(frozen=True, slots=True)
class Section:
    """The fields of one mapping that could be read. `broken` names those that could not."""

    node: Node
    path: str
    values: Mapping[str, Any]
    nodes: Mapping[str, Node]
    broken: frozenset[str]

    def node_of(self, name: str) -> Node:
        """Where the field stands; the whole section where it is not written."""
        return self.nodes.get(name, self.node)


def read_section(node: Node, path: str, table: Mapping[str, Reader], problems: Problems) -> Section:
    """Read a mapping whose keys are exactly those of `table`; an empty value is an empty mapping."""
    entries = read_map(node, path, problems)
    values: dict[str, Any] = {}
    broken: set[str] = set()
    for name, value in entries.items():
        if name not in table:
            position = node.keys[name] if isinstance(node, MapNode) else node
            hint = did_you_mean(near_matches(name, table)) or f"known here: {', '.join(table)}"
            problems.refuse(position, join(path, name), f"unknown key {name!r}", code="unknown_key", hint=hint)
            broken.add(name)
            continue
        result = table[name](value, join(path, name), problems)
        if result is None:
            broken.add(name)
        else:
            values[name] = result
    return Section(node, path, values, entries, frozenset(broken))


def read_map(node: Node, path: str, problems: Problems) -> Mapping[str, Node]:
    """The entries of a mapping; nothing is an empty mapping."""
    if isinstance(node, MapNode):
        return node.entries
    if not (isinstance(node, ScalarNode) and node.is_null):
        problems.refuse(node, path, f"expected a mapping, got {describe(node)}", code="type")
    return {}


def join(path: str, name: str) -> str:
    """The path of a field below `path`."""
    return f"{path}.{name}" if path else name


def describe(node: Node) -> str:
    """What stands there, for `expected …, got …`."""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return "nothing"
        shown = node.text if len(node.text) <= 40 else f"{node.text[:40]}…"
        return f'the text "{shown}"' if node.quoted else shown
    return "a list" if isinstance(node, ListNode) else "a mapping"


def read_text(node: Node, path: str, problems: Problems) -> str | None:
    """One text that is not blank; a plain number or date keeps its letters."""
    if isinstance(node, ScalarNode) and not node.is_null and node.text.strip():
        return node.text.strip()
    problems.refuse(node, path, f"expected a text, got {describe(node)}", code="type")
    return None


def read_bool(node: Node, path: str, problems: Problems) -> bool | None:
    """`true` or `false`, without quotes."""
    if isinstance(node, ScalarNode) and not node.quoted and node.text in ("true", "True", "TRUE"):
        return True
    if isinstance(node, ScalarNode) and not node.quoted and node.text in ("false", "False", "FALSE"):
        return False
    problems.refuse(
        node,
        path,
        f"expected true or false, got {describe(node)}",
        code="type",
        hint="write true or false without quotes",
    )
    return None


def read_decimal(node: Node, path: str, problems: Problems) -> Decimal | None:
    """A finite number, exactly as it is written."""
    if isinstance(node, ScalarNode) and not node.quoted and _NUMBER.fullmatch(node.text):
        return Decimal(node.text)
    if isinstance(node, ScalarNode) and _NOT_FINITE.fullmatch(node.text):
        problems.refuse(node, path, f"{node.text} is not a number to compare with", code="not_finite")
        return None
    problems.refuse(node, path, f"expected a number, got {describe(node)}", code="type", hint=_number_hint(node))
    return None


def _number_hint(node: Node) -> str | None:
    if not isinstance(node, ScalarNode):
        return None
    text = node.text.strip()
    if node.quoted and _NUMBER.fullmatch(text):
        return f"remove the quotes: {text}"
    if text.endswith("%") and _NUMBER.fullmatch(text[:-1]):
        return f"did you mean {as_share(Decimal(text[:-1]))}?"
    if "," in text and _NUMBER.fullmatch(text.replace(",", ".")):
        return f"write the decimal point: {text.replace(',', '.')}"
    return None


def as_share(percentage: Decimal) -> str:
    """A percentage as a share with at least two decimals: 80 is `0.80`.

    >>> as_share(Decimal(80)), as_share(Decimal("99.5"))
    ('0.80', '0.995')
    """
    share = (percentage / 100).normalize()
    exponent = share.as_tuple().exponent
    return f"{share:.2f}" if isinstance(exponent, int) and exponent > -2 else f"{share:f}"


def at_least(low: int) -> Reader:
    """A reader of whole numbers from `low`."""

    def read(node: Node, path: str, problems: Problems) -> int | None:
        if isinstance(node, ScalarNode) and not node.quoted and _INTEGER.fullmatch(node.text):
            if int(node.text) >= low:
                return int(node.text)
            problems.refuse(node, path, f"must be at least {low}, got {node.text}", code="outside_domain")
            return None
        message = f"expected a whole number from {low}, got {describe(node)}"
        problems.refuse(node, path, message, code="type", hint=_number_hint(node) or _count_hint(node))
        return None

    return read


def _count_hint(node: Node) -> str | None:
    """For a share that stands where a count is due."""
    if not isinstance(node, ScalarNode) or not _NUMBER.fullmatch(node.text) or node.quoted:
        return None
    return "this is a count, not a share; a share of the cases is `min_scored_share`"


def between(low: Decimal | int, high: Decimal | int | None, *, open_ends: bool = False) -> Reader:
    """A reader of numbers from `low` to `high` (None is open); `open_ends` refuses both ends themselves."""
    upper = "" if high is None else f" to {high}"
    wording = f"{low}{upper}" + (", both ends excluded" if open_ends else "")

    def inside(value: Decimal) -> bool:
        if open_ends and value in (low, high):
            return False
        return value >= low and (high is None or value <= high)

    def read(node: Node, path: str, problems: Problems) -> Decimal | None:
        value = read_decimal(node, path, problems)
        if value is None or inside(value):
            return value
        hint = (
            f"did you mean {as_share(value)}?"
            if high == 1 and value >= LEAST_PERCENTAGE and inside(value / 100)
            else None
        )
        problems.refuse(
            node, path, f"expected a number from {wording}, got {describe(node)}", code="outside_domain", hint=hint
        )
        return None

    return read


def one_of(*words: str) -> Reader:
    """A reader of a closed set of words."""

    def read(node: Node, path: str, problems: Problems) -> str | None:
        if isinstance(node, ScalarNode) and node.text in words:
            return node.text
        near = near_matches(node.text, words) if isinstance(node, ScalarNode) else ()
        message = f"expected {' or '.join(words)}, got {describe(node)}"
        problems.refuse(node, path, message, code="value", hint=did_you_mean(near))
        return None

    return read


def read_texts(node: Node, path: str, problems: Problems) -> tuple[str, ...] | None:
    """A list of distinct texts, at least one."""
    if not isinstance(node, ListNode) or not node.items:
        problems.refuse(node, path, f"expected a list of texts, got {describe(node)}", code="type")
        return None
    texts = [read_text(item, f"{path}[{index}]", problems) for index, item in enumerate(node.items)]
    found = [text for text in texts if text is not None]
    for text in _doubled(found):
        problems.refuse(node, path, f"{text!r} is listed twice", code="duplicate")
    return tuple(found) if len(found) == len(texts) else None


def _doubled(texts: Iterable[str]) -> list[str]:
    seen: dict[str, int] = {}
    for text in texts:
        seen[text] = seen.get(text, 0) + 1
    return [text for text, count in seen.items() if count > 1]


def read_date(node: Node, path: str, problems: Problems) -> str | None:
    """A calendar date, `2027-01-31`."""
    text = node.text if isinstance(node, ScalarNode) else ""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        message = f"expected a date such as 2027-01-31, got {describe(node)}"
        problems.refuse(node, path, message, code="type")
        return None


def read_json(node: Node, path: str, problems: Problems) -> dict[str, Any] | None:
    """A free-form mapping of JSON values."""
    return {name: _json(value, join(path, name), problems) for name, value in read_map(node, path, problems).items()}


def _json(node: Node, path: str, problems: Problems) -> Any:
    if isinstance(node, MapNode):
        return read_json(node, path, problems)
    if isinstance(node, ListNode):
        return [_json(item, f"{path}[{index}]", problems) for index, item in enumerate(node.items)]
    if not isinstance(node, ScalarNode):
        raise TypeError(f"unknown node {node!r}")
    return None if node.is_null else node.text if node.quoted else _plain(node, path, problems)


def _plain(node: ScalarNode, path: str, problems: Problems) -> bool | int | float | str | None:
    if node.text in ("true", "false"):
        return node.text == "true"
    if _INTEGER.fullmatch(node.text):
        return int(node.text)
    if not _NUMBER.fullmatch(node.text):
        return node.text
    number = float(node.text)
    if math.isfinite(number):
        return number
    problems.refuse(node, path, f"{node.text} is too large a number", code="not_finite")
    return None
