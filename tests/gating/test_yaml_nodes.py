"""YAML text becomes nodes with positions; what a policy cannot use is refused where it stands."""

import pytest

from assay.errors import ViolationsError
from assay.gating.yaml_nodes import ListNode, MapNode, ScalarNode, parse_yaml


def entry(text, name):
    """The node under one key of a mapping."""
    root = parse_yaml(text, source="p.yaml")
    assert isinstance(root, MapNode)
    return root.entries[name]


def problem(text):
    """The first violation of a text that must be refused."""
    with pytest.raises(ViolationsError) as caught:
        parse_yaml(text, source="p.yaml")
    return caught.value.violations[0]


@pytest.mark.parametrize(
    "raw", ["0.85", "0.850", "1e-3", "yes", "no", "on", "off", "2026-11-01", "1.10", "012", ".5", "0x1F"]
)
def test_plain_scalars_keep_their_text(raw):
    """No scalar is turned into a float, a boolean or a date while it is read."""
    node = entry(f"a: {raw}", "a")
    assert isinstance(node, ScalarNode)
    assert (node.text, node.quoted, node.is_null) == (raw, False, False)


def test_quotes_are_remembered():
    """A quoted number can be told from a number."""
    assert entry("a: '0.8'", "a").quoted
    assert entry('a: "0.8"', "a").quoted


def test_positions_count_from_one():
    """Every node knows its line and column."""
    node = entry("# comment\n\na:\n  - x\n  - y\n", "a")
    assert isinstance(node, ListNode)
    assert [(item.line, item.column) for item in node.items] == [(4, 5), (5, 5)]


@pytest.mark.parametrize("text", ["", "# only a comment\n", "\n\n", "---\n"])
def test_nothing_is_none_or_null(text):
    """A file without a value is nothing, not a mapping."""
    node = parse_yaml(text, source="p.yaml")
    assert node is None or node.is_null


def test_byte_order_mark_and_crlf_are_read():
    """A leading mark and Windows line ends change nothing."""
    assert entry("\ufeffa: 1\r\nb: 2\r\n", "b").text == "2"


def test_anchors_aliases_and_merge_keys_are_followed():
    """A merged key is taken over unless the mapping writes it itself."""
    node = entry("base: &base {fail: 0.6, warn: 0.7}\na: {<<: *base, warn: 0.8}\n", "a")
    assert {name: value.text for name, value in node.entries.items()} == {"fail": "0.6", "warn": "0.8"}


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "'a' stands twice (first on line 1)"),
        ("a: {x: 1, x: 2}\n", 1, 11, "'x' stands twice"),
        ("a:\n\t- x\n", 2, 1, "\\t"),
        ("a: [1, 2\n", 2, 1, "flow sequence"),
        ("a: 'open\n", 2, 1, "quoted scalar"),
        ("a: 1\n---\nb: 2\n", 2, 1, "another document"),
        ("a: &x [*x]\n", 1, 4, "contain themselves"),
        ("a: *nowhere\n", 1, 4, "undefined alias"),
        ("a: !!python/object:os.system x\n", 1, 4, "tag"),
        ("a: !!float '1'\n", 1, 4, "tag"),
        ("? [1]\n: 2\n", 1, 3, "key must be text"),
        ("a: 1\nb: \x01\n", 2, 4, "U+0001"),
        ("a: {<<: 3}\n", 1, 9, "merge key"),
    ],
)
def test_what_a_policy_cannot_use_is_refused_in_place(text, line, column, words):
    """Syntax errors, duplicates, tags, several documents: each with line and column."""
    found = problem(text)
    assert (found.source, found.line, found.column) == ("p.yaml", line, column)
    assert words in found.message


def test_every_duplicate_is_named_at_once():
    """Problems of the tree are collected, not raised one by one."""
    with pytest.raises(ViolationsError) as caught:
        parse_yaml("a: 1\na: 2\nb: {c: 1, c: 2}\n", source="p.yaml")
    assert [one.line for one in caught.value.violations] == [2, 3]


def test_aliases_cannot_blow_up():
    """Ten levels of ten aliases would be ten thousand million values; it is refused instead."""
    levels = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 10)}]" for i in range(1, 10)]
    assert "more than" in problem("\n".join(levels)).message


def test_endless_nesting_is_refused():
    """A tree too deep for the reader is a violation, not a crash."""
    assert "too deeply" in problem("[" * 5000).message
