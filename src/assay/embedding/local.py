"""An embedder on this machine: any sentence-transformers or ONNX model, by folder or name."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from assay.embedding.encoder import Encoder, Pooling, pooled, token_vectors
from assay.embedding.memory import Memory
from assay.embedding.model_folder import ModelFolder, find_model
from assay.embedding.runners import HIDDEN, load_runner
from assay.embedding.tokenizing import load_tokenizer, longest_input, pad_token
from assay.errors import ConfigurationError
from assay.records.protocols import TokenVectors


class LocalEmbedder:
    """Embeds with a model on this machine; the work is done in a thread, in batches of similar length.

    Vectors have length one. A text longer than the model takes is embedded in windows whose vectors are averaged by length. What
    was embedded lately is remembered.

    Args:
        encoder: the model. `name`: model and revision. `pooling`: how token states become one vector.
        prefix: put before every text, for models that were trained with one (`query: `).
    """

    def __init__(self, encoder: Encoder, *, name: str, pooling: Pooling = Pooling.MEAN, prefix: str = "") -> None:
        self._encoder, self._pooling, self._prefix = encoder, pooling, prefix
        prefixed = f"|prefix:{prefix}" if prefix else ""
        self._identity = f"{name}|pooling:{pooling.value}|longest:{encoder.longest}{prefixed}"
        self._vectors: Memory[list[float]] = Memory()
        self._tokens: Memory[TokenVectors] = Memory(most=1024)

    @property
    def identity(self) -> str:
        """Model and revision, pooling, window and prefix."""
        return self._identity

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text; see `Embedder.embed`."""
        return await self._vectors.complete(texts, self._embed_new)

    async def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of each text as unit vectors, without special tokens and prefix; see `TokenEmbedder.embed_tokens`."""
        return await self._tokens.complete(texts, self._tokens_new)

    async def _embed_new(self, texts: Sequence[str]) -> list[list[float]]:
        states = await asyncio.to_thread(self._encoder.states, [self._prefix + text for text in texts])
        return [pooled(windows, self._pooling).tolist() for windows in states]

    async def _tokens_new(self, texts: Sequence[str]) -> list[TokenVectors]:
        return [token_vectors(windows) for windows in await asyncio.to_thread(self._encoder.states, list(texts))]


def local_embedder(name: str, *, prefix: str = "") -> LocalEmbedder:
    """The embedder of a model's folder or name.

    Pooling is read from sentence-transformers' own configuration (`1_Pooling/config.json`); without one it is the mean.

    Raises:
        ConfigurationError: the model cannot be found or read, or pools in another way than mean, cls or last token.
        MissingExtraError: what the model needs is not installed.
    """
    folder = find_model(name)
    runner = load_runner(folder, head="AutoModel", output=HIDDEN)
    encoder = Encoder(load_tokenizer(folder), runner, longest=longest_input(folder), pad=pad_token(folder))
    return LocalEmbedder(encoder, name=folder.identity, pooling=_pooling(folder), prefix=prefix)


def _pooling(folder: ModelFolder) -> Pooling:
    stated = folder.json("1_Pooling/config.json")
    keys = {
        "pooling_mode_mean_tokens": Pooling.MEAN,
        "pooling_mode_cls_token": Pooling.CLS,
        "pooling_mode_lasttoken": Pooling.LAST,
    }
    chosen = [key for key, value in stated.items() if key.startswith("pooling_mode_") and value is True]
    if isinstance(stated.get("pooling_mode"), str):
        chosen = [stated["pooling_mode"]]
        keys = {"mean": Pooling.MEAN, "cls": Pooling.CLS, "lasttoken": Pooling.LAST}
    if not chosen:
        return Pooling.MEAN
    if len(chosen) > 1 or chosen[0] not in keys:
        raise ConfigurationError(
            f"{folder.path}: pooling {', '.join(chosen)} is not supported", hint="use mean, cls or last token"
        )
    return keys[chosen[0]]
