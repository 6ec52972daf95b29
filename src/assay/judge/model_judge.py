"""The judge: from a prompt and its inputs to a validated verdict, through rendering, the record, reading and agreement."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Generic

from assay.errors import EvaluationError, JudgeError
from assay.judge.answers import INVALID, Answers, sorted_answers, validated
from assay.judge.calls import Asked, Recorded
from assay.judge.completion import ChatRequest
from assay.judge.consensus import Aggregation, agree
from assay.judge.recorder import Recorder
from assay.judge.render import Question, checked_inputs, render
from assay.judge.reply import UNPARSABLE, read_object
from assay.judge.scale import scale_distribution
from assay.records.policy import JudgeConfig
from assay.records.prompt import Prompt, Reply
from assay.records.protocols import Verdict
from assay.remote.clock import Clock, Deadline, SystemClock
from assay.sync import all_of

_ASK_AGAIN = frozenset({UNPARSABLE, INVALID})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How often and how each question is asked.

    `batch` is the largest number of items in one call; `deadline` the seconds that one question may take, all retries included.
    """

    runs: int = 1
    aggregate: Aggregation = Aggregation.MEAN
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int = 4096
    batch: int = 25
    deadline: float | None = 600.0

    @property
    def settings(self) -> tuple[str, ...]:
        """Whatever can change a verdict and is not as usual, `("runs=3", "aggregate=majority")`."""
        shown = {"runs": self.runs, "aggregate": str(self.aggregate)} if self.runs > 1 else {}
        shown |= {"temperature": self.temperature} if self.temperature != 0 else {}
        shown |= {"top_p": self.top_p} if self.top_p is not None else {}
        shown |= {"seed": self.seed} if self.seed is not None else {}
        return tuple(f"{name}={value}" for name, value in shown.items())


@dataclass(slots=True)
class _Trail:
    """What stands behind one sample: calls, notes, money, and where cached replies came from."""

    recorded: list[Recorded] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Sample(Generic[Reply]):
    reply: Reply
    trail: _Trail


