"""A model on this machine: the folder it is in, how it is read, and what it is called in records. No code of a model is run."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import ConfigurationError, MissingExtraError

_ONNX = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_PICKLED = "pytorch_model.bin"
_WANTED = ["*.json", "vocab.txt", "*.safetensors", "onnx/model.onnx", "model.onnx"]
_NAME = re.compile(r"[\w.\-]+(?:/[\w.\-]+)?")


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A folder with `config.json`, a tokenizer and weights. `identity` names the model and the exact weights."""

    path: Path
    identity: str

    @property
    def onnx(self) -> Path | None:
        """The ONNX file, where there is one; it is preferred to other weights."""
        return next((self.path / name for name in _ONNX if (self.path / name).is_file()), None)

    def json(self, name: str) -> dict[str, Any]:
        """A JSON file of the folder; empty where there is none.

        Raises:
            ConfigurationError: it is no JSON object.
        """
        file = self.path / name
        if not file.is_file():
            return {}
        try:
            value = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ConfigurationError(f"{file}: not JSON: {error}") from error
        if not isinstance(value, dict):
            raise ConfigurationError(f"{file}: expected an object, got {type(value).__name__}")
        return value

    @property
    def config(self) -> dict[str, Any]:
        """The model's `config.json`."""
        return self.json("config.json")


def find_model(name: str) -> ModelFolder:
    """The model in a folder, or of that name on the Hugging Face hub (from its local cache, else downloaded: JSON, vocabulary
    and weights, never Python code). Pickled weights are taken only where there are no others, and read as bare tensors.

    Raises:
        ConfigurationError: no such folder and no such model, or no weights that can be read.
        MissingExtraError: a name needs the package huggingface_hub.
    """
    path = Path(name).expanduser()
    if path.is_dir():
        return _checked(path, path.resolve().name)
    if not _NAME.fullmatch(name) or name.startswith("."):
        raise ConfigurationError(f"no model folder {name!r}", hint="give a folder with config.json, or a model's name")
    return _checked(_from_hub(name), name)


def _from_hub(name: str) -> Path:
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError
    except ImportError:
        raise MissingExtraError("huggingface_hub", extra="models", needed_for=f"the model {name!r}") from None
    try:
        path = Path(snapshot_download(name, allow_patterns=_WANTED))
        return path if _weights(path) else Path(snapshot_download(name, allow_patterns=[*_WANTED, _PICKLED]))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        told = str(error).partition("\n")[0]
        raise ConfigurationError(
            f"the model {name!r} is neither a folder nor to be had from the hub: {told}",
            hint="check the name, or download it where there is a network and give its folder",
        ) from error


def _checked(path: Path, name: str) -> ModelFolder:
    weights = _weights(path)
    if weights is None:
        raise ConfigurationError(
            f"{path} holds no weights", hint=f"expected model.onnx, *.safetensors or {_PICKLED} beside config.json"
        )
    return ModelFolder(path, f"{name}@{file_hash(weights)[:12]}")


def _weights(path: Path) -> Path | None:
    """The file with the weights, the preferred form first."""
    found = (ModelFolder(path, "").onnx, *sorted(path.glob("*.safetensors")), path / _PICKLED)
    return next((file for file in found if file is not None and file.is_file()), None)


def file_hash(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
