"""Cross-encoders: ONNX and torch, label maps, order of premise and claim, HHEM without its code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.embedding import make_grounder
from assay.embedding.grounding.cross_encoder import (
    CrossEncoderGrounder,
    FusedCrossEncoderGrounder,
    premises_of,
)
from assay.embedding.grounding.evidence import Evidence
from assay.embedding.grounding.fitted import LEXICAL
from assay.embedding.hhem import sizes
from assay.embedding.model_folder import ModelFolder
from assay.embedding.pair_model import Format, Labels, PairModel, PairProbability, Task, read_labels
from assay.errors import ConfigurationError, EvaluationError
from assay.records.protocols import Support
from assay.sync import run_sync


class Scripted:
    """A pair model with a table of answers, that notes what it was asked."""

    identity = "scripted"

    def __init__(self, answers: dict[str, tuple[float, float]]) -> None:
        self.answers, self.asked = answers, []

    def probabilities(self, pairs: list[tuple[str, str]]) -> list[PairProbability]:
        self.asked += pairs
        return [PairProbability(*self.answers.get(premise, (0.1, 0.1))) for premise, _ in pairs]


def ground(answers: dict[str, tuple[float, float]], claim: str, *passages: str) -> Any:
    model: Any = Scripted(answers)
    grounder = CrossEncoderGrounder(model, task=Task.NLI)
    return run_sync(grounder.ground([claim], passages))[0], model.asked


def test_the_best_premise_decides() -> None:
    """Support is the maximum over sentences and their join; the quotation is the sentence that gave it."""
    found, asked = ground({"Cats sleep.": (0.9, 0.0)}, "Cats sleep a lot.", "Dogs bark a lot. Cats sleep.")
    assert (found.support, found.score, found.quote) == (Support.SUPPORTED, 0.9, "Cats sleep.")
    assert asked[-1] == ("Dogs bark a lot. Cats sleep.", "Cats sleep a lot.")


def test_contradiction_and_unknown() -> None:
    """More than half of the probability on contradiction contradicts; neither is unknown."""
    assert ground({"Cats sleep.": (0.1, 0.8)}, "Cats run.", "Cats sleep.")[0].support is Support.CONTRADICTED
    assert ground({"Cats sleep.": (0.4, 0.3)}, "Cats run.", "Cats sleep.")[0].support is Support.UNKNOWN


def test_a_guard_bars_what_the_model_supports() -> None:
    """A wrong figure is never supported, however sure the model is."""
    found, _ = ground({"Refunds take 30 days.": (0.99, 0.0)}, "Refunds take 90 days.", "Refunds take 30 days.")
    assert (found.support, found.guards) == (Support.CONTRADICTED, ("number",))


def test_a_fused_model_is_blended_with_the_words() -> None:
    """The probability lies between the model's and the lexical one; without a word in common it is not support."""
    model: Any = Scripted({"Cats sleep.": (0.9, 0.0)})
    grounder = FusedCrossEncoderGrounder(model, task=Task.NLI)
    (found,) = run_sync(grounder.ground(["Felines rest."], ["Cats sleep."]))
    words = LEXICAL.probability(found.signals)
    assert words < found.score < 0.9
    assert found.support is Support.UNKNOWN
    assert run_sync(grounder.ground(["Cats sleep."], ["Cats sleep."]))[0].support is Support.SUPPORTED
    assert grounder.identity == "fusion:nli:scripted|premises:3+joined|fit:1"


def test_nothing_is_asked_without_evidence() -> None:
    """A claim without words, or passages without words, costs no call."""
    assert ground({}, "…", "Cats sleep.")[1] == []
    assert ground({}, "Cats sleep.", " ")[1] == []


