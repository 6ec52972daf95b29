"""The questions asked for one score: put to the judge, and remembered for the evidence."""

from __future__ import annotations

from typing import Any

from assay.metrics.judged import trail
from assay.records import MetricResult
from assay.records.prompt import Prompt, Reply
from assay.records.protocols import Judge, Verdict


class Inquiry:
    """Asks through a judge and keeps every verdict, in the order asked, until the result is there.

    One inquiry serves one score; several questions may be open at the same time.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._verdicts: dict[str, Verdict[Any] | None] = {}

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """The judge's verdict; see `assay.records.protocols.Judge.ask`."""
        name = self._next_name(prompt.name)
        self._verdicts[name] = None
        verdict = await self._judge.ask(prompt, **inputs)
        self._verdicts[name] = verdict
        return verdict

    def backed(self, result: MetricResult) -> MetricResult:
        """The result with the calls behind it, their agreement and their price."""
        asked = {name: verdict for name, verdict in self._verdicts.items() if verdict is not None}
        if not asked:
            return result
        evidence = trail(asked, **result.details)
        return result.replace(calls=tuple(dict.fromkeys(evidence["calls"])), details=evidence["details"])

    def _next_name(self, name: str) -> str:
        count = sum(known == name or known.startswith(f"{name} ") for known in self._verdicts)
        return f"{name} {count + 1}" if count else name
