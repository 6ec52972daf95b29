"""Lint: each rule on the row that it is for, and silent on the row beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.golden import Finding, Severity, from_rows, read_golden
from assay.golden.lint import lint
from assay.records import Case

CLEAN: dict[str, Any] = {
    "id": "refund-1",
    "input": "How do refunds work?",
    "reference": "Within 30 days, to the card.",
    "required_claims": [{"id": "window", "text": "30 days"}, {"id": "card", "text": "to the card"}],
    "expected_facts": ["30 days", "card"],
    "expected_citations": ["doc-7", "doc-8"],
    "expected_context_ids": ["doc-7#2", "doc-8"],
    "must_abstain": False,
    "contract": "3",
    "reviewed": {"by": "qa", "on": "2026-11-01"},
}


def found(*changes: dict[str, Any]) -> list[Finding]:
    """What is found in clean rows with these changes."""
    rows = [
        CLEAN | {"id": f"refund-{at}", "input": f"Question {'abcdefgh'[at] * 9}?"} | change
        for at, change in enumerate(changes)
    ]
    return list(lint(from_rows(rows)))


def test_a_clean_set_has_no_findings() -> None:
    """Not even an info."""
    assert found({}, {}) == []


@pytest.mark.parametrize(
    ("change", "code", "severity", "message"),
    [
        ({"expected_facts": []}, "empty_list", "error", "expected_facts is stated and empty"),
        ({"required_claims": ["a", "b", " "]}, "blank_item", "error", "required_claims[2] is blank"),
        ({"reference_contexts": ["", "x"]}, "blank_item", "error", "reference_contexts[0] is blank"),
        ({"expected_facts": ["x", "x ", "y"]}, "duplicate_item", "error", "expected_facts holds 'x' more than once"),
        ({"required_claims": ["a"]}, "sparse", "info", "required_claims holds one item"),
        ({"expected_citations": ["doc-7"]}, "sparse", "info", "expected_citations holds one item"),
        (
            {"expected_citations": ["doc-7", "doc-82"], "expected_context_ids": ["doc-7#1", "doc-829"]},
            "citation_without_context",
            "warning",
            "expected_citations names 'doc-82'",
        ),
        (
            {"must_abstain": True},
            "contradiction",
            "error",
            "must_abstain is true, yet required_claims, expected_facts, expected_citations asks for an answer",
        ),
        (
            {"expected_fact": ["x"]},
            "unknown_field",
            "error",
            "field 'expected_fact' is not known; was 'expected_facts'",
        ),
        ({"latency_mss": 3}, "unknown_field", "warning", "field 'latency_mss' is not known; was 'latency_ms'"),
        (
            {"required_claims": ["a\u200bb", "c"]},
            "invisible_character",
            "warning",
            "required_claims holds the invisible U+200B",
        ),
        ({"input": "Wh\u202ey?"}, "invisible_character", "warning", "input holds the invisible U+202E"),
        ({"reference": "a\x00b"}, "control_character", "warning", "reference holds the control character U+0000"),
        ({"reference": "caf\ufffd"}, "replacement_character", "warning", "reference holds U+FFFD"),
        ({"reference": "cafÃ©"}, "mojibake", "warning", "reference looks like UTF-8 that was read as Windows-1252"),
        ({"id": "p\u0430y"}, "mixed_script", "warning", "id has a word of Cyrillic and Latin letters"),
        ({"input": "How to p\u0430y?"}, "mixed_script", "warning", "input has a word of Cyrillic and Latin letters"),
        ({"reference": "cafe\u0301"}, "not_nfc", "info", "reference is not in Unicode normal form C"),
        (
            {"input": "Le café?", "expected_facts": ["cafe\u0301", "x"]},
            "mixed_normal_forms",
            "warning",
            "expected_facts is decomposed (NFD) and input composed (NFC)",
        ),
    ],
)
def test_a_case_alone(change: dict[str, Any], code: str, severity: str, message: str) -> None:
    """Exactly the one finding, with its place and the case."""
    (finding,) = found(change)
    assert (finding.code, finding.severity) == (code, severity)
    assert message in finding.message
    assert finding.where == "rows:1"
    assert finding.case_id == change.get("id", "refund-0")


@pytest.mark.parametrize(
    "change",
    [
        {"input": "عن‌ها کجاست؟"},
        {"input": "Was ist ein Übergang? 中文 ελληνικά и русский"},
        {"input": "The β-carotene of 5 μm, ﬁne"},
        {"reference": "👩\u200d💻 writes"},
        {"reference": "tabs\tand\nlines"},
        {"must_abstain": True, "required_claims": None, "expected_facts": None, "expected_citations": None},
    ],
)
def test_what_is_no_finding(change: dict[str, Any]) -> None:
    """Other scripts, joiners that a script or an emoji needs, and a plain abstention."""
    assert found(change) == []


def test_a_case_that_states_nothing_has_no_check() -> None:
    """By its fields, or by what the metrics of a policy say."""
    rows = [
        {"id": "a", "input": "q", "language": "de", "reviewed": "qa"},
        CLEAN,
        {"id": "c", "input": "rr", "reviewed": "qa", "relevance": {"d": 1}},
    ]
    assert [(one.code, one.case_id) for one in lint(from_rows(rows))] == [
        ("no_check", "a"),
        ("mixed_contracts", None),
    ]

    def wants_abstention(case: Case) -> str | None:
        return None if case.must_abstain is not None else "the case states no must_abstain"

    found = lint(from_rows(rows), [wants_abstention])
    assert [one.case_id for one in found if one.code == "no_check"] == ["a", "c"]


def test_the_metrics_themselves_can_be_asked() -> None:
    """`Metric.applies` is what the lint is handed."""
    from assay.metrics.coverage.evidence_coverage import EvidenceCoverage

    rows = [CLEAN, CLEAN | {"id": "b", "input": "Other?", "required_claims": None}]
    assert [one.case_id for one in lint(from_rows(rows), [EvidenceCoverage().applies])] == ["b"]


def test_rows_that_cannot_be_read_are_findings(tmp_path: Path) -> None:
    """With their code and place; the rest of the file is looked at."""
    path = tmp_path / "golden.jsonl"
    path.write_text(
        '{"id": "a", "input": "q", "must_abstain": true}\n{"id": "a", "input": "r"}\n{"id": 1.5}\n[}\n', "utf-8"
    )
    found = lint(read_golden(path))
    assert [(one.code, one.severity, one.where.removeprefix(str(path))) for one in found] == [
        ("duplicate_id", Severity.ERROR, ":2"),
        ("row_fields", Severity.ERROR, ":3"),
        ("json", Severity.ERROR, ":4:2"),
        ("unreviewed", Severity.ERROR, ""),
    ]


def test_inputs_that_say_the_same() -> None:
    """Case, spacing and typography do not count; a letter in twelve makes a near duplicate."""
    found_now = found(
        {"input": "How long may I return a parcel?"},
        {"input": "  how LONG may I return a parcel? "},
        {"input": "How long may I return the parcel?"},
        {"input": "Who pays for the return of a parcel?"},
    )
    assert [(one.code, one.case_id) for one in found_now] == [
        ("duplicate_input", "refund-1"),
        ("near_duplicate_input", "refund-2"),
    ]
    assert found_now[0].message == "the input is that of case 'refund-0' (rows:1)"


def test_conversations_are_compared_as_a_whole() -> None:
    """Two equal conversations are one input."""
    talk = [{"role": "user", "content": "Hello"}]
    assert [one.code for one in found({"input": talk}, {"input": talk})] == ["duplicate_input"]


@pytest.mark.parametrize(
    ("one", "two"), [("Doc-7", "doc\u20117"), ("a1", "\u04301"), ("r 1", "r\u00a01"), ("fi", "\ufb01"), ("x", "X")]
)
def test_ids_that_look_alike(one: str, two: str) -> None:
    """Two ids that a reader would take for one."""
    codes = [(finding.code, finding.where) for finding in found({"id": one}, {"id": two})]
    assert ("confusable_id", "rows:2") in codes


def test_reviews() -> None:
    """One finding where nobody reviews anything, one a case where some are reviewed; cases that do not block are free."""
    unreviewed = {"reviewed": None}
    (whole,) = found(unreviewed, unreviewed | {"blocking": False}, unreviewed)
    assert (whole.code, whole.case_id) == ("unreviewed", None)
    assert whole.message == "none of the 2 blocking cases says who reviewed it"
    (one,) = found({}, unreviewed, unreviewed | {"blocking": False})
    assert (one.code, one.severity, one.case_id) == ("unreviewed", Severity.ERROR, "refund-1")


def test_mixed_contracts() -> None:
    """Each version is named with its first place; no version counts as one."""
    (finding,) = found({}, {"contract": 4}, {"contract": None}, {})
    assert (finding.code, finding.severity) == ("mixed_contracts", Severity.ERROR)
    assert finding.message == (
        "the cases are under 3 contract versions: '3' first at rows:1; '4' first at rows:2; none first at rows:3"
    )


def test_an_unknown_field_is_named_once() -> None:
    """Not once a row; a field that resembles nothing is no finding."""
    odd = {"expected_fact": ["x"], "zzz": 1}
    assert [one.code for one in found(odd, odd)] == ["unknown_field"]


def test_findings_are_plain_records() -> None:
    """They write as JSON and read back equal."""
    (finding,) = found({"expected_facts": []})
    assert Finding.from_json(finding.to_json()) == finding
