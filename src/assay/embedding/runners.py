"""Running a transformer: token numbers in, one array out. ONNX Runtime where there is an ONNX file, else PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from assay.embedding.model_folder import ModelFolder
from assay.errors import ConfigurationError, MissingExtraError

EXTRA = "embedding"
HIDDEN, LOGITS = "last_hidden_state", "logits"


class Runner(Protocol):
    """A loaded transformer."""

    def __call__(self, ids: Any, mask: Any, types: Any) -> Any:
        """The output for arrays of shape (texts, tokens): hidden states or logits, as float32."""
        ...


class OnnxRunner:
    """A model in ONNX Runtime on the CPU. Its threads do not spin while they wait, which halves the CPU time per text.

    Args:
        path: the file. `output`: the output wanted; the first one where none has that name.

    Raises:
        MissingExtraError: onnxruntime is not installed.
        ConfigurationError: the file cannot be loaded, or it wants inputs that no tokenizer gives.
    """

    def __init__(self, path: Path, *, output: str) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise MissingExtraError("onnxruntime", extra=EXTRA, needed_for=f"the model {path.name}") from None
        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.inter_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise ConfigurationError(f"{path}: ONNX Runtime cannot load it: {error}") from error
        self._inputs = [given.name for given in self._session.get_inputs()]
        unknown = set(self._inputs) - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise ConfigurationError(
                f"{path}: the model wants inputs that no tokenizer gives: {', '.join(sorted(unknown))}"
            )
        outputs = [given.name for given in self._session.get_outputs()]
        self._output = output if output in outputs else outputs[0]

    def __call__(self, ids: Any, mask: Any, types: Any) -> Any:
        """Run it."""
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        return self._session.run([self._output], {name: given[name] for name in self._inputs})[0]


class TorchRunner:
    """A model in PyTorch, built by a class of `transformers` from its config; code in the model's folder is never run, and
    pickled weights are read as bare tensors.

    Args:
        folder: the model. `head`: the class of `transformers`, such as `AutoModel`. `output`: the output wanted.

    Raises:
        MissingExtraError: torch or transformers is not installed.
        ConfigurationError: the folder cannot be read as such a model.
    """

    def __init__(self, folder: ModelFolder, *, head: str, output: str) -> None:
        try:
            import torch
            import transformers
        except ImportError:
            raise MissingExtraError("transformers", extra="models", needed_for=f"the model {folder.identity}") from None
        try:
            model = getattr(transformers, head).from_pretrained(
                folder.path, trust_remote_code=False, local_files_only=True
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ConfigurationError(f"{folder.path}: transformers cannot load it: {error}") from error
        self._torch, self._model, self._output = torch, model.eval(), output
        self._takes_types = getattr(model.config, "type_vocab_size", 0) > 1

    def __call__(self, ids: Any, mask: Any, types: Any) -> Any:
        """Run it."""
        torch = self._torch
        given = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
        if self._takes_types:
            given["token_type_ids"] = torch.from_numpy(types)
        with torch.inference_mode():
            return getattr(self._model(**given), self._output).float().numpy()


def load_runner(folder: ModelFolder, *, head: str, output: str) -> Runner:
    """The fastest runner for what the folder holds."""
    if folder.onnx is not None:
        return OnnxRunner(folder.onnx, output=output)
    return TorchRunner(folder, head=head, output=output)