def test_an_onnx_model_gives_the_softmax_of_its_logits(nli_folder: Path) -> None:
    """Probabilities are those computed by hand from the table, with labels read from the config; premise stands first."""
    np = pytest.importorskip("numpy")
    model = PairModel.load(str(nli_folder), task=Task.NLI)
    table = np.random.default_rng(7).normal(size=(15, 3)).astype(np.float32)
    logits = table[[2, 9, 10, 3, 10, 11, 3]].sum(axis=0)
    share = np.exp(logits) / np.exp(logits).sum()
    (found,) = model.probabilities([("a cat", "cat sat")])
    assert (found.supported, found.contradicted) == pytest.approx((share[1], share[0]), abs=1e-6)
    grounder = make_grounder(f"nli:{nli_folder}")
    assert grounder.identity.startswith("nli:tiny-nli@")
    assert make_grounder(f"fusion:nli:{nli_folder}").identity.startswith("fusion:nli:tiny-nli@")
    assert run_sync(grounder.ground(["a cat sat"], ["the cat sat ."]))[0].score == pytest.approx(
        max(one.supported for one in model.probabilities([("the cat sat .", "a cat sat")]))
    )


def test_a_long_premise_is_cut_and_the_claim_is_not(nli_folder: Path) -> None:
    """Of a pair that is too long the claim stays whole."""
    model = PairModel.load(str(nli_folder), task=Task.NLI)
    long = "a cat sat . " * 30
    first, second = model.probabilities([(long, "refunds take 30 days"), (long, "refunds take 90 days")])
    assert first != second
    with pytest.raises(EvaluationError, match="a claim is too long"):
        model.probabilities([("a cat", long)])


def test_one_logit_is_the_log_odds_of_support(nli_folder: Path) -> None:
    """However far out it lies, it becomes a probability."""
    np = pytest.importorskip("numpy")
    tokenizer = PairModel.load(str(nli_folder), task=Task.NLI)._tokenizer
    for logit, expected in ((0.0, 0.5), (-2000.0, 0.0), (2000.0, 1.0)):
        model = PairModel(
            tokenizer,
            lambda ids, mask, types, logit=logit: np.array([[logit]]),
            labels=Labels(1, 0, None),
            identity="one",
            form=Format.JOINED,
            longest=32,
            pad=0,
        )
        assert model.probabilities([("a", "cat")]) == [PairProbability(expected, 0.0)]


@pytest.mark.parametrize(
    ("named", "task", "expected"),
    [
        ({"0": "entailment", "1": "neutral", "2": "contradiction"}, Task.NLI, Labels(3, 0, 2)),
        ({"0": "CONTRADICTION", "1": "NEUTRAL", "2": "ENTAILMENT"}, Task.NLI, Labels(3, 2, 0)),
        ({"0": "entailment", "1": "not_entailment"}, Task.NLI, Labels(2, 0, None)),
        ({"0": "unsupported", "1": "supported"}, Task.GROUNDING, Labels(2, 1, None)),
        ({"0": "hallucinated", "1": "consistent"}, Task.GROUNDING, Labels(2, 1, None)),
        ({"0": "inconsistent", "1": "consistent"}, Task.GROUNDING, Labels(2, 1, None)),
        ({"0": "LABEL_0", "1": "LABEL_1"}, Task.GROUNDING, Labels(2, 1, None)),
        ({"0": "LABEL_0"}, Task.GROUNDING, Labels(1, 0, None)),
        (None, Task.GROUNDING, Labels(2, 1, None)),
    ],
)
def test_labels_are_read_by_name(named: Any, task: Task, expected: Labels, tmp_path: Path) -> None:
    """Support and contradiction are found whatever their order."""
    config = {} if named is None else {"id2label": named}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    assert read_labels(ModelFolder(tmp_path, "x"), task) == expected


