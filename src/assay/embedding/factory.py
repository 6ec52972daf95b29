"""From a name to an embedder or a grounder. The one place of this package where objects are put together."""

from __future__ import annotations

import os
from collections.abc import Mapping

from assay.embedding.grounding.cross_encoder import CrossEncoderGrounder, FusedCrossEncoderGrounder
from assay.embedding.grounding.fusion import FusionGrounder
from assay.embedding.grounding.lexical import LexicalGrounder
from assay.embedding.grounding.located import LocatedGrounder
from assay.embedding.local import local_embedder
from assay.embedding.packaged import packaged_embedder
from assay.embedding.pair_model import Task
from assay.embedding.remote import RemoteEmbedder
from assay.errors import ConfigurationError, UnknownNameError
from assay.records.protocols import CallLog, Embedder, Grounder, TokenEmbedder
from assay.remote.caller import Lanes, Limits
from assay.remote.client import RemoteClient
from assay.remote.endpoint import PROVIDERS, resolve_endpoint

PACKAGED = "packaged"
LOCAL = "local:"
LEXICAL, EMBEDDING, FUSION = "lexical", "embedding", "fusion"
MODELS = tuple(f"{task.value}:<model>" for task in Task)
GROUNDERS = (LEXICAL, EMBEDDING, FUSION, *MODELS, *(f"{FUSION}:{model}" for model in MODELS))


def make_embedder(
    name: str = PACKAGED,
    *,
    calls: CallLog | None = None,
    environ: Mapping[str, str] | None = None,
    base_url: str | None = None,
    key_variable: str | None = None,
    dimensions: int | None = None,
    prefix: str = "",
    limits: Limits | None = None,
    run_id: str | None = None,
    lanes: Lanes | None = None,
) -> Embedder:
    """The embedder that a name stands for.

    * `packaged`: all-MiniLM-L6-v2, 8-bit, English; needs no network;
    * `local:<folder or name>`: a sentence-transformers or ONNX model on this machine, without running code of the model;
    * `<provider>/<model>`: a server that speaks the OpenAI protocol, `openai/text-embedding-3-small`, `ollama/nomic-embed-text`.

    Args:
        calls: the record of calls, for servers. `environ`: where keys and URLs are read; the process environment unless given.
        base_url, key_variable: of the server. `dimensions`: asked of models that can shorten their vectors.
        prefix: put before every text, for local models that were trained with one (`query: `).
        limits: how hard a server may be driven. `run_id`: written with each attempt.
        lanes: limits shared with others that call the same server.

    Raises:
        UnknownNameError, ConfigurationError: the name stands for nothing, or the model cannot be read.
        MissingExtraError: what it needs is not installed.
    """
    if name == PACKAGED:
        return packaged_embedder()
    if name.startswith(LOCAL):
        return local_embedder(name.removeprefix(LOCAL), prefix=prefix)
    if "/" not in name and base_url is None:
        raise UnknownNameError("embedder", name, [PACKAGED, "local:<model>", *(f"{one}/<model>" for one in PROVIDERS)])
    environ = os.environ if environ is None else environ
    endpoint = resolve_endpoint(name, environ=environ, base_url=base_url, key_variable=key_variable)
    client = RemoteClient(endpoint, limits=limits, lanes=lanes)
    return RemoteEmbedder(client, dimensions=dimensions, calls=calls, run_id=run_id)


def make_grounder(name: str = LEXICAL, *, embedder: Embedder | None = None, language: str | None = None) -> Grounder:
    """The grounder that a name stands for.

    * `lexical`: overlap and guards; needs nothing, and is the default, so that no score depends on what happens to be installed;
    * `fusion`: overlap, guards and contextual word matching; needs an embedder with token vectors, the packaged one unless given;
    * `embedding`: as lexical, with the evidence located by any embedder;
    * `nli:<folder or name>`: an entailment cross-encoder; `grounding:<folder or name>`: one that gives support (HHEM, MiniCheck);
    * `fusion:nli:<…>`, `fusion:grounding:<…>`: the same, its probability blended with the lexical one.

    Args:
        embedder: for `fusion` and `embedding`; the packaged one unless given.
        language: of claims and passages; guessed from the texts where it is not given.

    Raises:
        UnknownNameError, ConfigurationError: the name stands for nothing, or the model or embedder cannot serve.
        MissingExtraError: what it needs is not installed.

    >>> make_grounder().identity
    'lexical|fit:1'
    """
    fused = name.startswith(f"{FUSION}:")
    task, _, model = name.removeprefix(f"{FUSION}:").partition(":")
    if model and task in list(Task):
        kind = FusedCrossEncoderGrounder if fused else CrossEncoderGrounder
        return kind.load(model, task=Task(task), language=language)
    if name == LEXICAL:
        return LexicalGrounder(language=language)
    if name == EMBEDDING:
        return LocatedGrounder(embedder or packaged_embedder(), language=language)
    if name == FUSION:
        embedder = embedder or packaged_embedder()
        if not isinstance(embedder, TokenEmbedder):
            raise ConfigurationError(
                f"the grounder 'fusion' needs token vectors, which {embedder.identity} does not give",
                hint="take the packaged or a local embedder, or the grounder 'embedding'",
            )
        return FusionGrounder(embedder, language=language)
    raise UnknownNameError("grounder", name, GROUNDERS)
