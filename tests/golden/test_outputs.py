"""Recorded outputs: pairs of case id and output, or why a row is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.errors import InputError, ViolationsError
from assay.golden import read_golden, read_outputs
from assay.records import Citation, Context, InvalidInput, Output


def written(folder: Path, *rows: object, name: str = "outputs.jsonl") -> Path:
    """A new file of these rows."""
    path = folder / name
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_rows_become_pairs(tmp_path: Path) -> None:
    """Unknown columns are kept in the output; fields of a case are not."""
    row = {
        "case_id": " a",
        "answer": "30 days",
        "contexts": ["c"],
        "citations": ["d1"],
        "model": "m",
        "output.seed": 3,
        "reference": "not the target's",
        "relevance": {"d1": 1},
    }
    assert list(read_outputs(written(tmp_path, row))) == [
        (
            "a",
            Output(
                answer="30 days",
                contexts=(Context(text="c", rank=1),),
                citations=(Citation(id="d1"),),
                extra={"model": "m", "seed": 3},
            ),
        )
    ]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"answer": "x"}, "id is missing"),
        ({"id": "a"}, "the row holds no field of an output"),
        ({"id": "a", "answer": 3, "abstained": "no"}, "answer must be text, got int; abstained must be true or false"),
        ({"id": "a", "answer": "x", "latency_ms": True}, "latency_ms must be a number, got bool"),
        (
            {"id": "a", "answer": "x", "attributions": [{"claim_id": "c"}]},
            "attributions[0]: Attribution: Object missing",
        ),
        ("[]", "row must be an object, got a list"),
    ],
)
def test_rows_that_are_no_outputs(tmp_path: Path, row: object, reason: str) -> None:
    """Each is an invalid row with its line; the others are read."""
    bad, good = read_outputs(written(tmp_path, row, {"id": "z", "answer": "ok"}))
    assert isinstance(bad, InvalidInput)
    assert bad.line == 1
    assert reason in bad.reason
    assert good == ("z", Output(answer="ok"))


def test_two_outputs_of_one_case_are_a_collision(tmp_path: Path) -> None:
    """Neither overwrites the other in silence."""
    first, second = read_outputs(written(tmp_path, {"id": 7, "answer": "x"}, {"id": "7 ", "answer": "y"}))
    assert first == ("7", Output(answer="x"))
    assert isinstance(second, InvalidInput)
    assert second.code == "duplicate_id"


def test_the_input_that_was_asked_is_kept_with_the_output(tmp_path: Path) -> None:
    """Under any of its names, so that an output of another question can be told."""
    rows = read_outputs(written(tmp_path, {"id": "a", "question": "Why?", "answer": "x"}))
    assert list(rows) == [("a", Output(answer="x", extra={"input": "Why?"}))]


def test_an_error_that_was_recorded_is_a_failure(tmp_path: Path) -> None:
    """With an answer or without one; an error that says nothing is none."""
    rows = list(
        read_outputs(
            written(
                tmp_path,
                {"id": "a", "answer": "x", "error": "rate limited"},
                {"id": "b", "error": {"code": 500}},
                {"id": "c", "answer": "x", "error": " "},
                {"id": "d", "answer": "x", "error": None},
            )
        )
    )
    failures = [row[1].failure for row in rows if not isinstance(row, InvalidInput)]
    assert [failure and failure.kind for failure in failures] == ["reported", "reported", None, None]
    assert failures[0] is not None
    assert failures[0].message == "rate limited"


def test_a_failure_can_be_recorded(tmp_path: Path) -> None:
    """A row without an answer because the target gave none."""
    ((_, output),) = read_outputs(  # type: ignore[misc]
        written(tmp_path, {"id": "a", "failure": {"kind": "timeout", "message": "after 60 s"}})
    )
    assert output.failure is not None
    assert output.failure.kind == "timeout"


def test_problems_of_the_file_are_raised_at_once(tmp_path: Path) -> None:
    """Before the first pair is asked for."""
    with pytest.raises(InputError, match="no such file"):
        read_outputs(tmp_path / "outputs.jsonl")
    with pytest.raises(ViolationsError, match="the file has no column 'reply'"):
        read_outputs(written(tmp_path, {"id": "a", "answer": "x"}), {"answer": "reply"})


def test_files_without_ids_are_joined_by_their_inputs(tmp_path: Path) -> None:
    """A ragas golden file and a ragas file of answers meet, in any order."""
    golden = read_golden(
        written(tmp_path, *({"user_input": text, "reference": "r"} for text in ("one", "two")), name="golden.jsonl")
    )
    outputs = written(tmp_path, *({"user_input": text, "response": text.upper()} for text in ("two", "one")))
    ids = {row.case.id: row.case.input for row in golden if not isinstance(row, InvalidInput)}
    answers = {ids[pair[0]]: pair[1].answer for pair in read_outputs(outputs) if not isinstance(pair, InvalidInput)}
    assert answers == {"one": "ONE", "two": "TWO"}


def test_csv_outputs(tmp_path: Path) -> None:
    """A blank cell is a field that was not returned."""
    path = tmp_path / "outputs.csv"
    path.write_text('id,answer,contexts,note\na,x,"[""c""]",n\nb,y,,\n', encoding="utf-8")
    assert list(read_outputs(path)) == [
        ("a", Output(answer="x", contexts=(Context(text="c", rank=1),), extra={"note": "n"})),
        ("b", Output(answer="y")),
    ]
