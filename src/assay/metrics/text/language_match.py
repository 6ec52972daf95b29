"""Whether the answer is in the language that the case states."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError, MissingExtraError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text, holds
from assay.records import MetricResult, not_applicable
from assay.text.tokens import primary_language

_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, kw_only=True)
class LanguageMatch(Metric):
    """Whether the answer is in the language that the case states: 1 or 0, higher is better.

    The language is told by py3langid (a packaged model, no network); the first subtag of the case's `language` is
    compared, so `pt-BR` is `pt`. A mixed text is in the language that most of it is written in; the share is not
    measured. A blank answer is 0. Not applicable: the case states no language; an answer without letters (`42` is right
    in any language), or one whose language is told with less than `min_confidence`. Invalid: a language that the
    detector does not know. `details` hold the language found and the confidence.

    Needs the extra `language`. Source: Lui and Baldwin, langid.py, ACL 2012 demos; computed by py3langid.

    >>> LanguageMatch().score(answer="Les remboursements prennent trente jours.", language="fr").value
    1.0
    """

    name: ClassVar[str] = "language_match"
    method: ClassVar[str] = "lexical"

    min_confidence: float = 0.5

    def __post_init__(self) -> None:
        if isinstance(self.min_confidence, bool) or not 0 <= self.min_confidence <= 1:
            raise ConfigurationError(
                f"language_match: min_confidence must lie between 0 and 1, got {self.min_confidence!r}"
            )

    @property
    def definition(self) -> tuple[str, ...]:
        """The version of the detector."""
        return (f"py3langid:{_installed()}",)

    def measure(self, answer: Any, language: Any) -> MetricResult:
        """Detect and compare."""
        text, expected = as_text(answer, "answer"), primary_language(as_text(language, "language"))
        if not text.strip():
            return holds(False, "the answer is blank")
        if not _LETTER.search(text):
            return not_applicable("the answer has no letters", code="undetermined")
        detector = _detector()
        if expected not in detector.labels:
            raise InvalidRowError(f"language {language!r} is unknown to the detector", code="unknown_language")
        found, confidence = detector.classify(text)
        details = {"found": found, "confidence": confidence}
        if confidence < self.min_confidence:
            return not_applicable(
                f"the language cannot be told ({found} with {confidence:.2f})", code="undetermined", details=details
            )
        return holds(found == expected, f"expected={expected}; found={found} ({confidence:.2f})", details=details)


@cache
def _detector() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise MissingExtraError("py3langid", extra="language", needed_for="the metric language_match") from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@cache
def _installed() -> str:
    try:
        return metadata.version("py3langid")
    except metadata.PackageNotFoundError:
        return "not installed"
