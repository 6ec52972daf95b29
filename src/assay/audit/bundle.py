"""A run as one self-contained file: what was scored, by what, and what was decided, each line sealed to the ones before.

A bundle is UTF-8 text, one canonical JSON object a line:

    {"body": {…}, "chain": "…", "hash": "…", "kind": "case"}

`hash` is the SHA-256 of the canonical JSON of `body`, which for a case, an output, a call or a policy is the very hash by which
the other records name it. `chain` is the SHA-256 of `chain` of the line before, `kind` and `hash`, each followed by a line feed.
So the last line stands for the whole file. The lines, in order:

    bundle                      format and version
    run                         manifest, status, counts, rows that could not be read
    policy …                    every policy that the run was made with or decided under
    (case, output, call …, row) for each row by position
    call …                      attempts that no score names
    (baseline, baseline_row …)  the rows that a decision compared with
    decision …                  oldest first
    seal                        the number of lines and what was redacted
    signature                   only in a signed bundle

The same run gives the same bytes on every machine: nothing is compressed, and no time, name or version is added by the writer.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from assay.audit.replay_source import RunRecord, compared_with
from assay.errors import InputError
from assay.records.canonical import canonical_json, content_hash, sha256_text
from assay.records.record import Record
from assay.store.body import to_body

FORMAT = {"format": "assay-bundle", "version": 1}


class Signer(Protocol):
    """Signs the seal of a bundle."""

    def sign(self, chain: str) -> dict[str, Any]:
        """The body of the signature line."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a bundle."""

    kind: str
    body: Any
    hash: str
    chain: str

    @classmethod
    def after(cls, previous: str, kind: str, body: Any) -> Line:
        """The line that holds `body` after one with the chain value `previous`."""
        name = content_hash(body)
        return cls(kind=kind, body=body, hash=name, chain=chained(previous, kind, name))

    def text(self) -> str:
        """The line as it is written, without its line feed."""
        return to_body(canonical_json({"body": self.body, "chain": self.chain, "hash": self.hash, "kind": self.kind}))


def chained(previous: str, kind: str, name: str) -> str:
    """The chain value of a line.

    >>> chained("", "bundle", "0" * 64)[:12]
    '6aa02052235c'
    """
    return sha256_text(f"{previous}\n{kind}\n{name}\n")


class Written(Record, frozen=True):
    """A bundle that was written: its name (the chain value of the seal), the hash of the file, and what is in it."""

    path: str
    chain: str
    file_hash: str
    lines: int
    counts: dict[str, int]
    redacted: dict[str, int]
    signed: bool


def write_bundle(record: RunRecord, path: str | Path, *, signer: Signer | None = None) -> Written:
    """Write a run as a bundle. The file appears whole or not at all.

    Raises:
        InputError: the folder is missing or not writable.
        StoreError: the run's record is damaged.
    """
    file = Path(path)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    digest, counts, seal = hashlib.sha256(), Counter[str](), Line.after("", "seal", {"redacted": {}})
    try:
        with part.open("xb") as stream:
            for line in bundle_lines(record, signer=signer):
                data = line.text().encode() + b"\n"
                stream.write(data)
                digest.update(data)
                counts[line.kind] += 1
                seal = line if line.kind == "seal" else seal
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(file)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}", code="unwritable_file") from error
    finally:
        part.unlink(missing_ok=True)
    return Written(
        path=str(file),
        chain=seal.chain,
        file_hash=digest.hexdigest(),
        lines=counts.total(),
        counts=dict(counts),
        redacted=seal.body["redacted"],
        signed=signer is not None,
    )


def bundle_lines(record: RunRecord, *, signer: Signer | None = None) -> Iterator[Line]:
    """The lines of a run's bundle, each chained to the one before."""
    chain, number = "", 0
    redacted: Counter[str] = Counter()
    for kind, body in _bodies(record):
        if kind == "row":
            redacted.update(body.get("redacted", {}))
        line = Line.after(chain, kind, body)
        chain, number = line.chain, number + 1
        yield line
    seal = Line.after(chain, "seal", {"lines": number, "redacted": dict(sorted(redacted.items()))})
    yield seal
    if signer is not None:
        yield Line.after(seal.chain, "signature", signer.sign(seal.chain))


def _bodies(record: RunRecord) -> Iterator[tuple[str, Any]]:
    summary, decisions = record.summary, record.decisions()
    yield "bundle", FORMAT
    yield "run", summary.to_dict()
    names = dict.fromkeys((summary.manifest.policy_hash, *(recorded.policy_hash for recorded in decisions)))
    policies = {name: policy for name in names if (policy := record.policy(name)) is not None}
    for policy in policies.values():
        yield "policy", policy.to_dict()
    for evidence in record.evidence():
        yield "case", evidence.sample.case.to_dict()
        yield "output", evidence.sample.output.to_dict()
        for call in evidence.calls:
            yield "call", json.loads(canonical_json(call))
        yield "row", evidence.row.to_dict()
    for call in record.other_calls():
        yield "call", json.loads(canonical_json(call))
    runs = dict.fromkeys(compared_with(one.decision) for one in decisions)
    for run in runs:
        earlier = record.baseline(run) if run is not None else None
        if earlier is not None:
            yield "baseline", {"named": run, "run": earlier.identity}
            for row in earlier.rows.values():
                yield "baseline_row", row.to_dict()
    for recorded in decisions:
        yield "decision", recorded.to_dict()
