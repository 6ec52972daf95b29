"""Bundles: same run, same bytes; any changed byte is found and named; signatures."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from assay.api import Run
from assay.api.bundling import bundle, verify_bundle
from assay.audit.bundle import bundle_lines
from assay.audit.bundle_record import BundleRecord, is_bundle
from assay.audit.replay_source import StoredRecord
from assay.errors import ConfigurationError, InputError
from assay.records import Manifest
from assay.store import Store

FLIPS = 500


@pytest.fixture
def made(bench) -> Run:
    """A decided run of the small application, with one failing case."""
    return bench.run(bench.app())


def file_of(run: Run, folder: Path, **options) -> Path:
    path = folder / "run.assay"
    bundle(run, path, **options)
    return path


def rewritten(path: Path, change) -> Path:
    """The bundle with every line's object changed by `change(kind, body)`, hashes and chain made right again."""
    from assay.audit.bundle import Line

    chain, lines = "", []
    for raw in path.read_text(encoding="utf-8").splitlines():
        value = json.loads(raw)
        body = change(value["kind"], value["body"])
        if body is None:
            continue
        line = Line.after(chain, value["kind"], body)
        chain = line.chain
        lines.append(line.text())
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_bundle_made_twice_is_one_file(made, tmp_path) -> None:
    """The same run gives the same bytes."""
    first = file_of(made, tmp_path).read_bytes()
    assert file_of(made, tmp_path).read_bytes() == first


def test_a_bundle_holds_what_the_store_holds(made, tmp_path) -> None:
    """Read back, a bundle gives the very lines that the store gives."""
    record = BundleRecord.open(file_of(made, tmp_path))
    stored = StoredRecord(made.store, made.id)
    assert [line.text() for line in bundle_lines(record)] == [line.text() for line in bundle_lines(stored)]


def test_an_untouched_bundle_holds(made, tmp_path) -> None:
    """Nothing is wrong with a fresh bundle, and its counts are those of the run."""
    result = verify_bundle(file_of(made, tmp_path))
    assert result.holds
    assert (result.run_id, result.counts["row"], result.signature) == (made.id, len(made), "none")


def test_every_flipped_byte_is_found_and_named(made, tmp_path) -> None:
    """500 random single-byte changes: each is found, first on the line where it is, and hardly any other line is blamed."""
    path = file_of(made, tmp_path)
    data = path.read_bytes()
    rng = random.Random(20261201)
    missed = []
    for _ in range(FLIPS):
        place = rng.randrange(len(data))
        path.write_bytes(data[:place] + bytes([data[place] ^ rng.randrange(1, 256)]) + data[place + 1 :])
        line = data[:place].count(b"\n") + 1
        found = {problem.line for problem in verify_bundle(path).problems}
        if not found or min(found) != line or len(found) > 3:
            missed.append((place, line, found))
    assert missed == []


@pytest.mark.parametrize("keep", [0, 1, 40, -1, -2])
def test_a_cut_off_bundle_is_found(made, tmp_path, keep: int) -> None:
    """A missing end is no smaller bundle."""
    path = file_of(made, tmp_path)
    path.write_bytes(path.read_bytes()[:keep])
    assert not verify_bundle(path).holds


