"""Parameters are of their declared types, in every metric."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

import pytest

from assay.errors import ConfigurationError
from assay.metrics import Metric, Registry

REGISTRY = Registry.built_in()
WRONG: dict[str, tuple[Any, ...]] = {"bool": ("false", "no", 0, 0.3, None), "int": (True, 1.5, float("nan"), "3")}
DECLARED = [
    (type(metric), field.name, value)
    for metric in REGISTRY
    for field in fields(metric)
    for value in WRONG.get(str(field.type).removesuffix(" | None"), ())
]


@pytest.mark.parametrize(("cls", "name", "value"), DECLARED)
def test_a_wrong_type_is_refused(cls: type[Metric], name: str, value: object) -> None:
    """No switch is turned on by the text "false", and no whole number is a fraction or a switch."""
    with pytest.raises(ConfigurationError, match=name):
        cls(**{name: value})


@pytest.mark.parametrize(
    "text",
    [
        'faithfulness(strict_quotes="false")',
        'bleu(lowercase="false")',
        "ter(case_sensitive=no)",
        "chrf(lowercase=0.3)",
        "pii(kinds=[])",
        "execution_match(max_rows=NaN)",
    ],
)
def test_a_text_with_a_wrong_value_is_refused(text: str) -> None:
    """The same holds for what a policy or a command line writes."""
    with pytest.raises(ConfigurationError, match="parameter"):
        REGISTRY.parse(text)


def test_right_values_stand() -> None:
    """Real switches are taken, and None where it is declared."""
    assert REGISTRY.parse("faithfulness(strict_quotes=false)").params == {"strict_quotes": False}
    assert REGISTRY.parse("bleu(lowercase=true)").params == {"lowercase": True}
    assert REGISTRY.parse("length_in_bounds(maximum=null)").params == {}


def test_a_metric_of_your_own_is_checked_too() -> None:
    """Also where annotations are types and not text."""

    @dataclass(frozen=True)
    class Own(Metric):
        name: ClassVar[str] = "own"
        strict: bool = False

    Own.__dataclass_fields__["strict"].type = bool
    with pytest.raises(ConfigurationError, match="strict must be true or false, got 'false'"):
        Own(strict="false")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "label", ["x,y", "two words", "a\nb", "recall@5", "recall(cutoff=3)", "faithfulness[lexical]", "9", 3]
)
def test_a_label_is_a_plain_name(label: object) -> None:
    """A label stands where a metric's name does, so it is written like one."""
    with pytest.raises(ConfigurationError, match="label must be a plain name"):
        REGISTRY.parse("discrete_judge", {"label": label})


def test_a_label_is_nobody_elses_name() -> None:
    """A judge that prints as a known metric would be taken for it."""
    with pytest.raises(ConfigurationError, match="prints as 'recall'"):
        REGISTRY.parse("discrete_judge(label=recall)")
    assert REGISTRY.parse("discrete_judge(label=polite)").spec == "polite"


@pytest.mark.parametrize("value", [2, None, True, "NFC+loud"])
@pytest.mark.parametrize("name", ["exact_match", "string_presence", "string_similarity", "context_precision[text]"])
def test_normalisation_is_text(name: str, value: object) -> None:
    """Steps are named in text; another value is refused by the constructor."""
    cls: Any = REGISTRY.class_of(name)
    with pytest.raises(ConfigurationError, match="parameter normalisation"):
        cls(normalisation=value)
