"""Judges made from a prompt text: variables, braces, enforced verdicts, files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one

from assay.errors import ConfigurationError, InputError
from assay.metrics import Registry
from assay.metrics.rubric.discrete_judge import DiscreteJudge
from assay.metrics.rubric.judge_file import load_judge, save_judge
from assay.metrics.rubric.numeric_judge import NumericJudge
from assay.metrics.rubric.prompt_judge import PromptJudge
from assay.metrics.rubric.ranking_judge import RankingJudge
from assay.metrics.rubric.template import parse_template
from assay.records import Case, Context, Output, Sample, Score, Status
from assay.records.score import recompute


def judged(metric: PromptJudge, verdict: Any, **inputs: Any) -> Score:
    """Score with one scripted verdict."""
    inputs = inputs or dict.fromkeys(metric.template.variables, "text")
    return metric.score(judge=ScriptedJudge({metric.name: one(verdict)}), **inputs)


@pytest.mark.parametrize(
    ("prompt", "text", "variables"),
    [
        ("Is {answer} ok?", "Is [answer] ok?", ("answer",)),
        ("{a} {b} {a}", "[a] [b] [a]", ("a", "b")),
        ('Like {"x": 1}, {} or {0}: {a}', 'Like {"x": 1}, {} or {0}: [a]', ("a",)),
        ("{{a}} is not {a}", "{a} is not [a]", ("a",)),
        ("{ a } {a", "", None),
    ],
)
def test_braces(prompt: str, text: str, variables: tuple[str, ...] | None) -> None:
    """A name in braces is a variable, doubled braces are braces, all else is text; a prompt without variables is refused."""
    if variables is None:
        with pytest.raises(ConfigurationError, match="so the judge would see nothing"):
            parse_template(prompt)
    else:
        template = parse_template(prompt)
        assert (template.text, template.variables) == (text, variables)


def test_variables_are_the_inputs() -> None:
    """Fields of case and output reach the judge as blocks, and their absence has its usual meaning."""
    metric = DiscreteJudge(prompt="{answer} from {contexts} for {tier}?")
    assert metric.info().inputs == ("answer", "contexts", "tier")
    assert metric.info().resources == ("judge",)
    judge = ScriptedJudge({"discrete_judge": one("pass")})
    case = Case(id="1", extra={"tier": {"name": "gold"}})
    full = Sample(case=case, output=Output(answer="A", contexts=(Context(text="p", id="d"),)))
    assert _evaluated(metric, full, judge).value == "pass"
    assert judge.asked[0][1] == {"answer": "A", "contexts": ["p"], "tier": {"name": "gold"}}
    bare = Sample(case=case, output=Output(answer="A"))
    assert _evaluated(metric, bare, judge).code == "missing_output"
    needs_reference = DiscreteJudge(prompt="{answer} as {reference}?")
    assert _evaluated(needs_reference, bare, judge).status is Status.NOT_APPLICABLE


def _evaluated(metric: PromptJudge, sample: Sample, judge: ScriptedJudge) -> Score:
    import asyncio

    outcome = metric.evaluate(sample, {"judge": judge})
    return outcome if isinstance(outcome, Score) else asyncio.run(_awaited(outcome))


async def _awaited(outcome: Any) -> Score:
    return await outcome  # type: ignore[no-any-return]


def test_untrusted_text_never_stands_among_the_instructions() -> None:
    """The instruction names the block; only the block holds the text."""
    metric = DiscreteJudge(prompt="Is {answer} polite?")
    assert "Is [answer] polite?" in metric.prompts[0].instruction
    assert metric.prompts[0].trusted == ()


def test_labels_are_enforced() -> None:
    """A label of the set is the value; any other is an error, never a fail."""
    metric = DiscreteJudge(prompt="{answer}", labels=("low", "mid", "high"), passing=("mid", "high"))
    score = judged(metric, "mid")
    assert (score.value, score.items[0].credit, score.reason) == ("mid", 1.0, "mid; because")
    assert metric.domain.passing == ("mid", "high")
    for verdict in ("Mid", "idk", 1, None, ["mid"]):
        assert judged(metric, verdict).status is Status.ERROR


def test_numbers_are_enforced() -> None:
    """Both ends are valid; a number outside the range, text and booleans are errors."""
    metric = NumericJudge(prompt="{answer}", low=-1, high=1.5)
    for verdict in (-1, 1.5, 0.25):
        score = judged(metric, verdict)
        assert score.value == verdict
        assert recompute(score.items) == verdict
    for verdict in (42.0, -1.01, "0.5", True):
        assert judged(metric, verdict).status is Status.ERROR


def test_orders_are_enforced() -> None:
    """An order holds each entry once; a short, long, doubled or foreign one is an error."""
    metric = RankingJudge(prompt="{answer}", entries=("a", "b", "c"))
    score = judged(metric, ["c", "a", "b"])
    assert (score.value, score.reason) == (("c", "a", "b"), "c > a > b; because")
    for verdict in (["a", "b"], ["a", "b", "c", "a"], ["a", "a", "b"], ["a", "b", "x"], "abc"):
        assert judged(metric, verdict).status is Status.ERROR
    free = RankingJudge(prompt="{answer}", length=2)
    assert judged(free, ["anything", "else"]).value == ("anything", "else")
    assert judged(free, ["x", "x"]).status is Status.ERROR


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        (DiscreteJudge, {"labels": ["one"]}),
        (DiscreteJudge, {"labels": ["a", "a"]}),
        (DiscreteJudge, {"labels": ["a", " "]}),
        (DiscreteJudge, {"passing": ["maybe"]}),
        (DiscreteJudge, {"label": 1}),
        (NumericJudge, {"low": 1, "high": 0}),
        (NumericJudge, {"high": float("nan")}),
        (NumericJudge, {"high": True}),
        (RankingJudge, {"entries": ["a"]}),
        (RankingJudge, {"entries": ["a", "a"]}),
        (RankingJudge, {"entries": ["a", "b"], "length": 2}),
        (RankingJudge, {"length": 1}),
        (DiscreteJudge, {"prompt": ""}),
        (DiscreteJudge, {"prompt": "{judge} {answer}"}),
        (DiscreteJudge, {"prompt": "{verdict}"}),
    ],
)
def test_parameters_are_checked(kind: type[PromptJudge], params: dict[str, Any]) -> None:
    """What cannot work is refused when the metric is made."""
    with pytest.raises(ConfigurationError):
        kind(**{"prompt": "{answer}", **params})


def test_from_a_policy() -> None:
    """The text of a judge parses back; parameters may come beside it; a label shortens the name."""
    registry = Registry.built_in()
    metric = DiscreteJudge(prompt='Is "{answer}", (really) ok?', labels=("ok", "not ok"))
    assert registry.parse(metric.spec) == metric
    named = registry.parse("numeric_judge", {"prompt": "How calm is {answer}?", "high": 10, "label": "calm"})
    assert named.spec == "calm"
    assert named.score(judge=ScriptedJudge({"numeric_judge": one(7)}), answer="x").metric == "calm"


def test_the_signature_follows_text_and_vocabulary() -> None:
    """Another wording, label or range changes the signature."""
    forms = [
        DiscreteJudge(),
        DiscreteJudge(prompt="{answer}?"),
        DiscreteJudge(prompt="{answer}!"),
        DiscreteJudge(prompt="{answer}?", labels=("yes", "no")),
        NumericJudge(),
        NumericJudge(high=2),
        RankingJudge(),
        RankingJudge(length=3),
        RankingJudge(entries=("b", "a")),
    ]
    assert len({form.signature() for form in forms}) == len(forms)


@pytest.mark.parametrize(
    "metric",
    [
        DiscreteJudge(prompt="Ist {answer} höflich? {}", labels=("ja", "nein"), label="höflich"),
        NumericJudge(prompt="{answer}", low=-1.5, high=3),
        RankingJudge(prompt="{answer}", entries=("a", "b")),
        RankingJudge(prompt="{answer}", length=4),
    ],
    ids=lambda metric: metric.name,
)
def test_files(metric: PromptJudge, tmp_path: Path) -> None:
    """A judge read back from its file is equal, with the same signature; it survives pickling too."""
    file = save_judge(metric, tmp_path / "mine")
    assert file.name == "mine.json"
    assert load_judge(file) == metric
    assert load_judge(file).signature() == metric.signature()
    assert pickle.loads(pickle.dumps(metric)) == metric
    with pytest.raises(InputError, match="already there"):
        save_judge(DiscreteJudge(), file)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other/1"}, "not a judge file"),
        ({"metric": "faithfulness"}, "must be one of"),
        ({"params": []}, "must be one of"),
        ({"params": {"prompt": "{answer}", "colour": 1}}, "colour"),
        ({"params": {"prompt": "{answer} was changed"}}, "not the one that was saved"),
        ({"params": {"prompt": "no variable"}}, "variable"),
    ],
)
def test_broken_files(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    """A file of another form, kind, parameter or prompt is refused with what is wrong."""
    file = save_judge(DiscreteJudge(prompt="{answer}"), tmp_path / "mine.json")
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises((InputError, ConfigurationError), match=message):
        load_judge(file)


def test_unreadable_files(tmp_path: Path) -> None:
    """A missing file and one that is no JSON name themselves."""
    broken = tmp_path / "x.json"
    broken.write_text("{", "utf-8")
    for file in (broken, tmp_path / "absent.json"):
        with pytest.raises(InputError, match=file.name):
            load_judge(file)
