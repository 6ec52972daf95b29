"""Names of metrics: each found, none twice, the near ones offered, nothing imported before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics import EvidenceCoverage, Metric, Registry, numeric_metric

BUILT_IN = Registry.built_in()


@pytest.mark.parametrize("name", BUILT_IN.names)
def test_every_name_leads_to_its_metric(name: str) -> None:
    """A registered name is the metric's own printed name, and its text parses back to the same metric."""
    cls = BUILT_IN.class_of(name)
    assert f"{cls.name}[{cls.variant}]" == name if cls.variant else cls.name == name
    assert issubclass(cls, Metric)


@pytest.mark.parametrize("name", BUILT_IN.names)
def test_every_metric_is_documented(name: str) -> None:
    """Each class has a documentation of its own: a line of meaning, and more than that line."""
    cls = BUILT_IN.class_of(name)
    first, _, rest = (vars(cls).get("__doc__") or "").partition("\n")
    assert first.strip()
    assert len(rest.split()) > 10


@pytest.mark.parametrize(
    "name",
    ["fact_coverage", "evidence_coverage", "citation_validity", "abstention", "latency", "faithfulness[lexical]"],
)
def test_known_names_parse_to_equal_metrics(name: str) -> None:
    """Parsing a spec twice gives equal metrics whose text is the spec."""
    metric = BUILT_IN.parse(name)
    assert metric == BUILT_IN.parse(metric.spec)
    assert str(metric) == name
    assert name in BUILT_IN


def test_parameters_come_from_text_and_mapping() -> None:
    """Parameters in the text and beside it add up; those beside it win."""
    assert BUILT_IN.parse("abstention(decide_by=text)") == BUILT_IN.parse("abstention", {"decide_by": "text"})
    found = BUILT_IN.parse("faithfulness[lexical](threshold=0.5)", {"threshold": 0.7})
    assert found.spec == "faithfulness[lexical](threshold=0.7)"


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("evidence_coverag", "evidence_coverage"),
        ("abstenion", "abstention"),
        ("faithfulness[lexicl]", "faithfulness[lexical]"),
    ],
)
def test_a_misspelt_name_offers_the_near_one(text: str, near: str) -> None:
    """An unknown name is refused with the names close to it."""
    with pytest.raises(UnknownNameError) as caught:
        BUILT_IN.parse(text)
    assert near in caught.value.near
    assert near in str(caught.value)


def test_a_misspelt_parameter_offers_the_near_one() -> None:
    """An unknown parameter is refused by name."""
    with pytest.raises(UnknownNameError, match=r"treshold.*threshold"):
        BUILT_IN.parse("faithfulness[lexical](treshold=0.5)")


def test_a_refused_value_names_the_metric() -> None:
    """A value that the metric refuses is a configuration error."""
    with pytest.raises(ConfigurationError, match="decide_by"):
        BUILT_IN.parse("abstention(decide_by=guess)")


@numeric_metric(name="own")
def own(answer: str) -> float:
    """Own metric."""
    return 1.0


def test_own_metrics_join_a_larger_registry() -> None:
    """A registry is a value: adding gives a larger one, and a name can be given once."""
    larger = BUILT_IN.with_metrics(own)
    assert larger.parse("own") is own
    assert "own" in larger.names
    assert "own" not in BUILT_IN
    assert larger.with_metrics(own).names == larger.names
    with pytest.raises(ConfigurationError, match="twice"):
        BUILT_IN.with_metrics(EvidenceCoverage())
    with pytest.raises(UnknownNameError, match="'own'"):
        larger.parse("ownn")


def test_variants_of_a_name() -> None:
    """All forms of one name are listed."""
    assert "faithfulness[lexical]" in BUILT_IN.variants("faithfulness")
    assert BUILT_IN.variants("latency") == ("latency",)


def test_names_are_sorted_without_regard_to_case() -> None:
    """The listing is stable."""
    assert list(BUILT_IN.names) == sorted(BUILT_IN.names, key=lambda name: (name.lower(), name))


def test_listing_names_imports_no_metric() -> None:
    """The table of names is read without importing the modules behind it, and without heavy packages."""
    code = (
        "import sys; from assay.metrics import Registry; Registry.built_in().names;"
        "print([m for m in sys.modules if m.startswith('assay.metrics.coverage.') or m in ('numpy', 'pydantic', 'rapidfuzz')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_classes_by_name() -> None:
    """`assay.metrics` gives every class by its name, and says which name is unknown."""
    import assay.metrics

    assert assay.metrics.FactCoverage().spec == "fact_coverage"
    with pytest.raises(AttributeError, match="NoSuchMetric"):
        _ = assay.metrics.NoSuchMetric
