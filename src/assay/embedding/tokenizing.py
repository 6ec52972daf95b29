"""Tokenizers from files, and batches of token numbers of about equal length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.embedding.model_folder import ModelFolder
from assay.errors import ConfigurationError, MissingExtraError

BATCH = 32
_NO_LIMIT = 1_000_000
_OFFSET_POSITIONS = ("roberta", "xlm-roberta", "camembert")
"""Models that number positions from two on."""


def load_tokenizer(folder: ModelFolder) -> Any:
    """The tokenizer of a model: `tokenizer.json`, or a BERT vocabulary `vocab.txt`.

    Raises:
        MissingExtraError: tokenizers is not installed.
        ConfigurationError: there is neither file.
    """
    if (folder.path / "tokenizer.json").is_file():
        return _library().Tokenizer.from_file(str(folder.path / "tokenizer.json"))
    if (folder.path / "vocab.txt").is_file():
        lower = folder.json("tokenizer_config.json").get("do_lower_case", True)
        return bert_tokenizer(folder.path / "vocab.txt", lowercase=bool(lower))
    raise ConfigurationError(
        f"{folder.path} holds neither tokenizer.json nor vocab.txt",
        hint="save the fast tokenizer beside the model (transformers: tokenizer.save_pretrained)",
    )


def bert_tokenizer(vocabulary: Path, *, lowercase: bool = True) -> Any:
    """A BERT WordPiece tokenizer from its vocabulary."""
    return _library().BertWordPieceTokenizer(str(vocabulary), lowercase=lowercase)


def _library() -> Any:
    try:
        import tokenizers
    except ImportError:
        raise MissingExtraError("tokenizers", extra="embedding", needed_for="a model on this machine") from None
    return tokenizers


def longest_input(folder: ModelFolder, *, default: int = 512) -> int:
    """How many tokens the model takes: sentence-transformers' own limit, the tokenizer's, or that of the position table."""
    positions = folder.config.get("max_position_embeddings")
    if positions and folder.config.get("model_type") in _OFFSET_POSITIONS:
        positions -= 2
    stated = (
        folder.json("sentence_bert_config.json").get("max_seq_length"),
        folder.json("tokenizer_config.json").get("model_max_length"),
        positions,
    )
    limits = [int(value) for value in stated if isinstance(value, (int, float)) and 0 < value < _NO_LIMIT]
    return min(limits, default=default)


def batches(encodings: Sequence[Any], *, pad: int) -> Iterator[tuple[list[int], Any, Any, Any]]:
    """Encodings in batches of similar length: their places, token numbers, mask and token types, padded on the right."""
    import numpy as np

    order = sorted(range(len(encodings)), key=lambda place: len(encodings[place].ids))
    for start in range(0, len(order), BATCH):
        places = order[start : start + BATCH]
        shape = (len(places), max(len(encodings[place].ids) for place in places))
        ids, mask, types = np.full(shape, pad, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, place in enumerate(places):
            length = len(encodings[place].ids)
            ids[row, :length], mask[row, :length] = encodings[place].ids, 1
            types[row, :length] = encodings[place].type_ids
        yield places, ids, mask, types


def pad_token(folder: ModelFolder) -> int:
    """The number of the padding token, 0 unless the config says otherwise."""
    return int(folder.config.get("pad_token_id") or 0)
