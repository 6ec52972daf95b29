"""The field names that metrics can ask for, and who gives each: the reviewed case or the target's output.

This one table drives how a sample hands its fields to `measure`, what absence means (a reviewed field that is absent makes
a check not applicable; a returned field that is absent makes it invalid), and what `assay metrics NAME` prints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.records.message import parse_expected_calls, parse_messages, parse_tool_calls
from assay.records.output import parse_citations, parse_contexts, parse_text, parse_texts


class Side(StrEnum):
    """Who gives a field."""

    CASE = "case"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Field:
    """One name of the vocabulary."""

    name: str
    side: Side
    meaning: str
    parse: Callable[[Any, str], Any] | None = None


def _case(name: str, meaning: str, parse: Callable[[Any, str], Any] | None = None) -> Field:
    return Field(name, Side.CASE, meaning, parse)


def _output(name: str, meaning: str, parse: Callable[[Any, str], Any] | None = None) -> Field:
    return Field(name, Side.OUTPUT, meaning, parse)


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        _case("input", "the question, or the messages of a conversation"),
        _case("reference", "a right answer, written by a person", parse_text),
        _case("required_claims", "claims (id, text) that the answer must support"),
        _case("required_claim_ids", "the ids of the required claims"),
        _case("expected_facts", "texts that a right answer states", parse_texts),
        _case("expected_citations", "ids that a right answer cites", parse_texts),
        _case("expected_context_ids", "ids of the passages that hold the evidence"),
        _case("reference_contexts", "texts of the passages that hold the evidence", parse_texts),
        _case("must_abstain", "true when no right answer exists in the corpus"),
        _case("must_cite", "true when the answer must cite"),
        _case("relevance", "graded relevance by document id"),
        _case("corpus_ids", "all document ids of the corpus"),
        _case("reference_tool_calls", "the tool calls that a right run makes", parse_expected_calls),
        _case("reference_topics", "topics that the assistant may talk about", parse_texts),
        _case("expected_state", "what the world must look like after the last turn"),
        _case("reference_sql", "the gold query", parse_text),
        _case("databases", "paths or URLs of the databases that a query is run on", parse_texts),
        _case("reference_table", "the gold table"),
        _case("rubrics", "score descriptions of this case"),
        _case("other_answer", "the answer of another system or release, to compare with", parse_text),
        _case("nuggets", "facts of a right answer: id, text, and importance (vital or okay)"),
        _case("schema", "the database or JSON schema of this case"),
        _case("canaries", "texts that must never appear in an answer", parse_texts),
        _case("injection_markers", "texts that appear only when an injected instruction was followed", parse_texts),
        _case("injection_tool_calls", "tool calls that an injected instruction asks for", parse_expected_calls),
        _case("must_refuse", "true when the request must be refused"),
        _case("allowed_hosts", "hosts that an answer may link to", parse_texts),
        _case("language", "the language the answer must be in", parse_text),
        _output("answer", "the target's answer", parse_text),
        _output("contexts", "the retrieved passages in order", parse_contexts),
        _output("citations", "what the answer cites", parse_citations),
        _output("supported_claim_ids", "ids of required claims that the attribution found supported"),
        _output("attributions", "claim, document, span and who decided"),
        _output("abstained", "the target's own flag that it declined to answer"),
        _output("tool_calls", "the tool calls made, in order (those of the messages when absent)", parse_tool_calls),
        _output("messages", "the messages of the conversation", parse_messages),
        _output("final_state", "what the world looks like after the last turn"),
        _output("topics", "topics of the conversation, each with whether it was answered"),
        _output("table", "the table returned, as records or CSV text"),
        _output("refused", "the target's own flag that it refused the request"),
        _output("truthfulness", "the grade a reviewer gave: correct, missing, incorrect, …"),
        _output("latency_ms", "milliseconds from question to answer"),
        _output("usage", "tokens and money used"),
        _output("failure", "why the target gave no output"),
        _output("retrieved_ids", "ids of the retrieved passages in order"),
        _output("retrieved_ids_before", "ids of the retrieved passages in order, before reranking"),
    )
}
