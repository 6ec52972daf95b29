"""An embedder behind a server that speaks the OpenAI protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from assay.embedding.memory import Memory
from assay.errors import EvaluationError, RemoteError
from assay.records.canonical import content_hash
from assay.records.protocols import CallLog
from assay.remote.caller import Attempt, Watch
from assay.remote.client import RemoteClient
from assay.remote.failure import BAD_RESPONSE
from assay.sync import all_of
from assay.text.vectors import BAD_VECTOR, unit

PATH = "/embeddings"
_CHARACTERS_PER_TOKEN = 4
_BLANK = "a blank text has no embedding; servers refuse it or answer with noise"


class RemoteEmbedder:
    """Asks a server for embeddings in batches; each text is asked for once and found again in the record of calls.

    Vectors are brought to length one. Every vector must have the same length as the first one seen; another length is an error,
    since it means that the server changed the model.

    Args:
        client: the transport, with its endpoint. `dimensions`: asked of models that can shorten their vectors.
        calls: the record; None remembers only in memory. `batch`: texts in one request. `run_id`: written with each attempt.
    """

    def __init__(
        self,
        client: RemoteClient,
        *,
        dimensions: int | None = None,
        calls: CallLog | None = None,
        batch: int = 96,
        run_id: str | None = None,
    ) -> None:
        self._client, self._calls, self._batch, self._run_id = client, calls, batch, run_id
        self._dimensions = dimensions
        self._length: int | None = dimensions
        self._memory: Memory[list[float]] = Memory()

    @property
    def identity(self) -> str:
        """`provider/model`, with the dimensions asked for."""
        name = self._client.endpoint.name
        return f"{name}|dimensions:{self._dimensions}" if self._dimensions else name

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector for each text; see `Embedder.embed`.

        Raises:
            EvaluationError: a blank text, or a vector that is no direction or of another length (code `bad_vector`).
            RemoteError, DeadlineError: the server did not answer usefully.
        """
        if not all(text.strip() for text in texts):
            raise EvaluationError(_BLANK, code="blank_text")
        return await self._memory.complete(texts, self._embed_new)

    async def close(self) -> None:
        """Close the connections of the running loop."""
        await self._client.aclose()

    async def _embed_new(self, texts: Sequence[str]) -> list[list[float]]:
        found = {text: vector for text in texts if (vector := self._recorded(text)) is not None}
        new = [text for text in texts if text not in found]
        parts = [new[start : start + self._batch] for start in range(0, len(new), self._batch)]
        for part, vectors in zip(parts, await all_of(self._ask(part) for part in parts), strict=True):
            found.update(zip(part, vectors, strict=True))
        return [self._checked(found[text]) for text in texts]

    def _request_key(self, text: str) -> str:
        return content_hash({"embedding": self.identity, "text": text})

    def _recorded(self, text: str) -> list[float] | None:
        call = self._calls.cached(self._request_key(text)) if self._calls is not None else None
        if call is None or call["endpoint"] != self._client.endpoint.url:
            return None
        vector: list[float] = json.loads(call["reply"])
        return vector

    async def _ask(self, texts: list[str]) -> list[list[float]]:
        body: dict[str, Any] = {"model": self._client.endpoint.model, "input": texts, "encoding_format": "float"}
        if self._dimensions is not None:
            body["dimensions"] = self._dimensions
        tokens = sum(map(len, texts)) / _CHARACTERS_PER_TOKEN
        watch = Watch(after=lambda attempt: self._note_failure(attempt, texts))
        attempt = await self._client.post(PATH, body, tokens=tokens, watch=watch)
        vectors = [unit(vector) for vector in read_vectors(attempt.data, len(texts))]
        for text, vector in zip(texts, vectors, strict=True):
            self._note(attempt, [text], ok=True, outcome="ok", reply=json.dumps(vector))
        return vectors

    def _note_failure(self, attempt: Attempt, texts: Sequence[str]) -> None:
        if attempt.error is not None:
            self._note(attempt, texts, ok=False, outcome=attempt.error.code, message=str(attempt.error))

    def _note(self, attempt: Attempt, texts: Sequence[str], *, ok: bool, outcome: str, **rest: str) -> None:
        if self._calls is None:
            return
        endpoint = self._client.endpoint
        call = {
            "request_key": self._request_key(texts[0]) if ok else content_hash([self.identity, *texts]),
            "ok": ok,
            "kind": "embedding",
            "provider": endpoint.provider.name,
            "model": endpoint.model,
            "endpoint": endpoint.url,
            "request": {"input": list(texts), "dimensions": self._dimensions},
            "sample": 0,
            "attempt": attempt.number,
            "outcome": outcome,
            "latency_ms": attempt.latency_ms,
            **rest,
        }
        self._calls.put_call(call | ({"run_id": self._run_id} if self._run_id else {}))

    def _checked(self, vector: list[float]) -> list[float]:
        self._length = self._length or len(vector)
        if len(vector) != self._length:
            raise EvaluationError(
                f"{self.identity} gave {len(vector)} numbers for a text and {self._length} for another",
                code=BAD_VECTOR,
            )
        return vector


def read_vectors(data: Mapping[str, Any], count: int) -> list[list[float]]:
    """The vectors of an answer in the order of the request, by their `index`.

    Raises:
        RemoteError: code `bad_response`; the answer does not hold exactly one vector of numbers for each text.
    """
    rows = data.get("data")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _unreadable("it has no list `data`")
    if sorted(row.get("index", place) for place, row in enumerate(rows)) != list(range(count)):
        raise _unreadable(f"it does not number {count} embeddings from 0")
    placed = sorted(enumerate(rows), key=lambda pair: pair[1].get("index", pair[0]))
    return [_numbers(row.get("embedding")) for _, row in placed]


def _numbers(value: object) -> list[float]:
    if not isinstance(value, list) or not value or not all(type(number) in (int, float) for number in value):
        raise _unreadable("an embedding is not a list of numbers")
    return [float(number) for number in value]


def _unreadable(what: str) -> RemoteError:
    return RemoteError(f"the server's embeddings cannot be read: {what}", code=BAD_RESPONSE)