@pytest.mark.parametrize(
    "named", [{"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}, {"0": "positive", "1": "negative"}, None]
)
def test_unnamed_labels_of_an_nli_model_are_refused(named: Any, tmp_path: Path) -> None:
    """Which label is support is never guessed."""
    config = {} if named is None else {"id2label": named}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ConfigurationError, match="do not say which one means support"):
        read_labels(ModelFolder(tmp_path, "x"), Task.NLI)


def test_logits_that_are_no_numbers_are_an_error(nli_folder: Path) -> None:
    """A model that gives NaN, or another number of labels than its config says, gives no verdict."""
    np = pytest.importorskip("numpy")
    good = PairModel.load(str(nli_folder), task=Task.NLI)
    for row in ([float("nan")] * 3, [0.0, 1.0]):
        model = PairModel(
            good._tokenizer,
            lambda ids, mask, types, row=row: np.array([row]),
            labels=good.labels,
            identity="broken",
            form=Format.PAIR,
            longest=32,
            pad=0,
        )
        with pytest.raises(EvaluationError, match="broken gave the logits"):
            model.probabilities([("a", "cat")])


def test_premises_are_joined_in_the_order_of_the_passages() -> None:
    """The join reads as the passages do, whichever sentence is best."""
    evidence = Evidence(["One cat. Two cats."])
    assert premises_of(evidence.sentences[::-1]) == ["Two cats.", "One cat.", "One cat. Two cats."]
    assert premises_of(evidence.sentences[:1]) == ["One cat."]


def test_a_torch_model_gives_what_transformers_gives(nli_folder: Path) -> None:
    """A tiny BERT saved as safetensors is read without code of its own; padding does not change a result."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    names = {0: "entailment", 1: "neutral", 2: "contradiction"}
    config = transformers.BertConfig(
        vocab_size=15, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8, id2label=names
    )
    bert = transformers.BertForSequenceClassification(config).eval()
    bert.save_pretrained(nli_folder)
    (nli_folder / "model.onnx").unlink()
    model = PairModel.load(str(nli_folder), task=Task.NLI)
    pairs = [("a cat", "cat sat"), ("refunds take 30 days .", "the cats sat")]
    ids = torch.tensor([[2, 9, 10, 3, 10, 11, 3]])
    types = torch.tensor([[0, 0, 0, 0, 1, 1, 1]])
    with torch.inference_mode():
        expected = bert(input_ids=ids, token_type_ids=types).logits.softmax(-1)[0]
    found = model.probabilities(pairs)[0]
    assert (found.supported, found.contradicted) == pytest.approx((float(expected[0]), float(expected[2])), abs=1e-6)


def test_hhem_is_read_without_its_code(nli_folder: Path) -> None:
    """Tiny weights under HHEM's names give the probability of the second label at the first token of the fixed question."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    save_file = pytest.importorskip("safetensors.torch").save_file
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=15,
        d_model=8,
        d_kv=4,
        d_ff=16,
        num_layers=2,
        num_heads=2,
        feed_forward_proj="gated-gelu",
        num_labels=2,
    )
    t5 = transformers.T5ForTokenClassification(config).eval()
    state = t5.state_dict()
    save_file(
        {f"t5.{name}": value.contiguous().clone() for name, value in state.items()}, nli_folder / "model.safetensors"
    )
    (nli_folder / "model.onnx").unlink()
    (nli_folder / "config.json").write_text(json.dumps({"model_type": "HHEMv2Config"}), encoding="utf-8")
    assert {name: getattr(config, name) for name in sizes(state)} == sizes(state)
    model = PairModel.load(str(nli_folder), task=Task.GROUNDING)
    encoding = model._encode("a cat", "cat sat")
    with torch.inference_mode():
        expected = t5(input_ids=torch.tensor([encoding.ids])).logits[0, 0].softmax(-1)[1]
    assert model.probabilities([("a cat", "cat sat")])[0].supported == pytest.approx(float(expected), abs=1e-6)
    (nli_folder / "model.safetensors").unlink()
    save_file({"t5.classifier.weight": torch.zeros(2, 8)}, nli_folder / "model.safetensors")
    with pytest.raises(ConfigurationError, match="not the weights of an HHEM-2 model"):
        PairModel.load(str(nli_folder), task=Task.GROUNDING)
