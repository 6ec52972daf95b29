"""The history of a golden set: what changed, under which contract, approved by whom, frozen as what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError, UnknownNameError
from assay.golden import from_rows, read_golden
from assay.golden.history import Kind, diff_golden, raised
from assay.golden.history_edit import add_case, approve
from assay.golden.history_freeze import freeze, freeze_path, read_freeze, thawed
from assay.golden.history_migration import read_migration
from assay.records import Case, Review

BASE = {"id": "a", "input": "How long?", "expected_facts": ["30 days"], "contract": "1", "reviewed": {"by": "qa"}}
REVIEW = Review(by="ann", on="2026-12-01", why="incident 812")


def rows(*changes: dict, drop: tuple[str, ...] = ()):
    given = [{name: value for name, value in (BASE | change).items() if name not in drop} for change in changes]
    return from_rows(given).load()


def codes(old, new, **options) -> list[str]:
    return [problem.code for problem in diff_golden(old, new, **options).problems]


def test_equal_sets_have_no_change() -> None:
    """Nothing is reported where nothing changed."""
    diff = diff_golden(rows({}, {"id": "b"}), rows({}, {"id": "b"}))
    assert (diff.changes, diff.unchanged, diff.problems) == ((), 2, ())


def test_added_and_removed_cases() -> None:
    """A case of one set alone; removing one that blocked is worth a warning."""
    diff = diff_golden(rows({"id": "a"}, {"id": "b"}), rows({"id": "a"}, {"id": "c"}))
    assert [(one.case_id, one.kind) for one in diff.changes] == [("c", Kind.ADDED), ("b", Kind.REMOVED)]
    assert [one.code for one in diff.problems] == ["blocking_removed"]
    assert diff.usable


@pytest.mark.parametrize(
    "change",
    [
        {"expected_facts": ["30 days", "card"]},
        {"expected_facts": None},
        {"must_abstain": True},
        {"blocking": False},
        {"input": "How many days?"},
        {"relevance": {"d": 1}},
    ],
)
def test_a_changed_requirement_needs_a_new_contract(change: dict) -> None:
    """Each reviewed fact counts, stated or taken away; with a raised version it is fine but for the review."""
    assert codes(rows({}), rows(change)) == ["contract_not_raised", "review_not_renewed"]
    renewed = change | {"contract": "2", "reviewed": {"by": "ann"}}
    assert codes(rows({}), rows(renewed)) == []


@pytest.mark.parametrize("change", [{"group": "payments"}, {"reviewed": {"by": "ann"}}, {"ticket": "T-1"}])
def test_what_is_no_requirement_needs_none(change: dict) -> None:
    """Group, review and fields of one's own change freely, and are shown."""
    diff = diff_golden(rows({}), rows(change))
    assert diff.problems == ()
    assert [field.requirement for field in diff.changes[0].fields] == [False]


def test_a_lowered_contract_is_an_error() -> None:
    """Versions only go up."""
    assert codes(rows({"contract": "10"}), rows({"contract": "9"})) == ["contract_lowered"]


@pytest.mark.parametrize(
    ("old", "new", "higher"),
    [("9", "10", True), ("2026-2", "2026-11", True), ("v1", "v2", True), ("2", "2", False), (None, "1", True),
     ("1", None, False), ("b", "a", False), ("1.0", "1.0.1", True)],
)  # fmt: skip
def test_versions_are_compared_by_their_numbers(old, new, higher: bool) -> None:
    """10 comes after 9."""
    assert raised(old, new) is higher


def test_a_renamed_case_is_one_case() -> None:
    """With a migration map nothing was added or removed; without one both were."""
    old, new = rows({"id": "a"}), rows({"id": "a-2"})
    diff = diff_golden(old, new, migration={"a": "a-2"})
    assert [(one.case_id, one.old_id, one.kind) for one in diff.changes] == [("a-2", "a", Kind.RENAMED)]
    assert diff.problems == ()
    assert {one.kind for one in diff_golden(old, new).changes} == {Kind.ADDED, Kind.REMOVED}


@pytest.mark.parametrize(
    ("migration", "code"),
    [
        ({"nobody": "b"}, "migration_unknown"),
        ({"a": "nobody"}, "migration_missing"),
        ({"a": "b"}, "migration_kept"),
        ({"gone": "a"}, "migration_taken"),
        ({"gone": "b", "lost": "b"}, "migration_doubled"),
    ],
)
def test_a_migration_map_that_does_not_fit_is_an_error(migration: dict, code: str) -> None:
    """Old ids must be gone, new ids must be there and new, and no two cases become one."""
    old, new = rows({"id": "a"}, {"id": "gone"}, {"id": "lost"}), rows({"id": "a"}, {"id": "b"})
    diff = diff_golden(old, new, migration=migration)
    assert code in [problem.code for problem in diff.problems]
    assert not diff.usable


@given(st.lists(st.text(min_size=1, alphabet="abc"), unique=True, min_size=1), st.data())
def test_every_case_is_counted_once(ids: list[str], data) -> None:
    """Added, removed and unchanged add up to both sets, and turning the sides round swaps added and removed."""
    kept = data.draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    old, new = rows(*({"id": one} for one in ids)), rows(*({"id": one} for one in kept), {"id": "z"})
    there, back = diff_golden(old, new), diff_golden(new, old)
    kinds = [one.kind for one in there.changes]
    assert there.unchanged + kinds.count(Kind.REMOVED) == len(old)
    assert there.unchanged + kinds.count(Kind.ADDED) == len(new)
    assert {one.case_id for one in there.changes} == {one.case_id for one in back.changes}


