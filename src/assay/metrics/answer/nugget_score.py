"""How many of the facts of a right answer are stated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.metrics.answer.nugget_score_prompt import ASSIGN, AssignedNugget
from assay.metrics.answer.nuggets import Nugget, parse_nuggets
from assay.metrics.judged import trail
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.parameters import require_choice
from assay.metrics.stated import question_text
from assay.metrics.unanswered import abstains
from assay.records import Item, MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.text import is_blank

HALF = Fraction(1, 2)
CREDITS = {"support": Fraction(1), "partial_support": HALF, "not_support": Fraction(0), "unknown": Fraction(0)}
STRICT = {**CREDITS, "partial_support": Fraction(0)}
QUARTERS = 4  # of which every sum of weights and credits is a whole number
Assigned = Sequence[tuple[Nugget, AssignedNugget]]
MODES = ("strict_vital", "vital", "strict_all", "all", "strict_weighted", "weighted")


@dataclass(frozen=True)
class NuggetScore(JudgedAnswer):
    """Share of the reviewed nuggets that the answer states, as a judge finds: support 1, partial support ½, else 0.

    Parameter `mode`: which nuggets count, and whether partial support does. `vital` counts the vital nuggets, `all` every
    nugget, `weighted` every nugget with weight 1 for vital and ½ for okay ones; with `strict_` in front only full support
    counts. The default is `strict_vital`, which ranks systems as people do best. All six stand in `details.scores`.

    Inputs: `nuggets` (from the case: objects with `text`, `importance` vital or okay, and an `id`), `answer`; `input`
    helps to read them. Range 0 to 1, higher is better. One call a row; every nugget must be answered exactly once.
    `unknown` is no support. An answer that is blank or abstains states none: a true 0, without a call.

    Not applicable: the case states no nuggets or must abstain, or the mode counts vital nuggets and there is none.
    Invalid: an empty list, a nugget without text or importance, a doubled id.

    Source: R. Pradeep et al., "Initial Nugget Evaluation Results for the TREC 2024 RAG Track with the AutoNuggetizer
    Framework", 2024.
    """

    name: ClassVar[str] = "nugget_score"
    calls: ClassVar[str] = "1"

    mode: str = "strict_vital"

    def __post_init__(self) -> None:
        require_choice("mode", self.mode, MODES)

    @property
    def prompts(self) -> tuple[Prompt[Any]]:
        """The one prompt."""
        return (ASSIGN,)

    async def measure(
        self,
        nuggets: Any,
        answer: str,
        judge: Judge,
        *,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Ask for each nugget."""
        listed = parse_nuggets(nuggets)
        if self.mode.endswith("vital") and not any(nugget.vital for nugget in listed):
            return not_applicable("no nugget of the case is vital", code="no_vital_nugget")
        if is_blank(answer) or abstains(answer, abstained):
            why = "the answer states nothing"
            none = [AssignedNugget(id=place, reason=why, verdict="not_support") for place in range(1, len(listed) + 1)]
            return self._scored(list(zip(listed, none, strict=True)))
        question = question_text(input) if input else None
        texts = [nugget.text for nugget in listed]
        verdict = await judge.ask(ASSIGN, question=question, answer=answer, nuggets=texts)
        assigned = list(zip(listed, verdict.reply.verdicts, strict=True))
        result = self._scored(assigned)
        return result.replace(**trail({"nuggets": verdict}, **result.details))

    def _scored(self, assigned: Assigned) -> MetricResult:
        earned, possible = counted(assigned, self.mode)
        missing = [nugget.id for nugget, given in assigned if nugget.vital and given.verdict != "support"]
        words = [given.verdict for _, given in assigned]
        counts = "; ".join(f"{word}={words.count(word)}" for word in CREDITS if word in words)
        return MetricResult.of_ratio(
            int(earned * QUARTERS),
            int(possible * QUARTERS),
            reason=f"{self.mode}: {counts}; vital not fully stated={','.join(missing) or 'none'}",
            items=tuple(_item(nugget, given, self.mode) for nugget, given in assigned),
            details={"scores": _all_scores(assigned)},
        )


def counted(assigned: Assigned, mode: str) -> tuple[Fraction, Fraction]:
    """Σ weight · credit and Σ weight, exactly."""
    pairs = [(weight_of(nugget, mode), credit_of(given.verdict, mode)) for nugget, given in assigned]
    earned = sum((weight * credit for weight, credit in pairs), Fraction(0))
    return earned, sum((weight for weight, _ in pairs), Fraction(0))


def weight_of(nugget: Nugget, mode: str) -> Fraction:
    """What the nugget counts for."""
    if nugget.vital:
        return Fraction(1)
    return Fraction(0) if mode.endswith("vital") else HALF if mode.endswith("weighted") else Fraction(1)


def credit_of(verdict: str, mode: str) -> Fraction:
    """What the verdict earns."""
    return (STRICT if mode.startswith("strict") else CREDITS)[verdict]


def _all_scores(assigned: Assigned) -> dict[str, float]:
    scores = {mode: counted(assigned, mode) for mode in MODES}
    return {mode: float(earned / possible) for mode, (earned, possible) in scores.items() if possible}


def _item(nugget: Nugget, given: AssignedNugget, mode: str) -> Item:
    weight = weight_of(nugget, mode)
    credit: dict[str, Any] = (
        {"credit": float(credit_of(given.verdict, mode)), "weight": float(weight)} if weight else {}
    )
    return Item(
        kind="nugget",
        id=nugget.id,
        text=nugget.text,
        outcome=given.verdict,
        reason=given.reason,
        details={"importance": "vital" if nugget.vital else "okay"},
        **credit,
    )
