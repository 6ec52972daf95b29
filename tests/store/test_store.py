"""What is written is read back, nothing is overwritten, and a run can be resumed."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from assay.errors import ConfigurationError, InvalidRowError, StoreError, UnknownNameError
from assay.records import (
    Case,
    CheckStatus,
    Decision,
    ExitCode,
    InvalidInput,
    Output,
    RunStatus,
    Sample,
    Score,
    ScoredRow,
    Status,
    TargetFailure,
)
from assay.records.canonical import content_hash, sha256_text
from assay.store import OpenMode, Store
from assay.store.scored_rows import PAGE

# rows


def test_rows_come_back_equal_and_by_position(store, make_row):
    """Rows read back are equal to those written, in the order of their positions, whatever order they were written in."""
    written = [make_row(position) for position in (2, 0, 1)]
    store.write_rows("run-a", written)
    assert list(store.rows("run-a")) == sorted((row for row, _ in written), key=lambda row: row.position)
    assert list(store.samples("run-a")) == sorted(written, key=lambda pair: pair[0].position)
    assert store.find("run-a").rows == 3


def test_the_same_row_twice_is_a_no_op(store, make_row):
    """Writing a stored row again changes nothing, and does not count it twice."""
    store.write_rows("run-a", [make_row(0)])
    store.write_rows("run-a", [make_row(0), make_row(1), make_row(1)])
    assert [row.position for row in store.rows("run-a")] == [0, 1]
    assert store.find("run-a").rows == 2


def test_other_content_at_a_stored_position_is_refused_whole(store, make_row):
    """A position that holds another result refuses the whole batch; what was stored stays."""
    store.write_rows("run-a", [make_row(0)])
    with pytest.raises(StoreError, match="position 0") as caught:
        store.write_rows("run-a", [make_row(1), make_row(0, answer="Never.")])
    assert caught.value.code == "row_conflict"
    assert [row.position for row in store.rows("run-a")] == [0]
    assert store.find("run-a").rows == 1


def test_a_batch_that_contradicts_itself_is_refused(store, make_row):
    """Two different results for one position in one batch are refused."""
    with pytest.raises(StoreError, match="another result at position 4"):
        store.write_rows("run-a", [make_row(4), make_row(4, answer="Never.")])
    assert store.find("run-a").rows == 0


def test_a_sample_that_was_not_scored_is_refused(store, make_row):
    """A row and a sample that do not belong together cannot be stored."""
    row, _ = make_row(0)
    _, other = make_row(1)
    with pytest.raises(StoreError, match="not the one that was scored") as caught:
        store.write_rows("run-a", [(row, other)])
    assert caught.value.code == "hash_mismatch"


def test_rows_need_a_running_run(store, make_row):
    """An unknown run and a finished run take no rows, and say so."""
    with pytest.raises(UnknownNameError, match=r"unknown run 'run-b' \(did you mean 'run-a'\?\)"):
        store.write_rows("run-b", [make_row(0)])
    store.finish("run-a", RunStatus.COMPLETE, finished="2026-11-01T11:00:00Z")
    with pytest.raises(StoreError, match="is complete and takes no more rows"):
        store.write_rows("run-a", [make_row(0)])
    assert list(store.rows("run-a")) == []


def test_reading_an_unknown_run_is_not_reading_nothing(store):
    """A run that does not exist is named, never taken for a run without rows."""
    for read in (store.rows, store.samples, store.calls, store.done):
        with pytest.raises(UnknownNameError, match="unknown run 'run-b'"):
            list(read("run-b"))


def test_an_empty_batch_is_harmless(store):
    """Nothing to write writes nothing."""
    store.write_rows("run-a", [])
    assert store.find("run-a").rows == 0


def test_rows_can_be_written_while_they_are_read(store, make_row):
    """Reading goes page by page, so a writer is not in its way; rows added behind the cursor are seen."""
    store.write_rows("run-a", [make_row(position) for position in range(PAGE + 1)])
    seen = []
    for row in store.rows("run-a"):
        if row.position == 0:
            store.write_rows("run-a", [make_row(PAGE + 1)])
        seen.append(row.position)
    assert seen == list(range(PAGE + 2))


def test_a_row_is_found_by_its_case(store, make_row):
    """A case id finds its row and its sample; an unknown one names near matches."""
    row, sample = make_row(7, case_id="refund-7")
    store.write_rows("run-a", [(row, sample)])
    assert store.row("run-a", "refund-7") == row
    assert store.sample(row) == sample
    with pytest.raises(UnknownNameError, match=r"unknown case 'refund-8'.*'refund-7'"):
        store.row("run-a", "refund-8")
    with pytest.raises(UnknownNameError, match="unknown run 'run-z'"):
        store.row("run-z", "refund-7")


@pytest.mark.parametrize("odd", ["a\ud800b", "a\0b", "\\ud800", "naïve 東京 🙂", "a\\x00b"])
def test_odd_text_is_kept_everywhere(store, odd):
    """Lone surrogates, NUL and look-alikes of their escapes come back as they were, on every database."""
    case, output = Case(id=odd, input=odd, group=odd), Output(failure=TargetFailure(kind="exception", message=odd))
    score = Score(metric="latency", status=Status.ERROR, reason=odd, code="target_error")
    row = ScoredRow(
        position=0,
        case_id=odd,
        case_hash=case.content_hash,
        output_hash=output.content_hash,
        scores=(score,),
        group=odd,
        failure=output.failure,
    )
    sample = Sample(case=case, output=output)
    store.write_rows("run-a", [(row, sample)])
    assert list(store.samples("run-a")) == [(row, sample)]
    assert store.row("run-a", odd) == row
    assert store.sample(row) == sample


def test_a_look_alike_of_an_escaped_id_is_another_case(store, make_row):
    """An id with a NUL and the id that spells its escape are two cases."""
    store.write_rows("run-a", [make_row(0, case_id="a\0"), make_row(1, case_id="a\\x00")])
    assert store.row("run-a", "a\0").position == 0
    assert store.row("run-a", "a\\x00").position == 1


def test_two_surrogates_that_would_merge_are_refused(store):
    """Text that could not be read back as it was is refused, not changed."""
    with pytest.raises(StoreError, match="two surrogates"):
        store.put_payload({"text": "\ud83d\ude00"})


# resuming


def test_done_knows_position_and_version_of_the_case(store, make_row):
    """A row counts as done only at its position and with its version of the case."""
    rows = [make_row(position) for position in (0, 3)]
    store.write_rows("run-a", rows)
    done = store.done("run-a")
    (first, _), (second, _) = rows
    assert (0, first.case_hash) in done
    assert (3, second.case_hash) in done
    assert (0, second.case_hash) not in done
    assert (1, first.case_hash) not in done
    assert (99, first.case_hash) not in done
    assert [done.has(position) for position in range(5)] == [True, False, False, True, False]
    assert len(done) == 2


@pytest.mark.parametrize("status", [RunStatus.PARTIAL, RunStatus.CANCELLED, RunStatus.RUNNING])
def test_a_run_that_did_not_complete_can_be_resumed(store, make_row, status):
    """A partial, cancelled or killed run takes rows again after it was reopened."""
    if status is not RunStatus.RUNNING:
        store.finish("run-a", status, finished="2026-11-01T11:00:00Z")
        assert store.find("run-a").finished == "2026-11-01T11:00:00Z"
    store.reopen("run-a")
    store.write_rows("run-a", [make_row(0)])
    summary = store.find("run-a")
    assert (summary.status, summary.rows, summary.finished) == (RunStatus.RUNNING, 1, None)


def test_a_complete_run_is_not_reopened(store):
    """A complete run stays as it is; an unknown one is named."""
    store.finish("run-a", RunStatus.COMPLETE, finished="2026-11-01T11:00:00Z")
    with pytest.raises(StoreError, match="is complete"):
        store.reopen("run-a")
    with pytest.raises(UnknownNameError):
        store.reopen("run-b")


# runs


def test_a_run_is_found_by_id_prefix_and_last(store, manifest):
    """The full id wins over a prefix, a prefix must be the only one, `last` is the newest begun."""
    for run_id in ("run-ab", "other"):
        store.begin(manifest.replace(run_id=run_id, started="2020-01-01T00:00:00Z"))
    assert store.find("run-a").manifest == manifest
    assert store.find("ot").manifest.run_id == "other"
    assert store.find("last").manifest.run_id == "other"
    with pytest.raises(ConfigurationError, match=r"several run ids.*run-ab, run-a") as caught:
        store.find("ru")
    assert caught.value.code == "ambiguous_name"
    with pytest.raises(UnknownNameError, match="did you mean 'other'"):
        store.find("otter")
    for blank in ("", "%", "_"):
        with pytest.raises(UnknownNameError):
            store.find(blank)


def test_an_empty_store_has_no_last_run(location):
    """`last` in a store without runs says that there is none."""
    with Store.open(location) as store:
        assert store.runs() == []
        with pytest.raises(StoreError, match="no run yet"):
            store.find("last")


def test_runs_are_listed_newest_first(store, manifest):
    """The list begins with the run begun last and is cut to the limit."""
    store.begin(manifest.replace(run_id="run-b"))
    assert [run.manifest.run_id for run in store.runs()] == ["run-b", "run-a"]
    assert [run.manifest.run_id for run in store.runs(1)] == ["run-b"]


def test_a_run_id_is_taken_once(store, manifest):
    """A second run of the same id is refused."""
    with pytest.raises(StoreError, match="stored already"):
        store.begin(manifest)


def test_the_golden_hash_may_come_at_the_end(store):
    """A hash known only after the last row stands in the manifest of the finished run."""
    store.finish("run-a", RunStatus.COMPLETE, finished="2026-11-01T11:00:00Z", golden_hash="ab")
    summary = store.find("run-a")
    assert (summary.manifest.golden_hash, summary.status, summary.expected_rows) == ("ab", RunStatus.COMPLETE, 3)
    with pytest.raises(UnknownNameError):
        store.finish("run-b", RunStatus.COMPLETE, finished="2026-11-01T11:00:00Z")


def test_invalid_inputs_are_kept_once_and_in_order(store):
    """A row that could not be read is told once, also after a resumed run reads the file again."""
    first, second = (InvalidInput(source="g.jsonl", line=line, reason="not an object") for line in (9, 2))
    store.write_invalid("run-a", [first])
    store.write_invalid("run-a", [first, second])
    assert store.find("run-a").invalid_inputs == (first, second)
    with pytest.raises(UnknownNameError):
        store.write_invalid("run-b", [first])


# payloads


def test_payloads_are_named_by_their_content(store):
    """The name is the SHA-256 of the canonical JSON, key order does not matter, and twice is once."""
    name = store.put_payload({"b": 1, "a": [None, 0.1]})
    assert name == content_hash({"a": [None, 0.1], "b": 1}) == store.put_payload({"a": [None, 0.1], "b": 1})
    assert store.payload(name) == {"a": [None, 0.1], "b": 1}
    assert store.has_payload(name)
    assert not store.has_payload("0" * 64)
    with pytest.raises(StoreError, match="no payload 0000"):
        store.payload("0" * 64)


def test_policy_text_is_kept_as_written(store):
    """A policy's text comes back byte for byte."""
    policy = 'version: "1"  # naïve\r\nchecks: {}\n'
    name = store.put_text(policy)
    assert (name, store.text(name)) == (sha256_text(policy), policy)
    with pytest.raises(StoreError, match="is no JSON"):
        store.payload(name)


