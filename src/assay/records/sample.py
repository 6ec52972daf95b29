"""A sample: a case joined with one output. What a metric sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay.errors import InvalidRowError
from assay.records.case import Case
from assay.records.message import calls_of, parse_messages, parse_tool_calls
from assay.records.output import Output
from assay.records.record import Record
from assay.records.vocabulary import FIELDS, Side


class Sample(Record, frozen=True):
    """A case and its output."""

    case: Case
    output: Output

    def get(self, name: str) -> Any:
        """The field `name` of the vocabulary, or a free field of case or output; None when it was not given.

        Raises:
            InvalidRowError: a free field that both the case and the output have, or a value of the wrong form.
        """
        special: Callable[[Sample], Any] | None = _DERIVED.get(name)
        if special is not None:
            return special(self)
        field = FIELDS.get(name)
        if field is None:
            return self._free(name)
        holder: Case | Output = self.case if field.side is Side.CASE else self.output
        value = getattr(holder, name) if name in holder.__struct_fields__ else holder.extra.get(name)
        return field.parse(value, name) if field.parse is not None and value is not None else value

    def _free(self, name: str) -> Any:
        of_case, of_output = self.case.extra.get(name), self.output.extra.get(name)
        if of_case is not None and of_output is not None:
            raise InvalidRowError(
                f"field {name!r} stands in the case and in the output; rename one", code="ambiguous_field"
            )
        return of_case if of_case is not None else of_output

    def side_of(self, name: str) -> Side | None:
        """Who gives the field, as far as it is known."""
        field = FIELDS.get(name)
        return field.side if field else None


def _required_claim_ids(sample: Sample) -> Any:
    if sample.case.required_claims is not None:
        return [claim.id for claim in sample.case.required_claims]
    return sample.case.extra.get("required_claim_ids")


def _supported_claim_ids(sample: Sample) -> Any:
    if sample.output.supported_claim_ids is not None:
        return list(sample.output.supported_claim_ids)
    if sample.output.attributions is None:
        return None
    return list(dict.fromkeys(entry.claim_id for entry in sample.output.attributions if entry.supported))


def _retrieved_ids(sample: Sample) -> Any:
    given = sample.output.extra.get("retrieved_ids")
    if given is not None or sample.output.contexts is None:
        return given
    return [context.id if context.id is not None else context.document_id for context in sample.output.contexts]


def _tool_calls(sample: Sample) -> Any:
    output = sample.output
    if output.tool_calls is not None:
        return parse_tool_calls(output.tool_calls)
    return None if output.messages is None else calls_of(parse_messages(output.messages))


_DERIVED: dict[str, Callable[[Sample], Any]] = {
    "required_claim_ids": _required_claim_ids,
    "supported_claim_ids": _supported_claim_ids,
    "retrieved_ids": _retrieved_ids,
    "tool_calls": _tool_calls,
    "case": lambda sample: sample.case,
    "output": lambda sample: sample.output,
}
