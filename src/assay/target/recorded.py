"""Outputs recorded earlier as the system under test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assay.records import Case, Output, TargetFailure, normalise_id


class RecordedTarget:
    """Answers from recorded outputs, by case id (compared as `normalise_id` does).

    `outputs` is a mapping, or pairs of case id and output. Pairs are read only as far as needed: when they come in the order
    of the cases, one is held at a time, however long the file; those out of order wait in memory. A case without a recorded
    output, or with two, is a `missing` failure, never an empty answer. Latency is what was recorded: it is not measured
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
            return self._waiting.pop(wanted)
        for case_id, output in self._pairs():
            if case_id == wanted:
                return output
            self._keep(case_id, output)
        return _missing(f"no recorded output for case {case.id!r}")

    async def close(self) -> None:
        """Forget what was read; outputs that can be iterated again are read from the start by the next call."""
        self._rest, self._waiting = iter(self._outputs), {}

    def unused(self) -> Iterator[str]:
        """Ids of recorded outputs that no case asked for: a mistyped id, or a second output of a case already answered.

        Reads the rest of the pairs; meant for the end of a complete run, before `close`.
        """
        yield from self._waiting
        for case_id, _ in self._pairs():
            yield case_id

    def _pairs(self) -> Iterator[tuple[str, Output]]:
        return ((normalise_id(case_id), output) for case_id, output in self._rest)

    def _keep(self, case_id: str, output: Output) -> None:
        doubled = case_id in self._waiting
        self._waiting[case_id] = _missing(f"two recorded outputs for case {case_id!r}") if doubled else output


def _missing(message: str) -> Output:
    return Output(failure=TargetFailure(kind="missing", message=message))
