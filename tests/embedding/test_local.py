"""Embedders on this machine."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from assay.embedding import make_embedder
from assay.errors import ConfigurationError, UnknownNameError
from assay.sync import run_sync
from assay.text.vectors import cosine, unit


def embed(embedder: Any, *texts: str) -> list[list[float]]:
    return run_sync(embedder.embed(texts))


def test_vectors_are_units_and_do_not_depend_on_the_batch(encoder_folder: Path) -> None:
    """Every vector has length one and is the same alone, among longer texts, and in any order."""
    texts = ["refunds", "refunds take 30 days .", "a cat sat", "the cats"]
    together = embed(make_embedder(f"local:{encoder_folder}"), *texts)
    alone = [embed(make_embedder(f"local:{encoder_folder}"), text)[0] for text in texts]
    assert all(math.isclose(math.hypot(*vector), 1, abs_tol=1e-6) for vector in together)
    assert all(cosine(first, second) > 0.999999 for first, second in zip(together, alone, strict=True))


def test_mean_pooling_is_that_of_the_definition(encoder_folder: Path) -> None:
    """The vector is the mean of the table's rows for [CLS] refunds take [SEP], at length one."""
    np = pytest.importorskip("numpy")
    table = np.random.default_rng(7).normal(size=(15, 6)).astype(np.float32)
    expected = unit(table[[2, 4, 5, 3]].mean(axis=0).tolist())
    assert embed(make_embedder(f"local:{encoder_folder}"), "Refunds take")[0] == pytest.approx(expected, abs=1e-6)


def test_nothing_of_a_long_text_is_cut_off(encoder_folder: Path) -> None:
    """The end of a text that is longer than the model takes still moves its vector."""
    head = "refunds take 30 days " * 5
    first, second = embed(make_embedder(f"local:{encoder_folder}"), head + "a cat sat", head + "the 90 days")
    assert first != second


def test_token_vectors_stand_where_their_words_do(encoder_folder: Path) -> None:
    """Spans point into the text, special tokens are left out, a long text keeps all its tokens."""
    text = "The cats sat . " * 6
    (found,) = run_sync(make_embedder(f"local:{encoder_folder}").embed_tokens([text]))  # type: ignore[attr-defined]
    assert [text[start:end].lower() for start, end in found.spans[:5]] == ["the", "cat", "s", "sat", "."]
    assert len(found.spans) == len(found.vectors) == 30


def test_the_identity_names_the_weights_and_the_pooling(encoder_folder: Path) -> None:
    """Other weights or pooling give another identity."""
    first = make_embedder(f"local:{encoder_folder}").identity
    (encoder_folder / "1_Pooling").mkdir()
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    (encoder_folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling), encoding="utf-8")
    second = make_embedder(f"local:{encoder_folder}").identity
    assert first.startswith("tiny-encoder@")
    assert first.endswith("pooling:mean|longest:8")
    assert second.endswith("pooling:cls|longest:8")


@pytest.mark.parametrize(
    ("broken", "match"),
    [("model.onnx", "holds no weights"), ("tokenizer.json", "neither tokenizer.json nor vocab.txt")],
)
def test_an_incomplete_folder_is_refused(encoder_folder: Path, broken: str, match: str) -> None:
    """What is missing is named."""
    (encoder_folder / broken).unlink()
    with pytest.raises(ConfigurationError, match=match):
        make_embedder(f"local:{encoder_folder}")


def test_a_broken_model_is_refused(encoder_folder: Path) -> None:
    """A file that is no ONNX model, and a config that is no object, are configuration errors."""
    (encoder_folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ConfigurationError, match="ONNX Runtime cannot load it"):
        make_embedder(f"local:{encoder_folder}")
    (encoder_folder / "config.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ConfigurationError):
        make_embedder(f"local:{encoder_folder}")


@pytest.mark.parametrize("name", ["packed", "minilm"])
def test_an_unknown_name_is_refused(name: str) -> None:
    """A name that is neither packaged, local nor on a server says what there is."""
    with pytest.raises(UnknownNameError, match="unknown embedder"):
        make_embedder(name)


def test_the_packaged_embedder_knows_what_is_alike(packaged: Any) -> None:
    """Sentences that mean the same are nearer than others; 384 numbers; asked twice, remembered."""
    first, second, third = embed(packaged, "A cat sat on the mat.", "A kitten was sitting there.", "Income tax law")
    assert len(first) == 384
    assert cosine(first, second) > 0.5 > cosine(first, third)
    assert embed(packaged, "A cat sat on the mat.")[0] is embed(packaged, "A cat sat on the mat.")[0]


def test_a_torch_model_gives_what_sentence_transformers_gives(encoder_folder: Path) -> None:
    """A tiny BERT saved as safetensors is embedded as sentence-transformers embeds it."""
    transformers = pytest.importorskip("transformers")
    library = pytest.importorskip("sentence_transformers")
    (encoder_folder / "model.onnx").unlink()
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
    transformers.BertModel(transformers.BertConfig(vocab_size=15, **sizes)).save_pretrained(encoder_folder)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(encoder_folder / "tokenizer.json"), pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    )
    tokenizer.save_pretrained(encoder_folder)
    texts = ["refunds take 30 days .", "a cat sat", "the cats"]
    expected = library.SentenceTransformer(str(encoder_folder), device="cpu").encode(texts, normalize_embeddings=True)
    found = embed(make_embedder(f"local:{encoder_folder}"), *texts)
    assert all(cosine(one, other.tolist()) > 0.999999 for one, other in zip(found, expected, strict=True))