@pytest.mark.parametrize("bad", ["a\0b", "a\ud800b"])
def test_text_that_a_database_cannot_keep_is_refused(store, bad):
    """A text with NUL or a lone surrogate is refused on every database alike."""
    with pytest.raises(StoreError, match="cannot be stored"):
        store.put_text(bad)


def test_a_changed_payload_is_noticed(store, make_row):
    """A payload that was edited in the database is refused wherever it is read."""
    row, sample = make_row(0)
    store.write_rows("run-a", [(row, sample)])
    with store._engine.begin() as connection:
        edit = "UPDATE payloads SET body = replace(body, '30 days', '90 days') WHERE hash = :name"
        connection.execute(text(edit), {"name": row.output_hash})
    for read in (
        lambda: store.sample(row),
        lambda: list(store.samples("run-a")),
        lambda: store.payload(row.output_hash),
    ):
        with pytest.raises(StoreError, match="was changed after it was written") as caught:
            read()
        assert caught.value.code == "store_corrupt"


@pytest.mark.parametrize("damage", ["nonsense", '{"text": "\\ud801"}', '{"text": "\\ud8'])
def test_a_changed_payload_with_escapes_is_noticed(store, damage):
    """A payload whose text had to be escaped is checked like any other, also when the damage is no JSON."""
    name = store.put_payload({"text": "\ud800"})
    assert store.payload(name) == {"text": "\ud800"}
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE payloads SET body = :body"), {"body": damage})
    with pytest.raises(StoreError, match="was changed after it was written"):
        store.payload(name)


