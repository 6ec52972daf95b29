"""Several replies, one verdict: majorities, means, ties, agreement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judging import CLAIMS, GRADE, WORD, YES_NO, Graded, Worded

from assay.errors import JudgeError
from assay.judge.consensus import Aggregation, agree
from assay.records.reply import BinaryReply, SupportReply


def graded(*scores: int) -> list[Graded]:
    return [Graded(reason=f"r{score}", score=score) for score in scores]


def supports(*words: str) -> SupportReply:
    rows = [{"id": n, "reason": word, "quote": word, "verdict": word} for n, word in enumerate(words, 1)]
    return SupportReply.model_validate({"verdicts": rows})


@pytest.mark.parametrize(
    ("how", "scores", "value"),
    [
        (Aggregation.MEAN, (1, 2, 5), 8 / 3),
        (Aggregation.MEDIAN, (1, 2, 5), 2),
        (Aggregation.MEDIAN, (1, 2), 1.5),
        (Aggregation.MAJORITY, (4, 5, 4), 4),
        (Aggregation.MEAN, (4,), 4),
    ],
)
def test_numbers(how: Aggregation, scores: tuple[int, ...], value: float) -> None:
    """Numeric verdicts are averaged, halved or counted, as asked."""
    assert agree(GRADE, graded(*scores), how)[0].score == value


def test_number_details() -> None:
    """Spread is the largest difference; agreement the share of equal pairs; the votes are shown."""
    _, details = agree(GRADE, graded(1, 1, 4), Aggregation.MEAN)
    assert details == {"runs": 3, "votes": [[1, 1, 4]], "agreement": 1 / 3, "spread": 3}


def test_words_go_by_majority_per_item() -> None:
    """Each item has its own majority, with the reason and quotation of a reply that gave it, whatever the aggregate."""
    replies = [
        supports("supported", "unknown"),
        supports("contradicted", "unknown"),
        supports("supported", "supported"),
    ]
    for how in Aggregation:
        reply, details = agree(CLAIMS, replies, how)
        assert [(one.id, one.verdict, one.quote) for one in reply.verdicts] == [
            (1, "supported", "supported"),
            (2, "unknown", "unknown"),
        ]
        assert details["agreement"] == 2 / 6
        assert "spread" not in details


@pytest.mark.parametrize("words", [("supported", "contradicted"), ("supported", "contradicted", "unknown")])
def test_a_tie_with_a_word_for_it(words: tuple[str, ...]) -> None:
    """Without a majority the verdict is `unknown`, which is no support."""
    reply, _ = agree(CLAIMS, [supports(word) for word in words], Aggregation.MAJORITY)
    assert reply.verdicts[0].verdict == "unknown"
    assert isinstance(reply, SupportReply)


def test_a_tie_without_a_word_for_it() -> None:
    """Without a majority and without `unknown` there is no verdict."""
    replies = [Worded(reason="r", verdict=word) for word in ("good", "bad")]
    with pytest.raises(JudgeError) as caught:
        agree(WORD, replies, Aggregation.MAJORITY)
    assert caught.value.code == "judge_tie"


def test_a_numeric_majority_needs_one() -> None:
    """Three different grades have no majority."""
    with pytest.raises(JudgeError):
        agree(GRADE, graded(1, 2, 3), Aggregation.MAJORITY)


words = st.lists(st.lists(st.sampled_from(["yes", "no", "unknown"]), min_size=2, max_size=2), min_size=1, max_size=7)


@given(words)
def test_laws(rows: list[list[str]]) -> None:
    """The winner was said by more than half, or it is `unknown`; the order of the replies does not matter; unanimity is 1."""
    replies = [
        BinaryReply.model_validate({"verdicts": [{"id": n, "reason": "", "verdict": w} for n, w in enumerate(row, 1)]})
        for row in rows
    ]
    reply, details = agree(YES_NO, replies, Aggregation.MAJORITY)
    mirrored, _ = agree(YES_NO, replies[::-1], Aggregation.MAJORITY)
    assert [one.verdict for one in reply.verdicts] == [one.verdict for one in mirrored.verdicts]
    for index, one in enumerate(reply.verdicts):
        votes = [row[index] for row in rows]
        assert one.verdict == "unknown" or 2 * votes.count(one.verdict) > len(votes)
    if len(rows) > 1:
        assert 0 <= details["agreement"] <= 1
        assert (details["agreement"] == 1) == all(row == rows[0] for row in rows)
