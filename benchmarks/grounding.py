"""What offline grounding is worth: balanced accuracy and AUROC on each set of human labels, against simple proxies.

    python benchmarks/grounding.py                    # every tier that needs no download, on every set
    python benchmarks/grounding.py --grounder nli:FOLDER_OR_NAME
    python benchmarks/grounding.py --fit              # the numbers of assay.embedding.grounding.fitted, fitted again

The labelled sets are JSON Lines with `context`, `claim` and `label`, read from `--data`; they are not part of this project.
Intervals are 95 % percentile bootstrap over items (2,000 resamples, seed 1). Each set is one task type and is reported by itself;
sets are never pooled, and a mean is the mean of sets.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.embedding import make_embedder, make_grounder
from assay.embedding.grounding import fitted
from assay.embedding.grounding.evidence import ClaimWords, Evidence
from assay.embedding.grounding.signals import rouge_l_precision
from assay.records.protocols import Grounder, Support
from assay.sync import run_sync
from assay.text import content_tokens, sentences
from assay.text.vectors import cosine

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FITTED_ON = "wice_claim"
SETS = {
    "begin_wow": "dialogue, one sentence",
    "faithdial_audit": "dialogue, expert audit",
    "fever_symmetric": "fact checking",
    "wice_claim": "long web evidence",
}


@dataclass(frozen=True)
class Item:
    claim: str
    context: list[str]
    label: bool


@dataclass(frozen=True)
class Result:
    scores: np.ndarray
    supported: np.ndarray
    seconds: float
    probable: bool = False


def load(folder: Path, name: str) -> list[Item]:
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Item(row["claim"], row["context"], row["label"] == 1) for row in rows]


# -- signals -------------------------------------------------------------------------------------------------------------


def covered_sentences(item: Item) -> float:
    """Share of the claim's sentences with at least 0.6 of their content tokens in the context."""
    there = set(content_tokens(" ".join(item.context)))
    said = [set(content_tokens(sentence)) for sentence in sentences(item.claim)]
    said = [tokens for tokens in said if tokens]
    return sum(len(tokens & there) >= 0.6 * len(tokens) for tokens in said) / len(said) if said else 0.0


def rouge(item: Item) -> float:
    return rouge_l_precision(ClaimWords.of(item.claim, "en"), Evidence(item.context))


def by_signal(items: Sequence[Item], signal: Callable[[Item], float], threshold: float) -> Result:
    begun = time.perf_counter()
    scores = np.array([signal(item) for item in items])
    return Result(scores, scores >= threshold, time.perf_counter() - begun)


def by_cosine(items: Sequence[Item], threshold: float) -> Result:
    embedder = make_embedder("packaged")

    async def most(item: Item) -> float:
        said = [sentence for passage in item.context for sentence in sentences(passage)] or ["."]
        claim, *others = await embedder.embed([item.claim, *said])
        return max(cosine(claim, other) for other in others)

    return by_signal(items, lambda item: run_sync(most(item)), threshold)


def by_grounder(items: Sequence[Item], grounder: Grounder) -> Result:
    async def all_items() -> list[tuple[float, bool]]:
        found = [(await grounder.ground([item.claim], item.context))[0] for item in items]
        return [(one.score, one.support is Support.SUPPORTED) for one in found]

    begun = time.perf_counter()
    pairs = run_sync(all_items())
    scores, supported = zip(*pairs, strict=True)
    return Result(np.array(scores), np.array(supported), time.perf_counter() - begun, probable=True)


# -- measures ------------------------------------------------------------------------------------------------------------


