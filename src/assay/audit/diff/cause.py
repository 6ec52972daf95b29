"""What changed under a score: the case, the definition, the judge, the retrieval, the output, the surroundings, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from assay.audit.changed import MEASURED_ANEW, changed_case, changed_output, changed_retrieval
from assay.records import Case, Manifest, MetricInfo, Output, Sample, Score
from assay.records.definition import Definition, changed_definition
from assay.records.record import Record


class Cause(StrEnum):
    """What a change comes from, the causes that lie deepest first: a cause is named before those that may follow from it."""

    GOLDEN_SET = "golden set"
    METRIC = "metric"
    JUDGE = "judge"
    RETRIEVAL = "retrieval"
    OUTPUT = "output"
    POLICY = "policy"
    ENVIRONMENT = "environment"
    INSTABILITY = "instability"


_DEPTH = {cause: depth for depth, cause in enumerate(Cause)}


class Reason(Record, frozen=True):
    """One cause with what differs. `error` says that this must not happen: a deterministic metric gave two values."""

    cause: Cause
    text: str
    error: bool


def reason(cause: Cause, text: str, *, error: bool = False) -> Reason:
    """A reason; an error only where it says so."""
    return Reason(cause=cause, text=text, error=error)


def reasons_of(
    before: Sample,
    after: Sample,
    old: Score,
    new: Score,
    *,
    info: MetricInfo | None,
    surroundings: str,
    other_model: str | None = None,
) -> tuple[Reason, ...]:
    """Why two scores of one metric on one case differ, all causes, the deepest first.

    Only fields that the metric reads count, where it is known what it reads. Equal keys (the hash of the definition and of
    exactly the inputs read) prove that nothing changed under the score but the model behind the judge's name: `other_model` says
    how the one that answered differs. `surroundings` says how the environments differ.
    """
    same = old.key is not None and old.key == new.key
    found = () if same else tuple(_found(before, after, old, new, info))
    if other_model is not None:
        found = (*found, reason(Cause.JUDGE, f"another model answered behind the judge's name: {other_model}"))
    if found:
        return tuple(sorted(found, key=lambda one: _DEPTH[one.cause]))
    if old.method.startswith("judge") and old.calls != new.calls:
        return (reason(Cause.INSTABILITY, "the judge was asked again about the same inputs and answered otherwise"),)
    if surroundings:
        return (reason(Cause.ENVIRONMENT, surroundings),)
    exact = not new.method.startswith(("judge", "embedding"))
    text = "a deterministic metric scored the same inputs otherwise" if exact else "the same inputs, another score"
    return (reason(Cause.INSTABILITY, text, error=exact),)


def _found(before: Sample, after: Sample, old: Score, new: Score, info: MetricInfo | None) -> Iterator[Reason]:
    fields = _read_fields(before.case, after.case, info)
    if fields:
        yield reason(Cause.GOLDEN_SET, f"the case's {', '.join(fields)} changed under one contract version")
    for kind, text in changed_definition(old, new):
        judge = kind in (Definition.JUDGE, Definition.PROMPT)
        yield reason(Cause.JUDGE if judge else Cause.METRIC, f"{kind.value}: {text}")
    yield from output_reasons(before.output, after.output, info)


def _read_fields(before: Case, after: Case, info: MetricInfo | None) -> list[str]:
    changed = changed_case(before, after)
    if info is None:
        return list(changed)
    read = {*info.inputs, *info.optional_inputs}
    derived: Mapping[str, set[str]] = {
        "required_claims": {"required_claims", "required_claim_ids"},
        "extra": read - set(Case.__struct_fields__),
    }
    return [name for name in changed if read & ({*derived.get(name, {name}), "case"})]


def output_reasons(before: Output, after: Output, info: MetricInfo | None) -> Iterator[Reason]:
    """What of the output differs: the retrieval, which is upstream of the answer, and the rest."""
    if before.failure != after.failure:
        texts = [output.failure.message if output.failure is not None else "an output" for output in (before, after)]
        yield reason(Cause.OUTPUT, f"target: {texts[0]} -> {texts[1]}")
        return
    if changed_retrieval(before, after):
        yield reason(Cause.RETRIEVAL, _moved(before, after))
    read = {*info.inputs, *info.optional_inputs} if info is not None else set()
    measured = [name for name in MEASURED_ANEW if name in read and getattr(before, name) != getattr(after, name)]
    fields = [name for name in changed_output(before, after) if name not in ("contexts", "failure")]
    if fields or measured:
        yield reason(Cause.OUTPUT, f"{', '.join((*fields, *measured))} changed")


def _moved(before: Output, after: Output) -> str:
    old, new = _ids(before), _ids(after)
    gone, came = [name for name in old if name not in new], [name for name in new if name not in old]
    parts = [f"lost {', '.join(gone)}"] if gone else []
    parts += [f"gained {', '.join(came)}"] if came else []
    return "; ".join(parts) or ("the order changed" if old != new else "the passages' text changed")


def _ids(output: Output) -> list[str]:
    contexts = output.contexts or ()
    return [context.id or context.document_id or f"passage {place}" for place, context in enumerate(contexts, 1)]


def surroundings(before: Manifest, after: Manifest) -> str:
    """How the library and the machine of two runs differ, or nothing."""
    parts = [f"{before.library} -> {after.library}"] if before.library != after.library else []
    old: Mapping[str, Any] = before.environment
    new: Mapping[str, Any] = after.environment
    parts += [
        f"{name}: {old.get(name)} -> {new.get(name)}" for name in sorted({*old, *new}) if old.get(name) != new.get(name)
    ]
    return "; ".join(parts)
