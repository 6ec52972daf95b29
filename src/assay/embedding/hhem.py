"""HHEM-2.1-open without its remote code: a T5 encoder that classifies the first token of a fixed question.

The weights are read into the class of `transformers` that they belong to; its sizes are read off the weights.

Source: Vectara, HHEM-2.1-Open model card (Apache-2.0), 2024.
"""

from __future__ import annotations

from typing import Any

from assay.embedding.model_folder import ModelFolder
from assay.errors import ConfigurationError, MissingExtraError

PROMPT = "<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {premise}\n\nHypothesis: {claim}"
LONGEST = 2048
_PREFIX = "t5."
_NEEDED = "encoder.block.0.layer."


def is_hhem(folder: ModelFolder) -> bool:
    """Whether a model's config says that it is an HHEM of the second generation."""
    return str(folder.config.get("model_type", "")).lower().startswith("hhemv2")


class HhemRunner:
    """The model in PyTorch. Called like every runner; its logits are those of the first token, the second label is *consistent*.

    Args:
        folder: with `model.safetensors`.

    Raises:
        MissingExtraError: torch, transformers or safetensors is not installed.
        ConfigurationError: the weights are not those of such a model.
    """

    def __init__(self, folder: ModelFolder) -> None:
        try:
            import torch
            from safetensors.torch import load_file
            from transformers import T5Config, T5ForTokenClassification
        except ImportError:
            raise MissingExtraError("transformers", extra="models", needed_for=f"the model {folder.identity}") from None
        try:
            weights = load_file(folder.path / "model.safetensors")
            state = {name.removeprefix(_PREFIX): value for name, value in weights.items()}
            model = T5ForTokenClassification(T5Config(**sizes(state)))
            missing = model.load_state_dict(state, strict=False)
        except (OSError, KeyError, RuntimeError) as error:
            raise ConfigurationError(f"{folder.path}: not the weights of an HHEM-2 model: {error}") from error
        tied = {"transformer.encoder.embed_tokens.weight", "transformer.shared.weight"}
        if lost := [*missing.unexpected_keys, *(set(missing.missing_keys) - tied)]:
            raise ConfigurationError(
                f"{folder.path}: not the weights of an HHEM-2 model: {', '.join(sorted(lost)[:3])}"
            )
        self._torch, self._model = torch, model.eval()

    def __call__(self, ids: Any, mask: Any, types: Any) -> Any:
        """The logits of the first token."""
        torch = self._torch
        with torch.inference_mode():
            found = self._model(input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask))
        return found.logits[:, 0, :].float().numpy()


def sizes(state: dict[str, Any]) -> dict[str, Any]:
    """The T5 configuration that weights of these shapes belong to.

    Raises:
        KeyError: a weight that every such model has is not there.
    """
    first = f"transformer.{_NEEDED}"
    attention = f"{first}0.SelfAttention."
    vocabulary, width = state["transformer.shared.weight"].shape
    buckets, heads = state[f"{attention}relative_attention_bias.weight"].shape
    gated = f"{first}1.DenseReluDense.wi_0.weight" in state
    inner = state[f"{first}1.DenseReluDense.{'wi_0' if gated else 'wi'}.weight"]
    layers = sum(name.endswith("SelfAttention.q.weight") for name in state)
    return {
        "vocab_size": vocabulary,
        "d_model": width,
        "num_heads": heads,
        "d_kv": state[f"{attention}q.weight"].shape[0] // heads,
        "d_ff": inner.shape[0],
        "num_layers": layers,
        "relative_attention_num_buckets": buckets,
        "feed_forward_proj": "gated-gelu" if gated else "relu",
        "num_labels": state["classifier.weight"].shape[0],
    }
