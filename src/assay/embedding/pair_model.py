"""A cross-encoder: reads premise and claim together and gives the probability that one supports the other."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.embedding import hhem
from assay.embedding.model_folder import ModelFolder, find_model
from assay.embedding.runners import LOGITS, Runner, load_runner
from assay.embedding.tokenizing import batches, load_tokenizer, longest_input, pad_token
from assay.errors import ConfigurationError, EvaluationError

_SUPPORTED = ("entail", "support", "consistent", "faithful", "grounded")
_CONTRADICTED = ("contradict", "refut")
_NEGATED = ("not", "non", "in", "un")
_UNNAMED = {f"label_{number}": number for number in range(3)}


class Task(StrEnum):
    """What a cross-encoder was trained for."""

    NLI = "nli"
    GROUNDING = "grounding"


class Format(StrEnum):
    """How premise and claim are put together: as a pair, as one text with a separator, or in a fixed question."""

    PAIR = "pair"
    JOINED = "joined"
    HHEM = "hhem"


@dataclass(frozen=True, slots=True)
class Labels:
    """The places of the labels among the logits. One logit is the log odds of support."""

    count: int
    supported: int
    contradicted: int | None


@dataclass(frozen=True, slots=True)
class PairProbability:
    """Probabilities of support and of contradiction, the latter 0 where the model has no such label."""

    supported: float
    contradicted: float


class PairModel:
    """A cross-encoder with its tokenizer and labels. Premise first, claim second.

    Args:
        tokenizer: of the model. `runner`: gives logits. `labels`: where they stand. `form`: how the two texts are put together.
        longest: tokens that the model takes; of a pair that is longer the premise is cut at its end.
    """

    def __init__(
        self, tokenizer: Any, runner: Runner, *, labels: Labels, identity: str, form: Format, longest: int, pad: int
    ) -> None:
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self.identity, self.labels, self.form, self.longest = identity, labels, form, longest
        self._tokenizer, self._runner, self._pad = tokenizer, runner, pad
        self._turn = threading.Lock()

    @classmethod
    def load(cls, name: str, *, task: Task) -> PairModel:
        """The cross-encoder of a folder or name; labels are read from its config.

        Raises:
            ConfigurationError: the model cannot be found or read, or its labels do not say which one is support.
            MissingExtraError: what it needs is not installed.
        """
        folder = find_model(name)
        if hhem.is_hhem(folder) and folder.onnx is None:
            runner: Runner = hhem.HhemRunner(folder)
        else:
            runner = load_runner(folder, head="AutoModelForSequenceClassification", output=LOGITS)
        form = _format(folder)
        return cls(
            load_tokenizer(folder),
            runner,
            labels=Labels(2, 1, None) if form is Format.HHEM else read_labels(folder, task),
            identity=f"{folder.identity}|form:{form.value}",
            form=form,
            longest=hhem.LONGEST if form is Format.HHEM else longest_input(folder),
            pad=pad_token(folder),
        )

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[PairProbability]:
        """The probabilities for pairs of premise and claim, in order.

        Raises:
            EvaluationError: a claim that is longer than the model takes, a logit that is not finite, or another number of
                labels than the config says.
        """
        encodings = [self._fitted(premise, claim) for premise, claim in pairs]
        found: list[PairProbability | None] = [None] * len(pairs)
        for places, ids, mask, types in batches(encodings, pad=self._pad):
            with self._turn:
                logits = self._runner(ids, mask, types)
            for place, row in zip(places, logits, strict=True):
                found[place] = self._read([float(value) for value in row])
        return [one for one in found if one is not None]

    def _fitted(self, premise: str, claim: str) -> Any:
        """The pair's encoding, with the premise cut at its end where the pair is too long. A claim is never cut."""
        encoding = self._encode(premise, claim)
        over = len(encoding.ids) - self.longest
        if over <= 0:
            return encoding
        spans = self._tokenizer.encode(premise, add_special_tokens=False).offsets
        if over < len(spans):
            encoding = self._encode(premise[: spans[-over][0]], claim)
        if len(encoding.ids) > self.longest:
            raise EvaluationError(
                f"a claim is too long for {self.identity}, which takes {self.longest} tokens", code="claim_too_long"
            )
        return encoding

    def _encode(self, premise: str, claim: str) -> Any:
        if self.form is Format.HHEM:
            return self._tokenizer.encode(hhem.PROMPT.format(premise=premise, claim=claim))
        if self.form is Format.JOINED:
            return self._tokenizer.encode(f"{premise}{self._separator}{claim}")
        return self._tokenizer.encode(premise, claim)

    @property
    def _separator(self) -> str:
        return next((mark for mark in ("</s>", "[SEP]") if self._tokenizer.token_to_id(mark) is not None), " ")

    def _read(self, logits: list[float]) -> PairProbability:
        if len(logits) != self.labels.count or not all(map(math.isfinite, logits)):
            raise EvaluationError(
                f"{self.identity} gave the logits {logits} for {self.labels.count} labels", code="bad_logits"
            )
        if self.labels.count == 1:
            return PairProbability(_shares([logits[0], 0.0])[0], 0.0)
        share = _shares(logits)
        contradicted = share[self.labels.contradicted] if self.labels.contradicted is not None else 0.0
        return PairProbability(share[self.labels.supported], contradicted)


def _shares(logits: Sequence[float]) -> list[float]:
    """The softmax."""
    powers = [math.exp(value - max(logits)) for value in logits]
    return [power / sum(powers) for power in powers]


def read_labels(folder: ModelFolder, task: Task) -> Labels:
    """Which label is support and which contradiction, by the names in `id2label`.

    A grounding model with two unnamed labels (`LABEL_0`, `LABEL_1`) has support second, as MiniCheck has; an NLI model must name
    its labels.

    Raises:
        ConfigurationError: the names do not say it.
    """
    named = folder.config.get("id2label")
    if not isinstance(named, Mapping) or not named:
        count = 2 if task is Task.GROUNDING else 0
        named = {str(number): f"LABEL_{number}" for number in range(count)}
    names = {int(number): str(name).lower() for number, name in named.items()}
    if len(names) == 1:
        return Labels(1, 0, None)
    supported = [number for number, name in names.items() if _means(name, _SUPPORTED)]
    contradicted = [number for number, name in names.items() if _means(name, _CONTRADICTED)]
    if task is Task.GROUNDING and len(names) == 2 and all(name in _UNNAMED for name in names.values()):
        supported = [1]
    if len(supported) != 1 or len(contradicted) > 1:
        raise ConfigurationError(
            f"{folder.path}: the labels {sorted(names.values())} do not say which one means support",
            hint="name them in id2label of config.json, such as entailment, neutral, contradiction",
        )
    return Labels(len(names), supported[0], contradicted[0] if contradicted else None)


def _means(label: str, stems: Sequence[str]) -> bool:
    """Whether a label has one of the stems and does not negate it."""
    for stem in stems:
        before, found, _ = label.partition(stem)
        if found:
            return before.strip(" _-") not in _NEGATED
    return False


def _format(folder: ModelFolder) -> Format:
    if hhem.is_hhem(folder):
        return Format.HHEM
    return Format.JOINED if "minicheck" in folder.identity.lower() else Format.PAIR
