"""Messages and tool calls: every known shape is read, and a conversation that does not fit together is refused."""

from __future__ import annotations

import pytest

from assay.errors import InvalidRowError
from assay.records import Case, ExpectedCall, Output, Role, Sample, ToolCall
from assay.records.message import calls_of, parse_expected_calls, parse_messages, parse_tool_calls

OPENAI = [
    {"role": "user", "content": "Refund order 7"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"order": 7}'}},
            {"id": "c2", "type": "function", "function": {"name": "policy", "arguments": ""}},
        ],
    },
    {"role": "tool", "tool_call_id": "c2", "content": "30 days"},
    {"role": "tool", "tool_call_id": "c1", "content": "found"},
    {"role": "assistant", "content": "Done."},
]


@pytest.mark.parametrize(
    "call",
    [
        {"name": "find", "args": {"order": 7}, "id": "c1"},
        {"name": "find", "arguments": '{"order": 7}', "id": "c1"},
        {"name": "find", "input_parameters": {"order": 7}, "id": "c1"},
        {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"order":7}'}},
    ],
)
def test_every_call_shape_reads_alike(call: dict[str, object]) -> None:
    """ragas, OpenAI, LangChain and DeepEval calls give one record."""
    assert parse_tool_calls([call]) == (ToolCall(name="find", args={"order": 7}, id="c1"),)


def test_null_arguments_differ_from_empty_ones() -> None:
    """Absent arguments stay absent; an empty argument text is an empty object."""
    absent, empty = parse_tool_calls([{"name": "a", "args": None}, {"name": "a", "arguments": ""}])
    assert absent.args is None
    assert empty.args == {}


@pytest.mark.parametrize("text", ["{", "[1]", '{"x": NaN}', "7"])
def test_broken_argument_text_is_kept_as_the_models_mistake(text: str) -> None:
    """Arguments that are no JSON object are kept for the comparison when made, and refused when expected."""
    assert parse_tool_calls([{"name": "a", "arguments": text}])[0].unparsed == text
    with pytest.raises(InvalidRowError, match="not a JSON object"):
        parse_expected_calls([{"name": "a", "arguments": text}])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"name": "a"}, "must be a list"),
        (["a"], r"tool_calls\[0\] must be an object"),
        ([{"args": {}}], r"tool_calls\[0\] has no name"),
        ([{"name": " "}], r"tool_calls\[0\] has no name"),
        ([{"name": "a", "args": [1]}], "arguments must be an object"),
        ([{"name": "a", "id": 7}], "id must be text"),
    ],
)
def test_calls_of_another_form_are_refused(value: object, message: str) -> None:
    """The error names the position and what was expected."""
    with pytest.raises(InvalidRowError, match=message):
        parse_tool_calls(value)


def test_expected_call_lists_values_and_optional_names() -> None:
    """Every argument has its right values; an optional one must have some."""
    call = parse_expected_calls([{"name": "w", "args": {"a": 1}, "acceptable": {"b": ["c", "d"]}, "optional": ["b"]}])[
        0
    ]
    assert call.values == {"a": (1,), "b": ("c", "d")}
    with pytest.raises(InvalidRowError, match="no value to compare"):
        ExpectedCall(name="w", args={}, optional=("z",))
    with pytest.raises(InvalidRowError, match="args and in acceptable"):
        parse_expected_calls([{"name": "w", "args": {"a": 1}, "acceptable": {"a": [1]}}])
    with pytest.raises(InvalidRowError, match="at least one value"):
        parse_expected_calls([{"name": "w", "acceptable": {"a": []}}])


def test_openai_conversation_ties_results_to_calls() -> None:
    """A tool message answers the call with its id, whatever the order."""
    messages = parse_messages(OPENAI)
    assert [message.answers for message in messages] == [None, None, 1, 0, None]
    assert [call.name for call in calls_of(messages)] == ["find", "policy"]
    assert parse_messages(messages) == messages


def test_ragas_and_langchain_conversations() -> None:
    """Messages with `type` and messages wrapped in `data` are read; results are tied by position."""
    ragas = [
        {"type": "human", "content": "hi"},
        {"type": "ai", "content": "", "tool_calls": [{"name": "a", "args": {}}, {"name": "b", "args": {}}]},
        {"type": "tool", "content": "1"},
        {"type": "tool", "content": "2"},
    ]
    wrapped = [{"type": entry["type"], "data": {k: v for k, v in entry.items() if k != "type"}} for entry in ragas]
    assert parse_messages(ragas) == parse_messages(wrapped)
    assert [message.answers for message in parse_messages(ragas)] == [None, None, 0, 1]
    assert parse_messages(ragas)[0].role is Role.USER


def test_content_parts_keep_what_is_no_text() -> None:
    """Text parts are joined; an image part stays in `extra`."""
    part = {"type": "image_url", "image_url": {"url": "data:,"}}
    message = parse_messages([{"role": "user", "content": [{"type": "text", "text": "see"}, part]}])[0]
    assert message.content == "see"
    assert message.extra["parts"] == (part,)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"id": 1}], '[{"id":1}]'),
        ({"b": [2], "a": None}, '{"a":null,"b":[2]}'),
        (7, "7"),
        ([{"type": "text", "text": "x"}], "x"),
    ],
)
def test_a_tool_may_give_back_any_json(content: object, text: str) -> None:
    """Lists, objects and numbers that a tool returned become canonical JSON; text parts stay text."""
    call = {"role": "assistant", "tool_calls": [{"name": "a"}]}
    assert parse_messages([call, {"role": "tool", "content": content}])[1].content == text


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        ([{"content": "hi"}], "role None is not one of"),
        ([{"role": "robot", "content": "hi"}], "role 'robot'"),
        ([{"role": "tool", "content": "x"}], "answers no open call"),
        ([{"role": "user", "content": "a"}, {"role": "tool", "content": "x", "tool_call_id": "z"}], "by id 'z'"),
        ([{"role": "user", "content": "a", "tool_calls": [{"name": "t"}]}], "user message cannot make tool calls"),
        ([*OPENAI[:3], OPENAI[2]], r"messages\[3\]: the tool message answers no open call"),
        ([{"role": "assistant", "tool_calls": [{"name": "a", "id": "1"}, {"name": "b", "id": "1"}]}], "is in use"),
        ([{"role": "assistant", "content": 7}], "must be text or a list of parts"),
        (["hi"], r"messages\[0\] must be an object"),
    ],
)
def test_conversations_that_do_not_fit_together(messages: list[object], message: str) -> None:
    """A result without a call, a caller who cannot call and an unknown role are refused by position."""
    with pytest.raises(InvalidRowError, match=message):
        parse_messages(messages)


def test_sample_takes_calls_from_messages() -> None:
    """A target that returns only its messages has its calls counted; explicit calls win."""
    case = Case(id="1", extra={"reference_tool_calls": [{"name": "find", "args": {"order": 7}}]})
    sample = Sample(case=case, output=Output(messages=tuple(OPENAI)))
    assert [call.name for call in sample.get("tool_calls")] == ["find", "policy"]
    assert Sample(case=case, output=Output(tool_calls=())).get("tool_calls") == ()
    assert Sample(case=case, output=Output()).get("tool_calls") is None
    assert isinstance(sample.get("reference_tool_calls")[0], ExpectedCall)


def test_records_round_trip() -> None:
    """A message reads back from its JSON as it was written."""
    for message in parse_messages(OPENAI):
        assert type(message).from_json(message.to_json()) == message
