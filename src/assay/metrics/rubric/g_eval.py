"""Criteria become steps, steps become a score, weighted by the probability of each level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.judged import require_scale, require_text, trail, unscored
from assay.metrics.parameters import require_choice, text_tuple
from assay.metrics.rubric.g_eval_prompt import STEPS, g_eval_prompt
from assay.metrics.rubric.rubric_metric import RubricMetric
from assay.metrics.rubric.scores import ScoreReply
from assay.records import Item, MetricResult, Range, exact
from assay.records.prompt import Prompt
from assay.records.protocols import Judge, Verdict

COHERENCE = "Coherence: the answer reads as one well-ordered whole, each sentence following from those before it."
SCORINGS = ("probability", "verdict", "probability_or_verdict")


@dataclass(frozen=True)
class GEval(RubricMetric):
    """Score of an answer by criteria in words: a judge turns the criteria into steps once, then scores by the steps.

    Parameters:
        criteria: what is asked for (coherence unless stated).
        steps: the steps, where you write them yourself. Else the judge is asked for them; the question is the same for every row,
            so it is asked and paid for once. `with_steps` gives the metric with its steps, to be kept under version control.
        low, high: the ends of the scale (1 and 5). With probabilities no level may begin with another, as 10 does with 1.
        scoring: `probability`: Σ s·p(s) / Σ p(s) over the levels, p the judge's token probabilities. `verdict`: the level that
            the judge states; with several `runs` their mean estimates the same weighting. `probability_or_verdict`: the former
            where the server gives probabilities; `details.scoring` says which one a row has.
        min_mass: the least Σ p(s) over the levels (0.9). Below it the probabilities say too little about the scale.

    Inputs: `answer` or `messages` (one of them at least); shown beside them as far as given: `input`, `contexts`,
    `reference_contexts`, `reference`. Range `low` to `high`, higher is better, in points. `details.mass` is Σ p(s).

    Error: `no_probabilities` where the server gives none and the scoring needs them, `scale_mass` where their mass is too small,
    or no usable reply. Invalid: neither answer nor messages. A blank answer is `low`, without a
    call.

    Source: Liu et al., "G-Eval: NLG Evaluation using GPT-4 with Better Human Alignment", EMNLP 2023; the mass rule is ours.
    """

    name: ClassVar[str] = "g_eval"
    unit: ClassVar[str] = "points"
    calls: ClassVar[str] = "1, and 1 for all rows where the steps are not given"

    criteria: str = COHERENCE
    steps: tuple[str, ...] = ()
    low: int = 1
    high: int = 5
    scoring: str = "probability"
    min_mass: float = 0.9

    def __post_init__(self) -> None:
        require_text("criteria", self.criteria)
        require_scale(self.low, self.high)
        require_choice("scoring", self.scoring, SCORINGS)
        object.__setattr__(self, "steps", text_tuple("steps", self.steps))
        for step in self.steps:
            require_text("steps", step)
        if isinstance(self.min_mass, bool) or not 0 < self.min_mass <= 1:
            raise ConfigurationError(f"parameter min_mass must lie above 0 and at most at 1, got {self.min_mass!r}")
        if self.scoring != "verdict" and (pair := _ambiguous(self.levels)) is not None:
            raise ConfigurationError(
                f"level {pair[1]} begins with level {pair[0]}, so that a first token does not tell them apart",
                hint="use levels of one digit, or scoring=verdict",
            )

    @property
    def domain(self) -> Range:  # type: ignore[override]
        """The scale."""
        return Range(low=self.low, high=self.high)

    @property
    def levels(self) -> tuple[str, ...]:
        """The texts of the scale."""
        return tuple(str(level) for level in range(self.low, self.high + 1))

    @property
    def scoring_prompt(self) -> Prompt[ScoreReply]:
        """The prompt that scores. It asks for probabilities only where they are used."""
        return g_eval_prompt(self.criteria, self.low, self.high, () if self.scoring == "verdict" else self.levels)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """The prompt that scores, and the one that writes the steps where they are not given."""
        return (self.scoring_prompt,) if self.steps else (STEPS, self.scoring_prompt)

    async def with_steps(self, judge: Judge) -> GEval:
        """The same metric with the steps that the judge writes, as part of its text and signature."""
        verdict = await judge.ask(STEPS, **self._steps_inputs)
        return replace(self, steps=tuple(verdict.reply.steps))

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Get the steps, then the score."""
        asked: dict[str, Verdict[Any]] = {}
        steps = self.steps
        if not steps:
            asked["steps"] = written = await judge.ask(STEPS, **self._steps_inputs)
            steps = tuple(written.reply.steps)
        asked["score"] = scored = await judge.ask(self.scoring_prompt, steps=steps, **shown)
        if self.scoring == "verdict":
            return _by_verdict(scored, trail(asked, steps=steps, scoring="verdict"))
        mass = None if scored.distribution is None else sum(map(exact, scored.distribution.values()), Fraction(0))
        told = None if mass is None else float(mass)
        problem = self._mass_problem(mass)
        if problem is None:
            return _by_probability(scored, trail(asked, steps=steps, scoring="probability", mass=told))
        code, why = problem
        if self.scoring == "probability_or_verdict":
            return _by_verdict(scored, trail(asked, steps=steps, scoring="verdict", fallback=code, mass=told))
        return unscored(why, code=code, **trail(asked, steps=steps, mass=told))

    @property
    def _steps_inputs(self) -> dict[str, str]:
        return {"criteria": self.criteria, "scale": f"whole numbers from {self.low} (worst) to {self.high} (best)"}

    def _mass_problem(self, mass: Fraction | None) -> tuple[str, str] | None:
        """Why the probabilities cannot be used, as code and reason, or None."""
        if mass is None:
            why = "the judge's server gives no token probabilities (use scoring=verdict with several runs, or another server)"
            return "no_probabilities", why
        if mass < exact(self.min_mass):
            held = f"the levels {self.low} to {self.high} hold only {float(mass):.4g} of the probability"
            return "scale_mass", f"{held}; at least {self.min_mass} is asked for"
        return None


def _ambiguous(levels: tuple[str, ...]) -> tuple[str, str] | None:
    """Two levels of which one begins with the other, `("1", "10")`, or None."""
    return next(((one, two) for one in levels for two in levels if one != two and two.startswith(one)), None)


def _by_verdict(scored: Verdict[ScoreReply], rest: dict[str, Any]) -> MetricResult:
    score, why = scored.reply.score, scored.reply.reason
    item = Item(kind="verdict", outcome=f"{score:g}", credit=float(score), reason=why)
    return MetricResult(value=score, reason=f"the judge's verdict is {score:g}; {why}", items=(item,), **rest)


def _by_probability(scored: Verdict[ScoreReply], rest: dict[str, Any]) -> MetricResult:
    weights = {level: exact(p) for level, p in (scored.distribution or {}).items()}
    weighted = sum((int(level) * p for level, p in weights.items()), Fraction(0)) / sum(weights.values())
    why = scored.reply.reason
    levels = [
        Item(kind="level", id=level, outcome="weighted", credit=float(level), weight=float(p))
        for level, p in weights.items()
    ]
    said = Item(kind="verdict", outcome=f"{scored.reply.score:g}", reason=why)
    return MetricResult(
        value=float(weighted),
        reason=f"{float(weighted):.4g} weighted by probability, verdict {scored.reply.score:g}; {why}",
        items=(*levels, said),
        **rest,
    )
