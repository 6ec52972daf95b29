"""Ed25519 signatures of bundles (RFC 8032), by the `cryptography` package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.errors import ConfigurationError, MissingExtraError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM = "ed25519"
_NEEDED_FOR = "signing and checking signatures"


@dataclass(frozen=True, slots=True)
class Ed25519Signer:
    """Signs with a private key."""

    key: Ed25519PrivateKey

    @classmethod
    def from_file(cls, path: str | Path) -> Ed25519Signer:
        """Read an unencrypted private key in PEM.

        Raises:
            MissingExtraError: `cryptography` is not installed.
            ConfigurationError: missing, not PEM, encrypted, or another kind of key.
        """
        key = _load(Path(path), private=True)
        return cls(key)

    def sign(self, chain: str) -> dict[str, Any]:
        """The body of the signature line."""
        return {
            "algorithm": ALGORITHM,
            "public_key": self.key.public_key().public_bytes_raw().hex(),
            "signature": self.key.sign(_message(chain)).hex(),
        }


def public_key_of(path: str | Path) -> str:
    """The public key in a PEM file, as hexadecimal text. A private key's file gives its public key.

    Raises:
        MissingExtraError, ConfigurationError: as `Ed25519Signer.from_file`.
    """
    file = Path(path)
    private = b"PRIVATE KEY" in _read(file)
    key = _load(file, private=private)
    public: Ed25519PublicKey = key.public_key() if private else key
    return public.public_bytes_raw().hex()


def signature_problem(body: Any, chain: str, *, expected_key: str | None = None) -> str | None:
    """What is wrong with a signature line over a seal, or None when it holds.

    Raises:
        MissingExtraError: `cryptography` is not installed.
    """
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError as error:
        raise MissingExtraError("cryptography", extra="sign", needed_for=_NEEDED_FOR) from error
    if set(body) != {"algorithm", "public_key", "signature"} or body["algorithm"] != ALGORITHM:
        return f"expected an {ALGORITHM} signature with public_key and signature"
    if expected_key is not None and body["public_key"] != expected_key:
        return f"signed by the key {body['public_key'][:16]}…, expected {expected_key[:16]}…"
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(body["public_key"]))
        key.verify(bytes.fromhex(body["signature"]), _message(chain))
    except InvalidSignature:
        return f"the signature does not fit the seal and the key {body['public_key'][:16]}…"
    except (ValueError, TypeError) as error:
        return f"key or signature cannot be read: {error}"
    return None


def _message(chain: str) -> bytes:
    return f"assay-bundle\n{chain}\n".encode()


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"key file {file} cannot be read: {error.strerror}", code="key_file") from error


def _load(file: Path, *, private: bool) -> Any:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    except ModuleNotFoundError as error:
        raise MissingExtraError("cryptography", extra="sign", needed_for=_NEEDED_FOR) from error
    data = _read(file)
    what = "private" if private else "public"
    hint = (
        "`openssl genpkey -algorithm ed25519 -out key.pem` makes one, `openssl pkey -in key.pem -pubout` its public key"
    )
    try:
        key = (
            serialization.load_pem_private_key(data, password=None)
            if private
            else serialization.load_pem_public_key(data)
        )
    except (ValueError, TypeError) as error:
        raise ConfigurationError(f"{file} is no unencrypted {what} key in PEM", code="key_file", hint=hint) from error
    if not isinstance(key, (Ed25519PrivateKey, Ed25519PublicKey)):
        raise ConfigurationError(f"{file} holds a {type(key).__name__}, not an Ed25519 key", code="key_file", hint=hint)
    return key