def test_a_removed_a_repeated_and_a_swapped_line_are_found(made, tmp_path) -> None:
    """The chain holds the lines together."""
    path = file_of(made, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    for changed in (
        lines[:5] + lines[6:],
        [*lines[:5], lines[4], *lines[5:]],
        [*lines[:4], lines[5], lines[4], *lines[6:]],
        [*lines, lines[-1]],
    ):
        path.write_bytes(b"".join(changed))
        assert not verify_bundle(path).holds


def test_a_forged_row_with_right_hashes_is_named(made, tmp_path) -> None:
    """Somebody who mends every hash still cannot leave a row with the output of another case."""

    def forge(kind, body):
        return {**body, "answer": "Everything is fine."} if kind == "output" and body.get("answer") else body

    result = verify_bundle(rewritten(file_of(made, tmp_path), forge))
    assert {problem.code for problem in result.problems} == {"chain"}
    assert "scored from the output" in result.problems[0].message


def test_a_dropped_row_with_right_hashes_is_named(made, tmp_path) -> None:
    """The decision, the run and the seal each count the rows."""
    dropped = []

    def forge(kind, body):
        if kind == "row" and not dropped:
            dropped.append(body)
            return None
        return body

    messages = " ".join(
        problem.message for problem in verify_bundle(rewritten(file_of(made, tmp_path), forge)).problems
    )
    assert "the decision counts 8 cases, the bundle holds 7 rows" in messages


def test_a_case_edited_with_right_hashes_breaks_the_golden_hash(made, tmp_path) -> None:
    """Case and row changed together still differ from the golden set that the run names."""
    hashes = {}

    def forge(kind, body):
        from assay.records.canonical import content_hash

        if kind == "case":
            changed = {**body, "blocking": False}
            hashes[content_hash(body)] = content_hash(changed)
            return changed
        return {**body, "case_hash": hashes[body["case_hash"]], "blocking": False} if kind == "row" else body

    made_path = rewritten(file_of(made, tmp_path), forge)
    assert any("the golden set had the hash" in problem.message for problem in verify_bundle(made_path).problems)


def test_a_signed_bundle_names_its_key(made, tmp_path) -> None:
    """A signature holds for its key alone, and a changed signature does not hold."""
    key, public, other = keys(tmp_path)
    path = file_of(made, tmp_path, sign=key)
    assert verify_bundle(path).signature == "valid"
    assert verify_bundle(path, key=public).holds
    stranger = verify_bundle(path, key=other)
    assert not stranger.holds
    assert "expected" in stranger.problems[0].message


def test_every_flipped_byte_of_a_signature_is_found(made, tmp_path) -> None:
    """The last line is as well guarded as the others."""
    key, _, _ = keys(tmp_path)
    path = file_of(made, tmp_path, sign=key)
    data = path.read_bytes()
    for place in range(data.rindex(b"\n", 0, -1) + 1, len(data), 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert not verify_bundle(path).holds


def test_an_unsigned_bundle_does_not_meet_a_key(made, tmp_path) -> None:
    """Who asks for a signature is told when there is none."""
    _, public, _ = keys(tmp_path)
    (problem,) = verify_bundle(file_of(made, tmp_path), key=public).problems
    assert problem.code == "not_signed"


def test_a_wrong_key_file_is_a_clear_error(made, tmp_path) -> None:
    """Not PEM, or missing: one message, and nothing is written."""
    (tmp_path / "key.pem").write_text("no key", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="key"):
        bundle(made, tmp_path / "x.assay", sign=tmp_path / "key.pem")
    with pytest.raises(ConfigurationError, match="cannot be read"):
        bundle(made, tmp_path / "x.assay", sign=tmp_path / "none.pem")
    assert not (tmp_path / "x.assay").exists()


def test_a_running_run_is_not_bundled(tmp_path) -> None:
    """Only a run that has ended is a record."""
    with Store.open(":memory:") as store:
        store.begin(Manifest(run_id="r", started="2026-01-01T00:00:00+00:00", library="assay"))
        with pytest.raises(ConfigurationError, match="running"):
            bundle(Run(store, "r"), tmp_path / "x.assay")


def test_other_files_are_no_bundles(tmp_path) -> None:
    """A file of another kind is told from a broken bundle."""
    other = tmp_path / "rows.jsonl"
    other.write_text('{"id": "a"}\n', encoding="utf-8")
    assert not is_bundle(other)
    assert not is_bundle(tmp_path)
    assert not verify_bundle(other).holds
    with pytest.raises(InputError, match=r"rows\.jsonl:1"):
        BundleRecord.open(other)


@pytest.mark.parametrize("body", [[], "x", 1, None, {}])
@pytest.mark.parametrize("kind", ["run", "policy", "case", "output", "row", "decision", "seal"])
def test_a_forged_line_of_another_shape_is_named(made, tmp_path, kind: str, body) -> None:
    """Whatever stands in a line with right hashes, it is a problem of the file and never a crash."""
    path = file_of(made, tmp_path)
    forged = rewritten(path, lambda name, content: ({"x": body} if body is None else body) if name == kind else content)
    assert not verify_bundle(forged).holds


def test_texts_that_utf8_cannot_hold_survive(bench, tmp_path) -> None:
    """A lone surrogate in an answer is written as an escape and reads back the same."""
    case = {"id": "a", "input": "q", "must_abstain": False}
    run = bench.run(lambda _: {"answer": "half \ud83d", "abstained": False}, [case])
    path = file_of(run, tmp_path)
    assert verify_bundle(path).holds
    (evidence,) = BundleRecord.open(path).evidence()
    assert evidence.sample.output.answer == "half \ud83d"


def keys(folder: Path) -> tuple[Path, Path, Path]:
    """A private key, its public key, and the public key of somebody else."""
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    paths = [folder / name for name in ("key.pem", "public.pem", "other.pem")]
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    paths[0].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    for path, one in zip(paths[1:], (key, other), strict=True):
        path.write_bytes(one.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return paths[0], paths[1], paths[2]
