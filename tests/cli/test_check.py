"""`assay check`: one JSON object a row, 2 wins over 1."""

from __future__ import annotations

import json

import pytest

PASSING = {"case_id": "refund-1", "required_claim_ids": ["a", "b"], "supported_claim_ids": ["a", "b"]}
FAILING = {"case_id": "refund-2", "required_claim_ids": ["a", "b"], "supported_claim_ids": ["a"]}
UNKNOWN_ID = {"case_id": "refund-3", "required_claim_ids": ["a"], "supported_claim_ids": ["old-a"]}
EMPTY = {"case_id": "refund-4", "required_claim_ids": [], "supported_claim_ids": []}
NO_SUPPORT = {"case_id": "refund-5", "required_claim_ids": ["a"]}
NO_REQUIREMENT = {"case_id": "refund-6", "supported_claim_ids": ["a"]}


def records(result) -> list[dict]:
    """The printed objects."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([PASSING], 0),
        ([PASSING, FAILING], 1),
        ([PASSING, UNKNOWN_ID], 2),
        ([FAILING, EMPTY], 2),
        ([PASSING, NO_SUPPORT], 2),
        ([PASSING, NO_REQUIREMENT], 2),
    ],
)
def test_exit_codes(assay, rows: list[dict], code: int) -> None:
    """0 passed, 1 a valid row below the minimum, 2 an invalid row; 2 wins."""
    assay.write("rows.jsonl", rows)
    assert assay("check", "rows.jsonl", "--minimum", "0.85").returncode == code


def test_every_row_is_printed_with_its_reason(assay) -> None:
    """Case id, status, score, minimum, method and reason stand on each line, and the missing id is named."""
    assay.write("rows.jsonl", [PASSING, FAILING, UNKNOWN_ID])
    passing, failing, invalid = records(assay("check", "rows.jsonl", "--minimum", "0.85"))
    assert passing["status"] == "pass"
    assert failing == {
        "case_id": "refund-2",
        "method": "exact",
        "minimum": 0.85,
        "reason": "supported=1; required=2; missing=b",
        "score": 0.5,
        "status": "fail",
    }
    assert invalid["status"] == "invalid"
    assert "unknown IDs: old-a" in invalid["reason"]
    assert "score" not in invalid


def test_an_unreadable_line_is_an_invalid_row_with_its_number(assay) -> None:
    """Blank lines keep physical numbers; a broken line does not stop the others."""
    assay.write("rows.jsonl", f"{json.dumps(PASSING)}\n\nnot json\n{json.dumps(FAILING)}\n")
    result = assay("check", "rows.jsonl", "--minimum", "0.85")
    assert result.returncode == 2
    assert [(record["status"], record.get("line")) for record in records(result)] == [
        ("pass", None),
        ("invalid", 3),
        ("fail", None),
    ]


def test_the_minimum_can_come_from_the_environment(assay) -> None:
    """MIN_EVIDENCE_COVERAGE is read where --minimum is not given, and required where neither is."""
    assay.write("rows.jsonl", [FAILING])
    assert assay("check", "rows.jsonl", env={"MIN_EVIDENCE_COVERAGE": "0.5"}).returncode == 0
    missing = assay("check", "rows.jsonl")
    assert missing.returncode == 2
    assert "MIN_EVIDENCE_COVERAGE" in missing.stderr


@pytest.mark.parametrize("minimum", ["nan", "inf", "-0.1", "1.1", "85", "high", ""])
def test_a_minimum_outside_the_domain_is_refused(assay, minimum: str) -> None:
    """A threshold must be a decimal inside the metric's domain."""
    assay.write("rows.jsonl", [PASSING])
    result = assay("check", "rows.jsonl", "--minimum", minimum)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_ratios_meet_their_decimal_exactly(assay) -> None:
    """3 of 10 meets 0.3."""
    ids = [f"c{number}" for number in range(10)]
    assay.write("rows.jsonl", [{"case_id": "a", "required_claim_ids": ids, "supported_claim_ids": ids[:3]}])
    assert assay("check", "rows.jsonl", "--minimum", "0.3").returncode == 0
    assert assay("check", "rows.jsonl", "--minimum", "0.3000001").returncode == 1


def test_an_empty_file_is_not_green(assay) -> None:
    """Nothing tested is not passed."""
    assay.write("rows.jsonl", "")
    assert assay("check", "rows.jsonl", "--minimum", "0.5").returncode == 2


def test_rows_with_nothing_to_check_can_be_counted_apart(assay) -> None:
    """With --skip-not-applicable a row without requirement is not invalid, but alone it is still not green."""
    assay.write("rows.jsonl", [PASSING, NO_REQUIREMENT])
    assert assay("check", "rows.jsonl", "--minimum", "0.5", "--skip-not-applicable").returncode == 0
    assay.write("rows.jsonl", [NO_REQUIREMENT])
    assert assay("check", "rows.jsonl", "--minimum", "0.5", "--skip-not-applicable").returncode == 2


def test_a_proxy_decides_only_where_that_is_asked_for(assay) -> None:
    """A proxy is refused by its method; with --allow-proxy each line says what decided."""
    assay.write("rows.jsonl", [{"case_id": "a", "input": "q", "reference": "Paris", "answer": "Paris"}])
    call = ("check", "rows.jsonl", "--metric", "token_f1", "--minimum", "0.5")
    refused = assay(*call)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "lexical proxy" in refused.stderr
    assert "--allow-proxy" in refused.stderr
    allowed = assay(*call, "--allow-proxy", "--json")
    assert allowed.returncode == 0
    assert [record["method"] for record in records(allowed)] == ["lexical"]