class ModelJudge:
    """Asks one model. Implements `assay.records.protocols.Judge`."""

    def __init__(self, recorder: Recorder, *, sampling: Sampling | None = None, clock: Clock | None = None) -> None:
        self.recorder = recorder
        self.sampling = sampling or Sampling()
        self._clock: Clock = clock or SystemClock()

    @property
    def identity(self) -> str:
        """`provider/model`, and the settings that differ from asking once at temperature 0."""
        name = self.recorder.completer.endpoint.name
        settings = self.sampling.settings
        return f"{name}({', '.join(settings)})" if settings else name

    @property
    def runs(self) -> int:
        """How many times each question is really asked."""
        return self.sampling.runs

    @property
    def config(self) -> JudgeConfig:
        """What makes a judge that asks the same questions, wherever it is reached: enough to replay this one."""
        sampling, window = self.sampling, self.recorder.context_window
        options = {"top_p": sampling.top_p, "seed": sampling.seed, "batch": sampling.batch, "context_window": window}
        return JudgeConfig(
            model=self.recorder.completer.endpoint.name,
            runs=sampling.runs,
            temperature=sampling.temperature or 0.0,
            aggregate=str(sampling.aggregate),
            options={name: value for name, value in options.items() if value is not None},
        )

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """A validated verdict; see `assay.records.protocols.Judge.ask`."""
        given = checked_inputs(prompt, inputs)
        numbers = range(1, len(given[prompt.items]) + 1) if prompt.items else ()  # type: ignore[arg-type]  # checked above
        question = Question(prompt=prompt, inputs=given, numbers=tuple(numbers))
        deadline = Deadline.after(self.sampling.deadline, self._clock)
        runs = self.runs if prompt.verdict else 1
        trails = [_Trail() for _ in range(runs)]
        try:
            samples = await all_of(
                self._sample(prompt, question, sample, deadline, trail) for sample, trail in enumerate(trails)
            )
            reply, details = agree(prompt, [sample.reply for sample in samples], self.sampling.aggregate)
        except EvaluationError as error:
            told_of = copy(error)  # others may wait for the same question, and have calls of their own
            told_of.calls = (*(one.call for trail in trails for one in trail.recorded), *error.calls)
            raise told_of from error
        recorded = [one for sample in samples for one in sample.trail.recorded]
        notes = [note for sample in samples for note in sample.trail.notes]
        return Verdict(
            reply=reply,
            replies=tuple(sample.reply for sample in samples),
            calls=tuple(one.call for one in recorded),
            method=self.identity,
            distribution=_distribution(prompt, samples),
            details={**details, **told(recorded, notes)},
        )

    async def close(self) -> None:
        """Stop what is in flight in the running loop and close its connections."""
        await self.recorder.close()

    async def _sample(
        self, prompt: Prompt[Reply], question: Question, sample: int, deadline: Deadline, trail: _Trail
    ) -> _Sample[Reply]:
        if not question.numbers:
            return _Sample(await self._single(prompt, question, sample, deadline, trail), trail)
        size = self.sampling.batch
        chunks = [question.numbers[start : start + size] for start in range(0, len(question.numbers), size)]
        parts = await all_of(self._batch(question.about(chunk), sample, deadline, trail) for chunk in chunks)
        entries = [entry for part in parts for entry in part[str(prompt.verdicts)]]
        return _Sample(validated(prompt.reply, {**parts[0], str(prompt.verdicts): entries}), trail)

    async def _single(
        self, prompt: Prompt[Reply], question: Question, sample: int, deadline: Deadline, trail: _Trail
    ) -> Reply:
        try:
            return validated(prompt.reply, await self._object(question, sample, deadline, trail))
        except JudgeError as error:
            if error.code not in _ASK_AGAIN:
                raise
            complaint = error.message
        trail.notes.append(f"asked again: {complaint}")
        again = replace(question, complaint=complaint)
        try:
            return validated(prompt.reply, await self._object(again, sample, deadline, trail))
        except JudgeError as error:
            if error.code not in _ASK_AGAIN:
                raise
            told_both = f"{error.message}, after asking again (the first reply: {complaint})"
            raise JudgeError(told_both, code=error.code, hint=error.hint) from error

    async def _batch(self, question: Question, sample: int, deadline: Deadline, trail: _Trail) -> dict[str, Any]:
        """The reply's fields for some numbers, each answered exactly once."""
        rest, answers = await self._answers(question, sample, deadline, trail)
        entries = dict(answers.entries)
        complaint = "; ".join(answers.problems)
        if complaint and not answers.open:
            trail.notes.append(complaint)
        if answers.open:
            trail.notes.append(f"asked again for {len(answers.open)} of {len(question.numbers)}: {complaint}")
            more, again = await self._answers(question.about(answers.open, complaint), sample, deadline, trail)
            entries |= again.entries
            rest = rest if answers.entries else more
            if again.open:
                raise JudgeError(
                    f"no usable verdict for number {', '.join(map(str, again.open))}: {complaint}; after asking again: "
                    + "; ".join(again.problems),
                    code=again.code,
                    hint="the raw replies are in the record of the calls",
                )
        return {**rest, str(question.prompt.verdicts): [entries[number] for number in question.numbers]}

    async def _answers(
        self, question: Question, sample: int, deadline: Deadline, trail: _Trail
    ) -> tuple[dict[str, Any], Answers]:
        try:
            value = await self._object(question, sample, deadline, trail)
        except JudgeError as error:
            if error.code != UNPARSABLE:
                raise
            return {}, Answers({}, question.numbers, (error.message,), code=UNPARSABLE)
        return value, sorted_answers(question.prompt, value, question.numbers)

    async def _object(self, question: Question, sample: int, deadline: Deadline, trail: _Trail) -> dict[str, Any]:
        recorded = await self.recorder.complete(self._asked(question, sample), deadline=deadline)
        trail.recorded.append(recorded)
        trail.notes += recorded.reply.notes
        read = read_object(recorded.reply.text)
        trail.notes += read.notes
        return read.value

    def _asked(self, question: Question, sample: int) -> Asked:
        prompt, sampling = question.prompt, self.sampling
        request = ChatRequest(
            messages=tuple(render(question)),
            schema=prompt.schema,
            max_tokens=sampling.max_tokens,
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            seed=None if sampling.seed is None else sampling.seed + sample,
            logprobs=bool(prompt.scale),
        )
        return Asked(request=request, prompt=prompt.name, prompt_hash=prompt.hash, sample=sample)


def told(recorded: Sequence[Recorded], notes: Sequence[str]) -> dict[str, Any]:
    """What a score's details say of its calls: fresh or cached and from which run, the price, and notes."""
    cached = [one for one in recorded if one.cached]
    prices = [one.usd for one in recorded if not one.cached]
    usd = (
        None if any(price is None for price in prices) else float(sum((p for p in prices if p is not None), Decimal(0)))
    )
    models = sorted({one.reply.returned_model for one in recorded if one.reply.returned_model})
    facts: dict[str, Any] = {"fresh": len(recorded) - len(cached), "cached": len(cached), "usd": usd}
    lists = {
        "cached_from": sorted({one.run for one in cached if one.run}),
        "models": models,
        "notes": list(dict.fromkeys(notes)),
    }
    return facts | {name: values for name, values in lists.items() if values}


def _distribution(prompt: Prompt[Reply], samples: Sequence[_Sample[Reply]]) -> dict[str, float] | None:
    """The verdict's probabilities, averaged over the samples; None unless every sample shows them."""
    if not prompt.scale or prompt.verdict is None or prompt.verdicts is not None:
        return None
    shown = [
        scale_distribution(sample.trail.recorded[-1].reply.tokens, prompt.verdict, prompt.scale) for sample in samples
    ]
    known = [one for one in shown if one is not None]
    if len(known) < len(shown):
        return None
    return {word: sum(one[word] for one in known) / len(known) for word in prompt.scale}
