"""Sentence boundaries by the built-in rules, and the trained splitter only by name."""

from __future__ import annotations

import builtins
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError, MissingExtraError
from assay.text import sentence_spans, sentences


@pytest.mark.parametrize(
    "expected",
    [
        ["One.", "Two!", "Three?"],
        ["The U.S. has laws.", "Mr. J. Smith went."],
        ["See e.g. the list.", "It is long."],
        ["It cost $3.50.", "OK?"],
        ["Visit example.com today.", "It works."],
        ["Wait... what?", "Yes..."],
        ["He said “Stop.”", "Then he left."],
        ['He said "Stop!"', "Then he left."],
        ["Really?!", "Yes!"],
        ["It is in Fig. 3.", "See No. 5 there."],
        ["No.", "That is wrong."],
        ["The end.[1]", "Next one."],
        ["हाँ।", "नहीं।"],
        ["هل هذا صحيح؟", "نعم."],
        ["No stop at the end"],
        ["It opened in the U.S.", "He left."],
    ],
)
def test_boundaries(expected: list[str]) -> None:
    """Sentences joined by a blank are cut where a reader cuts them."""
    assert sentences(" ".join(expected)) == expected


def test_citation_marks_stay_with_their_sentence() -> None:
    """A bracketed number after a full stop belongs to the sentence before it."""
    assert sentences("First.[1] Second. [2] Third.")[0] == "First.[1]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京は晴れ。大阪は雨！本当？", ["東京は晴れ。", "大阪は雨！", "本当？"]),
        ("彼は「はい。」と言った。", ["彼は「はい。」", "と言った。"]),
        ("Title\n\nBody text", ["Title", "Body text"]),
        ("Items:\n- one\n- two", ["Items:", "- one", "- two"]),
        ("1. First item\n2. Second item", ["1. First item", "2. Second item"]),
        ("wrapped\nline.", ["wrapped\nline."]),
        ("", []),
        (" \n ", []),
        ("...", ["..."]),
    ],
)
def test_blocks_and_other_scripts(text: str, expected: list[str]) -> None:
    """Empty lines, list items and full stops of other scripts end sentences."""
    assert sentences(text) == expected


@given(st.text(alphabet='ab .!?\n。"”1-A'))
def test_nothing_is_lost(text: str) -> None:
    """Spans rise, hold no outer white space, and leave nothing but white space outside."""
    spans = sentence_spans(text)
    assert [start for start, _ in spans] == sorted({start for start, _ in spans})
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert "".join("".join(text[start:end] for start, end in spans).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text", ["." * 200_000 + "x", "a" * 200_000 + ". b", "Word " * 50_000, "Yes. " * 20_000, "]" * 100_000]
)
def test_long_texts_take_linear_time(text: str) -> None:
    """Runs of marks, words without end and many sentences are done at once (a quadratic rule would not come back)."""
    assert sentences(text)


def test_trained_splitter_is_used_by_name() -> None:
    """`nupunkt` gives its own sentences."""
    pytest.importorskip("nupunkt")
    assert sentences("Dr. Lee paid. Did it help?", "nupunkt") == ["Dr. Lee paid.", "Did it help?"]


def test_missing_splitter_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the error carries the command."""
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "nupunkt":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingExtraError, match=r"assay-eval\[text\]"):
        sentences("One. Two.", "nupunkt")


def test_unknown_splitter_is_refused() -> None:
    """A splitter that does not exist is named, with those that do."""
    with pytest.raises(ConfigurationError, match=r"'punkt'.*rules, nupunkt"):
        sentences("One.", "punkt")
