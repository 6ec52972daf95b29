"""What the target produced for a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.errors import InvalidRowError
from assay.records.frozen import EMPTY
from assay.records.record import Record, require_finite


class Context(Record, frozen=True):
    """One retrieved passage. `rank` counts from 1 in the order retrieved."""

    text: str
    id: str | None = None
    document_id: str | None = None
    rank: int | None = None
    score: float | None = None
    extra: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        require_finite("score", self.score)
        self._freeze("extra")


class Citation(Record, frozen=True):
    """A pointer from a span of the answer to a context or a document. Ids are exact."""

    id: str
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    extra: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("extra")


class Attribution(Record, frozen=True):
    """One claim's support: which document, which span of the answer, and who decided so."""

    claim_id: str
    supported: bool
    document_id: str | None = None
    span: str | None = None
    by: str = ""
    reason: str = ""


class Usage(Record, frozen=True):
    """Tokens and money of one call or row; None is unknown, never a guess."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    usd: float | None = None

    def __post_init__(self) -> None:
        require_finite("usd", self.usd)


class TargetFailure(Record, frozen=True):
    """Why the target gave no output: `kind` is exception, exit, timeout, wrong_type, generator, missing, stale,
    http or reported (the target said so itself)."""

    kind: str
    message: str
    type: str = ""


class Output(Record, frozen=True):
    """What the target produced. A field that is None was not returned at all, which differs from returned empty."""

    answer: str | None = None
    contexts: tuple[Context, ...] | None = None
    citations: tuple[Citation, ...] | None = None
    supported_claim_ids: tuple[str, ...] | None = None
    attributions: tuple[Attribution, ...] | None = None
    abstained: bool | None = None
    tool_calls: tuple[Any, ...] | None = None
    messages: tuple[Any, ...] | None = None
    latency_ms: float | None = None
    usage: Usage | None = None
    failure: TargetFailure | None = None
    extra: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        require_finite("latency_ms", self.latency_ms)
        self._freeze("extra")
        for name in ("tool_calls", "messages"):
            value = getattr(self, name)
            if value is not None:
                from assay.records.frozen import freeze

                self._set(name, freeze(value, name))


_CONTEXT_TEXT = ("text", "content", "page_content", "passage", "chunk")
_CONTEXT_ID = ("id", "context_id", "chunk_id")
_DOCUMENT_ID = ("document_id", "doc_id", "source", "document")
_CITATION_ID = ("id", "context_id", "document_id", "doc_id", "source")


def parse_contexts(value: object, field: str = "contexts") -> tuple[Context, ...]:
    """Contexts as a target or a file gives them: a list of texts, of mappings with a text, or of Context.

    Raises:
        InvalidRowError: not a list (a single text and a generator are refused by name), or an item of another form.
    """
    return tuple(
        _context(item, index, field) for index, item in enumerate(_listed(value, field, "texts or objects with `text`"))
    )


def parse_citations(value: object, field: str = "citations") -> tuple[Citation, ...]:
    """Citations as a target or a file gives them: a list of ids, of mappings with an `id`, or of Citation.

    Raises:
        InvalidRowError: not a list, or an item without an id that is text.
    """
    return tuple(
        _citation(item, index, field) for index, item in enumerate(_listed(value, field, "ids or objects with `id`"))
    )


def parse_text(value: object, field: str) -> str:
    """One text.

    Raises:
        InvalidRowError: another type.
    """
    if not isinstance(value, str):
        raise InvalidRowError(f"{field} must be text, got {type(value).__name__}", code="not_text")
    return value


def parse_texts(value: object, field: str) -> tuple[str, ...]:
    """A list of texts.

    Raises:
        InvalidRowError: not a list, or an item that is not text; names the position.
    """
    items = _listed(value, field, "texts")
    for index, item in enumerate(items):
        if not isinstance(item, str):
            raise InvalidRowError(f"{field}[{index}] must be text, got {type(item).__name__}", code="item_type")
    return tuple(items)


def _listed(value: object, field: str, of: str) -> list[Any] | tuple[Any, ...]:
    if isinstance(value, (list, tuple)):
        return value
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        listed = value.tolist()
        if isinstance(listed, list):
            return listed
    what = "one text" if isinstance(value, str) else type(value).__name__
    raise InvalidRowError(f"{field} must be a list of {of}, got {what}", code="not_a_list")


def _first(item: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str | None, Any]:
    for name in names:
        if item.get(name) is not None:
            return name, item[name]
    return None, None


def _context(item: object, index: int, field: str) -> Context:
    if isinstance(item, Context):
        return item if item.rank is not None else item.replace(rank=index + 1)
    if isinstance(item, str):
        return Context(text=item, rank=index + 1)
    if not isinstance(item, Mapping):
        raise InvalidRowError(
            f"{field}[{index}] must be text or an object with `text`, got {type(item).__name__}", code="item_type"
        )
    text_name, text = _first(item, _CONTEXT_TEXT)
    if not isinstance(text, str):
        raise InvalidRowError(
            f"{field}[{index}] has no text (looked for {', '.join(_CONTEXT_TEXT)})", code="context_text"
        )
    id_name, context_id = _first(item, _CONTEXT_ID)
    document_name, document_id = _first(item, _DOCUMENT_ID)
    used = {text_name, id_name, document_name, "rank", "score"}
    return Context(
        text=text,
        id=_id_text(context_id, f"{field}[{index}].{id_name}"),
        document_id=_id_text(document_id, f"{field}[{index}].{document_name}"),
        rank=_whole(item.get("rank"), f"{field}[{index}].rank") or index + 1,
        score=_real(item.get("score"), f"{field}[{index}].score"),
        extra={str(key): value for key, value in item.items() if key not in used},
    )


def _citation(item: object, index: int, field: str) -> Citation:
    if isinstance(item, Citation):
        return item
    if isinstance(item, (str, int)) and not isinstance(item, bool):
        return Citation(id=str(item))
    if not isinstance(item, Mapping):
        raise InvalidRowError(
            f"{field}[{index}] must be an id or an object with `id`, got {type(item).__name__}", code="item_type"
        )
    id_name, citation_id = _first(item, _CITATION_ID)
    if citation_id is None:
        raise InvalidRowError(f"{field}[{index}] has no id (looked for {', '.join(_CITATION_ID)})", code="citation_id")
    used = {id_name, "start", "end", "quote", "text"}
    quote = item.get("quote", item.get("text"))
    if quote is not None and not isinstance(quote, str):
        raise InvalidRowError(f"{field}[{index}].quote must be text, got {type(quote).__name__}", code="item_type")
    return Citation(
        id=_id_text(citation_id, f"{field}[{index}].{id_name}") or "",
        start=_whole(item.get("start"), f"{field}[{index}].start"),
        end=_whole(item.get("end"), f"{field}[{index}].end"),
        quote=quote,
        extra={str(key): value for key, value in item.items() if key not in used},
    )


def _id_text(value: object, where: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InvalidRowError(f"{where} must be text, got {type(value).__name__}", code="id_type")


def _whole(value: object, where: str) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise InvalidRowError(f"{where} must be a whole number, got {value!r}", code="item_type")


def _real(value: object, where: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InvalidRowError(f"{where} must be a number, got {value!r}", code="item_type")
    require_finite(where, value)
    return float(value)