def test_a_lost_payload_is_noticed(store, make_row):
    """A row whose output is gone cannot be replayed, and says which payload is missing."""
    row, sample = make_row(0)
    store.write_rows("run-a", [(row, sample)])
    with store._engine.begin() as connection:
        connection.execute(text("DELETE FROM payloads WHERE hash = :name"), {"name": row.output_hash})
    for read in (lambda: store.sample(row), lambda: list(store.samples("run-a"))):
        with pytest.raises(StoreError, match=f"no payload {row.output_hash}"):
            read()


def test_a_row_that_cannot_be_read_is_an_error_of_the_store(store, make_row):
    """A row whose JSON was damaged is refused by name, never skipped."""
    store.write_rows("run-a", [make_row(0)])
    with store._engine.begin() as connection:
        connection.execute(text("""UPDATE scored_rows SET body = '{"position": "x"}'"""))
    with pytest.raises(StoreError, match="holds a ScoredRow that cannot be read"):
        list(store.rows("run-a"))


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(value=st.dictionaries(st.text(), _JSON, max_size=4))
def test_any_json_object_comes_back_equal(value):
    """Every JSON object is stored under its content hash and read back equal."""
    with Store.open(":memory:") as store:
        name = store.put_payload(value)
        assert name == content_hash(value)
        assert store.payload(name) == value


