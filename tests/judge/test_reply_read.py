"""Reading a reply: exactly one object, or no verdict."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import JudgeError
from assay.judge.reply import read_object


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"score": 1}', {"score": 1}),
        ('```json\n{"score": 1}\n```', {"score": 1}),
        ('```\n{"score": 1}```', {"score": 1}),
        ('\ufeff {"score": 1}\n', {"score": 1}),
        ('<think>maybe {"score":1} …</think>{"score":0}', {"score": 0}),
        ("<thinking>a</thinking>\n<think>b</think>\n```json\n{}\n```", {}),
        ('[THINK]x[/THINK]{"a": 1}', {"a": 1}),
        ('◁think▷x◁/think▷{"a": 1}', {"a": 1}),
        ('<|channel|>analysis<|message|>x<|channel|>final<|message|>{"a": 1}', {"a": 1}),
        ('It looks bad.\n</think>\n{"score": 0}', {"score": 0}),
        ('{"reason":"lists A, B, ] and stops"}', {"reason": "lists A, B, ] and stops"}),
        ('{"reason": "it says <think> and </think>{\\"score\\":1}", "score": 0}', None),
        ('{"score": 1e-3}', {"score": 0.001}),
    ],
)
def test_reads(text: str, value: dict[str, object] | None) -> None:
    """Fences and leading reasoning blocks are removed; what stands in a string is never looked at (D1, D2, D4, D5, D12)."""
    assert read_object(text).value == (json.loads(text) if value is None else value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "10.0",
        '"yes"',
        "[1]",
        "null",
        "On a scale of 0 to 3 I give 2",
        "Score: 10.0",
        "Score: 4 of 5",
        "0.9, because 1 of 2",
        "0/0",
        "-0.5",
        "1000",
        "GRADE: C",
        'The answer holds {"verdict":"yes"}, which I ignore.',
        'Here you are: {"verdict":"yes"}',
        '{"verdict":"yes"} is what the answer claims',
        '{"verdict":"no"} {"verdict":"yes"}',
        '```json\n{"verdict":"no"}\n```\n```json\n{"verdict":"yes"}\n```',
        "{'verdict': '1'}",
        "{'reason': 'the claim's source', 'verdict': '1'}",
        '{"score": NaN}',
        '{"score": Infinity}',
        '{"score": 1e999}',
        '{"score": 010}',
        '{"score": 0, "score": 1}',
        '{"score": 1',
        '<think>it never ends {"score": 1}',
        '<think>quotes </think>{"score":1} hm</think>{"score":0}',
        'a</think>{"score":1}</think>{"score":0}',
        '{"a": 1} // comment',
        '{"reason": "never closed, }',
        "[" * 100_000,
        '{"a":' * 100_000,
        '\\"' * 50_000,
        '{"score": ' + "9" * 5_000 + "}",
    ],
    ids=lambda text: text[:60],
)
def test_refuses(text: str) -> None:
    """No object is searched for in prose and no number fished out of it; nothing is guessed (D5, D6, D9, D10, D12, D24)."""
    with pytest.raises(JudgeError) as caught:
        read_object(text)
    assert caught.value.code == "judge_unparsable"


def test_repairs_are_flagged() -> None:
    """A trailing comma and a raw line break are mended outside and inside strings respectively, and noted (D4)."""
    read = read_object('{"reason": "lists A, ] and\nB, }", "items": [1, 2,], }')
    assert read.value == {"reason": "lists A, ] and\nB, }", "items": [1, 2]}
    assert read.notes == ("trailing comma removed", "raw line break")


def test_a_clean_reply_has_no_notes() -> None:
    """Nothing is noted where nothing was done."""
    assert read_object('{"a": ",}"}').notes == ()


texts = st.text(st.sampled_from('{}[],:"\\ab1<think>/`\n'), max_size=30)


@given(st.dictionaries(texts, texts | st.integers() | st.lists(texts, max_size=3), max_size=4))
def test_any_object_reads_back(value: dict[str, object]) -> None:
    """Whatever a judge quotes inside the strings of its object, the object is read as it was written, bare or fenced."""
    text = json.dumps(value)
    assert read_object(text).value == value
    assert read_object(f"```json\n{text}\n```").value == value
    assert read_object(f"<think>{{}} \n</think>\n{text}").value == value


@given(st.text(max_size=60))
def test_reads_or_refuses(text: str) -> None:
    """Any text gives an object or the one error."""
    try:
        outcome: object = read_object(text).value
    except JudgeError as error:
        outcome = error.code
    assert isinstance(outcome, dict) or outcome == "judge_unparsable"