def auroc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Probability that a supported item ranks above another one, ties one half."""
    order = np.sort(scores[~labels])
    below = np.searchsorted(order, scores[labels], side="left")
    upto = np.searchsorted(order, scores[labels], side="right")
    return float(((below + upto) / 2).mean() / len(order))


def balanced_accuracy(labels: np.ndarray, supported: np.ndarray) -> float:
    return float((supported[labels].mean() + (~supported[~labels]).mean()) / 2)


def calibration_error(labels: np.ndarray, scores: np.ndarray) -> float:
    """Expected calibration error: ten bins of equal width, closed on the left, the last one on both sides."""
    bins = np.minimum((scores * 10).astype(int), 9)
    gaps = [
        abs(scores[bins == one].mean() - labels[bins == one].mean()) * (bins == one).mean() for one in np.unique(bins)
    ]
    return float(sum(gaps))


def interval(
    measure: Callable[[np.ndarray, np.ndarray], float], labels: np.ndarray, given: np.ndarray
) -> tuple[float, float]:
    draw = np.random.default_rng(1)
    values = []
    for _ in range(2000):
        rows = draw.integers(0, len(labels), len(labels))
        values.append(measure(labels[rows], given[rows]))
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


# -- the table -----------------------------------------------------------------------------------------------------------


def report(name: str, results: dict[str, Result], labels: dict[str, np.ndarray]) -> None:
    aurocs, accuracies = [], []
    for data, result in results.items():
        known = labels[data]
        ranked, right = auroc(known, result.scores), balanced_accuracy(known, result.supported)
        aurocs.append(ranked)
        accuracies.append(right)
        low, high = interval(auroc, known, result.scores)
        bottom, top = interval(balanced_accuracy, known, result.supported)
        note = " (fitted here)" if data == FITTED_ON and name in ("lexical", "fusion", "embedding") else ""
        speed = f"{len(known) / result.seconds:6.0f} claims/s"
        ranking = f"{ranked:.3f} ({low:.3f} to {high:.3f})"
        error = f"{calibration_error(known, result.scores):.2f}" if result.probable else "–"
        print(f"| {name} | {data}{note} | {ranking} | {right:.3f} ({bottom:.3f} to {top:.3f}) | {error} | {speed} |")
    others = [place for place, data in enumerate(results) if data != FITTED_ON]
    unseen_rank, unseen_right = (
        np.mean([aurocs[place] for place in others]),
        np.mean([accuracies[place] for place in others]),
    )
    print(f"| {name} | mean of sets | {np.mean(aurocs):.3f} | {np.mean(accuracies):.3f} | | |")
    print(f"| {name} | mean without {FITTED_ON} | {unseen_rank:.3f} | {unseen_right:.3f} | | |", flush=True)


def best_threshold(labels: np.ndarray, scores: np.ndarray) -> float:
    """The threshold of the highest balanced accuracy: a proxy's own, fitted on the same set as ours."""
    return float(max(np.unique(scores), key=lambda value: balanced_accuracy(labels, scores >= value)))


def fit(rows: list[dict[str, float]], names: Sequence[str], labels: np.ndarray) -> fitted.Logistic:
    """Ridge-penalised logistic regression with both classes weighted equally, by Newton's method."""
    design = np.array([[1.0, *(row[name] for name in names)] for row in rows])
    weights = np.where(labels, len(labels) / (2 * labels.sum()), len(labels) / (2 * (~labels).sum()))
    ridge = np.diag([0.0] + [1.0] * len(names))
    found = np.zeros(design.shape[1])
    for _ in range(50):
        probability = 1 / (1 + np.exp(-design @ found))
        slope = design.T @ (weights * (probability - labels)) + ridge @ found
        curve = (design.T * (weights * probability * (1 - probability))) @ design + ridge
        found -= np.linalg.solve(curve, slope)
    return fitted.Logistic(
        round(float(found[0]), 2), {n: round(float(v), 2) for n, v in zip(names, found[1:], strict=True)}
    )


def refit(items: Sequence[Item]) -> None:
    labels = np.array([item.label for item in items])
    for text, model in (("lexical", fitted.LEXICAL), ("fusion", fitted.FUSION)):
        grounder = make_grounder(text)

        async def signals(grounder: Grounder = grounder) -> list[dict[str, float]]:
            return [dict((await grounder.ground([item.claim], item.context))[0].signals) for item in items]

        print(text, "now", model, "fitted", fit(run_sync(signals()), list(model.weights), labels))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--grounder", action="append", help="a grounder to measure besides; may be given several times")
    parser.add_argument("--only", action="store_true", help="measure nothing but the grounders named")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    if options.fit:
        refit(load(options.data, FITTED_ON))
        return
    items = {name: load(options.data, name) for name in SETS}
    labels = {name: np.array([item.label for item in listed]) for name, listed in items.items()}
    print("| method | data | AUROC | balanced accuracy | ECE | speed |\n|---|---|---|---|---|---|")
    if not options.only:
        own = {}
        for name, signal in (("covered sentences ≥ 0.6", covered_sentences), ("ROUGE-L precision", rouge)):
            scores = np.array([signal(item) for item in items[FITTED_ON]])
            own[name] = best_threshold(labels[FITTED_ON], scores)
            report(name, {data: by_signal(listed, signal, own[name]) for data, listed in items.items()}, labels)
        threshold = best_threshold(labels[FITTED_ON], by_cosine(items[FITTED_ON], 0.0).scores)
        report("max cosine (packaged)", {data: by_cosine(listed, threshold) for data, listed in items.items()}, labels)
    tiers = [] if options.only else ["lexical", "embedding", "fusion"]
    for text in (*tiers, *(options.grounder or ())):
        grounder = make_grounder(text)
        report(text, {data: by_grounder(listed, grounder) for data, listed in items.items()}, labels)


if __name__ == "__main__":
    main()