# decisions


def test_every_decision_is_kept(store):
    """A run decided twice has two decisions, oldest first, each with its time and policy."""
    passed = Decision(status=CheckStatus.PASS, exit_code=ExitCode.PASSED, reason="all checks hold")
    failed = Decision(status=CheckStatus.FAIL, exit_code=ExitCode.FAILED, reason="evidence_coverage")
    store.write_decision("run-a", failed, policy_hash="p1", decided="2026-11-01T11:00:00Z")
    store.write_decision("run-a", passed, policy_hash="p2", decided="2026-11-01T10:00:00Z")
    found = store.decisions("run-a")
    assert [(one.decision, one.policy_hash) for one in found] == [(failed, "p1"), (passed, "p2")]
    assert found[0].decided == "2026-11-01T11:00:00Z"
    for wrong in (
        lambda: store.decisions("run-b"),
        lambda: store.write_decision("run-b", passed, policy_hash="", decided=""),
    ):
        with pytest.raises(UnknownNameError):
            wrong()


# judge calls


def _call(attempt: int, *, ok: bool, key: str = "k1", **rest: object) -> dict[str, object]:
    return {"request_key": key, "ok": ok, "attempt": attempt, "reply": {"text": f"reply {attempt}"}, **rest}


def test_the_latest_usable_attempt_is_the_cached_one(store):
    """Failed attempts are kept and never served; of two usable ones the later is served."""
    assert store.cached("k1") is None
    failed = store.put_call(_call(1, ok=False))
    assert store.cached("k1") is None
    store.put_call(_call(2, ok=True))
    store.put_call(_call(3, ok=True))
    store.put_call(_call(4, ok=False))
    store.put_call(_call(5, ok=True, key="k2"))
    assert store.cached("k1") == _call(3, ok=True)
    assert store.call(failed) == _call(1, ok=False)
    assert failed == content_hash(_call(1, ok=False)) == store.put_call(_call(1, ok=False))


