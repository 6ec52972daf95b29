"""Being right, silent or wrong, graded by a judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.answer.truthfulness_prompt import GradeReply, truthfulness_prompt
from assay.metrics.judged import trail
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.parameters import require_choice
from assay.metrics.stated import question_text, require_reference
from assay.metrics.unanswered import abstains
from assay.records import Item, MetricResult, Range
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.text import is_blank

VALUES = {"perfect": 1.0, "correct": 1.0, "acceptable": 0.5, "missing": 0.0, "incorrect": -1.0}
SCALES = {"four": ("perfect", "acceptable", "missing", "incorrect"), "three": ("correct", "missing", "incorrect")}


@dataclass(frozen=True)
class Truthfulness(JudgedAnswer):
    """Truthfulness of one answer, graded by a judge: perfect 1, acceptable ½, missing 0, incorrect −1.

    The mean over a run is accuracy minus hallucination rate, so silence costs nothing and invention as much as being right
    earns. `grades="three"` is the coarser form: correct 1, missing 0, incorrect −1; its mean is (2·correct + missing)/n − 1.

    Inputs: `input` and `reference` (from the case), `answer`, and the target's own flag `abstained`. Range −1 to 1, higher is
    better. One call a row; none for an answer that is blank or abstains, which is `missing` by definition.

    Not applicable: the case states no reference, or must abstain. Error: the judge gave no grade of the scale.

    Source: CRAG (Yang et al., NeurIPS 2024), four-way and three-way scoring.

    >>> Truthfulness().score(input="Who?", reference="Ada.", answer="I don't know.", judge=None).reason
    'missing: the answer abstains'
    """

    name: ClassVar[str] = "truthfulness"
    domain: ClassVar[Range] = Range(low=-1, high=1)
    calls: ClassVar[str] = "1"

    grades: str = "four"

    def __post_init__(self) -> None:
        require_choice("grades", self.grades, SCALES)

    @property
    def prompts(self) -> tuple[Prompt[GradeReply]]:
        """The one prompt, which holds the grades."""
        return (truthfulness_prompt(SCALES[self.grades]),)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        reference: str,
        answer: str,
        judge: Judge,
        *,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Ask for the grade."""
        require_reference(reference)
        if is_blank(answer) or abstains(answer, abstained):
            return _graded("missing", "the answer is blank" if is_blank(answer) else "the answer abstains")
        verdict = await judge.ask(self.prompts[0], question=question_text(input), reference=reference, answer=answer)
        return _graded(verdict.reply.verdict, verdict.reply.reason, **trail({"grade": verdict}))


def _graded(grade: str, reason: str, **rest: Any) -> MetricResult:
    item = Item(kind="grade", outcome=grade, credit=VALUES[grade], reason=reason)
    return MetricResult(value=VALUES[grade], reason=f"{grade}: {reason}", items=(item,), **rest)
