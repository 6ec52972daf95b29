"""Outputs recorded earlier as the system under test."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from assay.records import Case, Output, TargetFailure, normalise_id

_SHOWN = 80


class RecordedTarget:
    """Answers from recorded outputs, by case id (compared as `normalise_id` does).

    `outputs` is a mapping, or pairs of case id and output. Pairs are read only as far as needed: when they come in the order
    of the cases, one is held at a time, however long the file; those out of order wait in memory. A case without a recorded
    output, or with two, is a `missing` failure, never an empty answer; one whose `extra["input"]` is another text than the
    case's input a `stale` one. Latency is what was recorded: it is not measured
    here. `call` raises what the iterator raises: a broken file is not a failure of the system.

    >>> import asyncio
    >>> target = RecordedTarget({"a": Output(answer="yes")})
    >>> asyncio.run(target.call(Case(id="b"))).failure.message
    "no recorded output for case 'b'"
    """

    def __init__(
        self,
        outputs: Mapping[str, Output] | Iterable[tuple[str, Output]],
        *,
        identity: str = "recorded",
        source_hash: str | None = None,
    ) -> None:
        self.identity = identity
        self.source_hash = source_hash
        self._outputs = outputs.items() if isinstance(outputs, Mapping) else outputs
        self._rest = iter(self._outputs)
        self._waiting: dict[str, Output] = {}

    async def call(self, case: Case) -> Output:
        """The recorded output of one case; it can be taken once before `close`."""
        wanted = normalise_id(case.id)
        if wanted in self._waiting:
            return _checked(self._waiting.pop(wanted), case)
        for case_id, output in self._pairs():
            if case_id == wanted:
                return _checked(output, case)
            self._keep(case_id, output)
        return _missing(f"no recorded output for case {case.id!r}")

    async def close(self) -> None:
        """Begin anew, where the outputs can be iterated again: what was read is forgotten."""
        again = iter(self._outputs)
        if again is not self._rest:
            self._rest, self._waiting = again, {}

    def unused(self) -> Iterator[str]:
        """Ids of recorded outputs that no case asked for: a mistyped id, or a second output of a case already answered.

        Reads the rest of the pairs; meant for the end of a complete run. After `close` it tells of pairs that can be read only
        once; others begin anew.
        """
        yield from self._waiting
        for case_id, _ in self._pairs():
            yield case_id

    def _pairs(self) -> Iterator[tuple[str, Output]]:
        return ((normalise_id(case_id), output) for case_id, output in self._rest)

    def _keep(self, case_id: str, output: Output) -> None:
        doubled = case_id in self._waiting
        self._waiting[case_id] = _missing(f"two recorded outputs for case {case_id!r}") if doubled else output


def _checked(output: Output, case: Case) -> Output:
    """The output, or a failure where its record says that it answered another input (white space aside)."""
    asked = output.extra.get("input")
    if not isinstance(asked, str) or not isinstance(case.input, str) or not case.input.strip():
        return output
    if _plain(asked) == _plain(case.input):
        return output
    message = f"the output of case {case.id!r} was recorded for another input, {asked[:_SHOWN]!r}"
    return Output(failure=TargetFailure(kind="stale", message=message), extra=output.extra)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _missing(message: str) -> Output:
    return Output(failure=TargetFailure(kind="missing", message=message))
