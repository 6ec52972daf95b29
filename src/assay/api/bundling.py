"""Write and check bundles."""

from __future__ import annotations

from pathlib import Path

from assay.api.handle import Run
from assay.audit.bundle import Signer, Written, write_bundle
from assay.audit.bundle_sign import Ed25519Signer, public_key_of
from assay.audit.replay_source import StoredRecord
from assay.audit.verify import Verified, verify
from assay.errors import ConfigurationError
from assay.records import RunStatus


def bundle(run: Run, path: str | Path, *, sign: str | Path | None = None) -> Written:
    """Write a run, everything that it rests on and every decision on it as one file.

    Args:
        run: a stored run that has ended.
        path: the file to write.
        sign: a file with an Ed25519 private key in PEM.

    Raises:
        ConfigurationError: the run is still going on, or the key cannot be used.
        InputError: the file cannot be written.
    """
    if run.summary.status is RunStatus.RUNNING:
        raise ConfigurationError(
            f"run {run.id} is running or was killed", code="run_running", hint="finish it with `assay run --resume`"
        )
    signer: Signer | None = Ed25519Signer.from_file(sign) if sign is not None else None
    return write_bundle(StoredRecord(run.store, run.id), path, signer=signer)


def verify_bundle(path: str | Path, *, key: str | Path | None = None) -> Verified:
    """Check every hash, record and link of a bundle, and that `key` (a public key in PEM) signed it.

    Raises:
        InputError: the file is missing or unreadable.
        ConfigurationError, MissingExtraError: the key cannot be used.
    """
    return verify(path, expected_key=public_key_of(key) if key is not None else None)