def test_a_run_knows_its_calls_and_those_it_reused(store, manifest, make_row):
    """The calls of a run are those it made and those of earlier runs that its scores rest on, each once."""
    old = store.put_call(_call(1, ok=True, run_id="run-a"))
    store.begin(manifest.replace(run_id="run-b"))
    store.put_call(_call(2, ok=False, run_id="run-b"))
    new = store.put_call(_call(3, ok=True, run_id="run-b"))
    store.write_rows("run-b", [make_row(0, calls=(old, new)), make_row(1, calls=(old,))])
    assert [call["attempt"] for call in store.calls("run-b")] == [1, 2, 3]
    assert [call["attempt"] for call in store.calls("run-a")] == [1]


def test_a_call_without_its_key_is_refused(store):
    """An attempt must say which request it answers and whether its reply can be used."""
    for wrong in ({"ok": True}, {"request_key": "", "ok": True}, {"request_key": "k", "ok": 1}):
        with pytest.raises(StoreError, match="request_key"):
            store.put_call(wrong)
    with pytest.raises(InvalidRowError, match="not a number that JSON has"):
        store.put_call(_call(1, ok=True, latency=float("nan")))
    with pytest.raises(StoreError, match="no payload 0000"):
        store.call("0" * 64)


# SQL


def test_scores_can_be_asked_in_sql(store, make_row):
    """The view `scores` has one line a score, with the defaults that the records leave out."""
    row, sample = make_row(0)
    label = Score(metric="tone", status=Status.SCORED, value="pass", method="judge:m", version="2")
    bad = Score(metric="faithfulness", status=Status.ERROR, code="no_judge", reason="no judge")
    store.write_rows("run-a", [(row.replace(scores=(*row.scores, label, bad)), sample)])
    columns = "run_id, position, case_id, metric, status, value, label, numerator, denominator, method, version, code"
    with store._engine.connect() as connection:
        lines = connection.execute(text(f"SELECT {columns} FROM scores ORDER BY metric")).all()
    start = ("run-a", 0, "case-00000")
    default = Score(metric="m", status=Status.INVALID)
    assert [tuple(line) for line in lines] == [
        (*start, "evidence_coverage", "scored", 2 / 3, None, 2, 3, default.method, default.version, None),
        (*start, "faithfulness", "error", None, None, None, None, default.method, default.version, "no_judge"),
        (*start, "tone", "scored", None, "pass", None, None, "judge:m", "2", None),
    ]


# several at once


def test_a_reader_sees_what_is_written_meanwhile(store, location, make_row):
    """Another opening for reading sees each finished batch, and cannot write."""
    store.write_rows("run-a", [make_row(0)])
    with Store.open(location, mode=OpenMode.READ) as reader:
        assert reader.find("last").rows == 1
        store.write_rows("run-a", [make_row(1)])
        assert [row.position for row in reader.rows("run-a")] == [0, 1]
        with pytest.raises(StoreError, match="opened for reading"):
            reader.put_text("x")


def test_a_new_store_can_be_opened_by_several_at_once(location):
    """Openings that race to make a store all succeed on one schema."""
    problems: list[Exception] = []
    start = threading.Barrier(6)

    def work(number: int) -> None:
        try:
            start.wait()
            with Store.open(location) as store:
                store.put_payload({"number": number})
        except Exception as error:  # noqa: BLE001 - shown by the assertion below
            problems.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with Store.open(location, mode=OpenMode.READ) as store:
        assert all(store.has_payload(content_hash({"number": number})) for number in range(6))


def test_a_store_can_be_used_from_another_thread(store, make_row):
    """What one thread opened another may write, as the engine does inside a running event loop."""
    thread = threading.Thread(target=store.write_rows, args=("run-a", [make_row(0)]))
    thread.start()
    thread.join()
    assert store.find("run-a").rows == 1


def test_store_in_memory_is_shared_by_all_calls(manifest, make_row):
    """`:memory:` is one database for the whole life of the store."""
    with Store.open(":memory:") as store:
        store.begin(manifest)
        store.write_rows("run-a", [make_row(0)])
        assert len(store.done("run-a")) == 1
