"""Judges from a prompt text, kept in JSON files."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from assay.errors import ConfigurationError, InputError
from assay.metrics.rubric.discrete_judge import DiscreteJudge
from assay.metrics.rubric.numeric_judge import NumericJudge
from assay.metrics.rubric.prompt_judge import PromptJudge
from assay.metrics.rubric.ranking_judge import RankingJudge

FORMAT = "assay/prompt-judge/1"


def save_judge(metric: PromptJudge, path: str | Path) -> Path:
    """Write a judge to a new JSON file: its kind, every parameter, and the prompt's hash.

    Args:
        metric: the judge.
        path: the file; `.json` is added where the name has no suffix.

    Returns:
        The file written.

    Raises:
        InputError: the file is already there; nothing is overwritten.
    """
    file = Path(path)
    file = file if file.suffix else file.with_suffix(".json")
    params = {field.name: getattr(metric, field.name) for field in fields(metric)}
    content = {"format": FORMAT, "metric": metric.name, "params": params, "prompt": metric.prompts[0].tag}
    try:
        with file.open("x", encoding="utf-8") as out:
            json.dump(content, out, ensure_ascii=False, allow_nan=False, indent=2)
    except FileExistsError as error:
        raise InputError(f"{file} is already there", hint="choose another name, or remove it first") from error
    return file


def load_judge(path: str | Path) -> PromptJudge:
    """Read a judge that `save_judge` wrote.

    Raises:
        InputError: the file cannot be read, is not such a file, or its prompt is not the one that was saved (the file was edited,
            or this version words it differently), so that scores could not be compared.
        ConfigurationError: a parameter that the metric refuses.
    """
    file = Path(path)
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{file} is not a judge file (expected format {FORMAT!r})")
    metric = _made(file, content)
    if content.get("prompt") != metric.prompts[0].tag:
        raise InputError(
            f"{file}: the prompt is not the one that was saved",
            hint=f"if the change is meant, write {metric.prompts[0].tag!r} as `prompt`",
        )
    return metric


def _made(file: Path, content: dict[str, Any]) -> PromptJudge:
    kinds = {kind.name: kind for kind in (DiscreteJudge, NumericJudge, RankingJudge)}
    kind, params = kinds.get(str(content.get("metric"))), content.get("params")
    if kind is None or not isinstance(params, dict):
        raise InputError(f"{file}: `metric` must be one of {', '.join(kinds)}, and `params` an object")
    try:
        return kind(**params)
    except TypeError as error:
        raise ConfigurationError(f"{file}: {error}") from error