# approve and add


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three cases, the second without a review, written by hand with odd spacing and a Windows line end."""
    path = tmp_path / "golden.jsonl"
    text = (
        '{"id":"a",   "input": "Ä?", "must_abstain": true, "reviewed": "qa"}\r\n'
        '{"id": "b", "input": "B?", "must_abstain": true}\n'
        "\n"
        '{"id": "c", "input": "C\u2028?", "must_abstain": true, "contract": null}'
    )
    path.write_bytes(text.encode())
    return path


def test_approving_changes_one_line_alone(file: Path) -> None:
    """Every other byte of the file stays."""
    before = file.read_bytes().split(b"\n")
    assert approve(file, REVIEW, cases=["b"]) == ("b",)
    after = file.read_bytes().split(b"\n")
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True]
    assert json.loads(after[1])["reviewed"] == {"by": "ann", "on": "2026-12-01", "why": "incident 812"}


def test_approving_everything_leaves_earlier_reviews(file: Path) -> None:
    """Only cases that nobody reviewed are approved; a second time there are none."""
    assert approve(file, REVIEW) == ("b", "c")
    assert approve(file, REVIEW) == ()
    assert [row.case.reviewed.by for row in read_golden(file).load()] == ["qa", "ann", "ann"]


def test_a_file_with_a_byte_order_mark_is_edited_too(tmp_path: Path) -> None:
    """The mark stays, and the first line can be approved."""
    path = tmp_path / "golden.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": "a", "input": "q", "must_abstain": true}\n')
    assert approve(path, REVIEW) == ("a",)
    assert path.read_bytes().startswith(b'\xef\xbb\xbf{"id": "a"')


def test_an_unknown_case_is_named_with_near_matches(file: Path) -> None:
    """Nothing is approved by mistake."""
    before = file.read_bytes()
    with pytest.raises(UnknownNameError, match="unknown case 'd'"):
        approve(file, REVIEW, cases=["b", "d"])
    assert file.read_bytes() == before


def test_a_case_that_nothing_can_check_is_not_approved(tmp_path: Path) -> None:
    """An approval says that the case is right; an empty requirement is not."""
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id": "a", "input": "q", "required_claims": []}\n', encoding="utf-8")
    with pytest.raises(InputError, match="cannot be approved"):
        approve(path, REVIEW)


def test_only_json_lines_are_edited(tmp_path: Path) -> None:
    """Other formats are refused with the way out."""
    path = tmp_path / "golden.csv"
    path.write_text("id,input\na,q\n", encoding="utf-8")
    with pytest.raises(InputError, match="write_golden"):
        approve(path, REVIEW)


def test_a_case_is_appended_under_the_contract_of_the_set(tmp_path: Path) -> None:
    """The rest of the file stays, a missing last line end is made up for."""
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id": "a", "input": "q", "must_abstain": true, "contract": "7"}', encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    added = add_case(path, Case(id="b", input="r", must_abstain=True, contract="2", extra={"note": "n"}))
    assert added.contract == "7"
    assert path.read_text(encoding="utf-8").startswith(before + "\n")
    assert [row.case for row in read_golden(path).load()][1] == added


def test_an_id_that_is_taken_is_refused(file: Path) -> None:
    """An id is one case for ever."""
    with pytest.raises(InputError, match="--id"):
        add_case(file, Case(id="b", input="other", must_abstain=True))


def test_a_file_of_other_columns_is_not_spoiled(tmp_path: Path) -> None:
    """Where a line in our names would be read otherwise than meant, nothing is written."""
    path = tmp_path / "golden.jsonl"
    path.write_text('{"question": "q", "expected": "x"}\n', encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(InputError):
        add_case(path, Case(id="b", input="r", reference="y", extra={"contexts": ["z"]}))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# freeze


def test_freezing_twice_gives_the_same_bytes(file: Path) -> None:
    """A freeze says what the set is and nothing else."""
    first = freeze(file).read_bytes()
    assert freeze(file).read_bytes() == first
    assert freeze_path(file).name == "golden.jsonl.frozen.json"


def test_a_frozen_set_is_itself_also_when_written_otherwise(file: Path) -> None:
    """White space and key order are no change: the cases are."""
    freeze(file)
    lines = [line for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
    file.write_text("".join(json.dumps(json.loads(line), sort_keys=True) + "\n" for line in lines), encoding="utf-8")
    assert list(thawed(file, read_freeze(file))) == []


def test_every_change_of_a_frozen_set_is_named(file: Path) -> None:
    """Changed, added, removed, reordered."""
    freeze(file)
    was = read_freeze(file)
    approve(file, REVIEW, cases=["b"])
    add_case(file, Case(id="d", input="D?", must_abstain=True))
    assert list(thawed(file, was)) == ["case 'b' was changed", "case 'd' was added"]
    lines = [line for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
    file.write_text("\n".join(lines[1:]), encoding="utf-8")
    assert "case 'a' was removed" in list(thawed(file, was))
    freeze(file)
    file.write_text("\n".join(reversed(lines[1:])), encoding="utf-8")
    assert list(thawed(file, read_freeze(file))) == ["the order of the cases changed"]


def test_a_damaged_freeze_is_an_error_never_a_missing_one(file: Path) -> None:
    """A broken freeze file does not open the gate."""
    freeze_path(file).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        read_freeze(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1]", "old id to new id"),
        ('{"a": 1}', "old id to new id"),
        ('{"a": "a "}', "mapped to itself"),
        ('{"a": "x", "b": "x"}', "two old ids"),
        ("{", "cannot be read"),
    ],
)
def test_a_wrong_migration_file_is_a_clear_error(tmp_path: Path, text: str, words: str) -> None:
    """What is wrong, and what is expected."""
    path = tmp_path / "map.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        read_migration(path)
