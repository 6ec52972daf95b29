"""A store that cannot be used says so before any work, in words, and tells no secret."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from assay.errors import MissingExtraError, StoreError
from assay.store import OpenMode, Store
from assay.store.location import parse_location

SECRET = "hunter2-planted"
NOBODY = 65534


def refusal(location: object, *, mode: OpenMode = OpenMode.CREATE) -> StoreError:
    """The error of opening, after checking that it says what to do."""
    with pytest.raises(StoreError) as caught, Store.open(location, mode=mode, wait=0.05):
        pass
    assert caught.value.hint
    return caught.value


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that a user without rights can reach."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o777)
    yield path
    for item in (path, *path.iterdir()):
        item.chmod(0o777)
    shutil.rmtree(path)


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Without the right of root to write what is read-only."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    yield
    os.seteuid(0)


def protect(folder: Path) -> None:
    """Make a folder read-only, as its owner."""
    user = os.geteuid()
    if user == NOBODY:
        os.seteuid(0)
    folder.chmod(0o555)
    if user == NOBODY:
        os.seteuid(NOBODY)


# making and finding


def test_the_folder_is_made(tmp_path):
    """A store is made together with its missing folders, from a path, a text and a URL alike."""
    for location in (tmp_path / "a" / "b.db", str(tmp_path / "c" / "d.db"), f"sqlite:///{tmp_path}/e/f.db"):
        with Store.open(location) as store:
            assert store.runs() == []
    assert sorted(path.name for path in tmp_path.glob("*/*.db")) == ["b.db", "d.db", "f.db"]


def test_a_path_with_odd_characters_is_a_path(tmp_path):
    """Characters that mean something in a URL mean nothing in a path."""
    path = tmp_path / "a b?mode=memory&x#1%20.db"
    with Store.open(path):
        pass
    with Store.open(path, mode=OpenMode.READ) as store:
        assert store.location == str(path)
    assert path.is_file()


@pytest.mark.parametrize("mode", [OpenMode.READ, OpenMode.WRITE])
def test_a_missing_store_is_not_made_by_reading(tmp_path, mode):
    """Only `create` makes a store; nothing is left behind by the others."""
    assert refusal(tmp_path / "x" / "a.db", mode=mode).code == "store_missing"
    assert refusal(":memory:", mode=mode).code == "store_missing"
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.db").touch()
    assert refusal(tmp_path / "empty.db", mode=mode).code == "store_missing"
    assert (tmp_path / "empty.db").stat().st_size == 0


def test_an_existing_store_is_written_in_write_mode(tmp_path):
    """`write` works on a store that exists."""
    Store.open(tmp_path / "a.db").close()
    with Store.open(tmp_path / "a.db", mode=OpenMode.WRITE) as store:
        assert store.text(store.put_text("x")) == "x"


# what is not a store


def test_a_folder_and_a_file_in_the_way_are_named(tmp_path):
    """A folder is no store, and a file cannot be a folder."""
    assert "is a folder" in str(refusal(tmp_path))
    (tmp_path / "file").touch()
    assert "cannot be reached" in str(refusal(tmp_path / "file" / "a.db"))


@pytest.mark.parametrize("mode", OpenMode)
def test_a_file_of_something_else_is_left_alone(tmp_path, mode):
    """A text file and another program's database are refused and stay as they are."""
    text, foreign = tmp_path / "notes.txt", tmp_path / "foreign.db"
    text.write_text("not a database, but long enough to be read as the header of one" * 20)
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE customers (id)")
    connection.commit()
    connection.close()
    before = text.read_bytes(), foreign.read_bytes()
    assert refusal(text, mode=mode).code == "store_not_a_store"
    assert "tables customers" in str(refusal(foreign, mode=mode))
    assert (text.read_bytes(), foreign.read_bytes()) == before


@pytest.mark.parametrize("mode", OpenMode)
@pytest.mark.parametrize("version", ["2", "0", "x"])
def test_another_schema_version_is_refused(tmp_path, mode, version):
    """A store of a newer or unknown schema is refused with both versions."""
    path = tmp_path / "a.db"
    Store.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE assay_meta SET value = ? WHERE key = 'schema_version'", (version,))
    connection.commit()
    connection.close()
    error = refusal(path, mode=mode)
    assert error.code == "store_version"
    assert f"schema version {version}, this Assay knows version 1" in str(error)


def test_a_damaged_store_is_told(tmp_path, manifest, make_row):
    """Bytes overwritten in the middle of the file are an error of the store, not a wrong answer."""
    path = tmp_path / "a.db"
    with Store.open(path) as store:
        store.begin(manifest)
        store.write_rows("run-a", [make_row(position) for position in range(200)])
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(StoreError) as caught, Store.open(path, mode=OpenMode.READ) as store:
        list(store.rows("run-a"))
    assert caught.value.code == "store_corrupt"


# locked, full, read-only


def test_a_locked_store_is_told_at_opening_and_at_writing(tmp_path, manifest):
    """A writer that holds the lock longer than the wait is named as the reason; reading goes on."""
    path = tmp_path / "a.db"
    with Store.open(path, wait=0.05) as store:
        other = sqlite3.connect(path)
        other.execute("BEGIN IMMEDIATE")
        assert refusal(path).code == "store_locked"
        with pytest.raises(StoreError, match="is locked by another writer") as caught:
            store.begin(manifest)
        assert caught.value.code == "store_locked"
        with Store.open(path, mode=OpenMode.READ) as reader:
            assert reader.runs() == []
        other.rollback()
        other.close()
        store.begin(manifest)


def test_a_full_database_is_told_and_the_batch_is_undone(tmp_path, manifest, make_row):
    """When the database may not grow, the batch is refused whole and what was stored stays."""
    with Store.open(tmp_path / "a.db") as store:
        store.begin(manifest)
        store.write_rows("run-a", [make_row(0)])
        with store._engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 1}")
        with pytest.raises(StoreError, match="no room left") as caught:
            store.write_rows("run-a", [make_row(position) for position in range(1, 500)])
        assert caught.value.code == "store_full"
        assert [row.position for row in store.rows("run-a")] == [0]
        assert store.find("run-a").rows == 1


def test_a_full_disk_is_told_at_opening(tmp_path):
    """On a disk without room a store is refused before any work."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if mount is None or os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can only be mounted as root")
    try:
        (disk / "ballast").write_bytes(b"x" * 60_000)
        error = refusal(disk / "a.db")
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    assert error.code in {"store_full", "store_io"}


def test_a_read_only_file_and_folder_are_told(folder, unprivileged):
    """What cannot be written is refused for writing; a closed store in a read-only folder can be read."""
    path = folder / "a.db"
    with Store.open(path) as store:
        name = store.put_text("kept")
    path.chmod(0o444)
    assert refusal(path).code == "store_read_only"
    protect(folder)
    assert refusal(path).code == "store_read_only"
    assert refusal(folder / "new.db").code == "store_cannot_open"
    assert refusal(folder / "sub" / "new.db").code == "store_cannot_open"
    with Store.open(path, mode=OpenMode.READ) as store:
        assert store.text(name) == "kept"


# locations and secrets


@pytest.mark.parametrize(
    "location",
    [
        "",
        "  ",
        f"mysql://me:{SECRET}@localhost/x",
        f"postgresql://me:{SECRET}@localhost:port/x",
        f"no such scheme://me:{SECRET}@x",
        f"sqlite:////tmp/x.db?key={SECRET}",
    ],
)
def test_a_location_that_cannot_be_is_refused(location):
    """A location that cannot be read is refused without repeating it."""
    error = refusal(location)
    assert error.code == "store_location"
    assert SECRET not in "".join(traceback.format_exception(error))


def test_the_text_of_a_location_has_no_secret():
    """Neither user, password nor options are shown."""
    place = parse_location(f"postgresql://{SECRET}:{SECRET}@db/evals?sslpassword={SECRET}")
    assert str(place) == "postgresql://db/evals"


def test_a_server_that_is_not_there_is_told_without_the_password():
    """An unreachable server is an error of the store and shows no password anywhere in the trace."""
    pytest.importorskip("psycopg")
    error = refusal(f"postgresql://me:{SECRET}@127.0.0.1:1/x?options=-cfoo%3D{SECRET}")
    assert error.code == "store_unreachable"
    assert SECRET not in "".join(traceback.format_exception(error))


def test_a_missing_driver_names_its_extra(monkeypatch):
    """PostgreSQL without its driver says what to install."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"assay-eval\[postgres\]"):
        Store.open("postgresql://localhost/x")


def test_importing_the_store_loads_no_driver_of_a_server():
    """A store in a file costs neither the PostgreSQL dialect nor the object mapper."""
    code = (
        "import sys; from assay.store import Store; Store.open(':memory:').close();"
        "print([n for n in ('psycopg', 'sqlalchemy.orm', 'sqlalchemy.dialects.postgresql', 'pydantic') if n in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# PostgreSQL


@pytest.mark.integration
def test_postgres_refuses_a_wrong_password_without_showing_it(postgres):
    """A refused login says so and shows neither the right nor the wrong password."""
    url = make_url(postgres)
    wrong = url.set(password=SECRET).render_as_string(hide_password=False)
    error = refusal(wrong)
    assert error.code == "store_denied"
    shown = "".join(traceback.format_exception(error))
    assert SECRET not in shown
    assert str(url.password) not in shown


@pytest.mark.integration
def test_postgres_names_a_lock_a_missing_store_and_foreign_tables(postgres):
    """A held lock, a schema without a store, and tables of the same names that are not ours are each told."""
    import psycopg

    url = make_url(postgres)
    with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
        assert refusal(postgres, mode=OpenMode.READ).code == "store_missing"
        Store.open(postgres).close()
        connection.execute("LOCK TABLE assay_meta")
        assert refusal(postgres).code == "store_locked"
        connection.rollback()
        connection.execute("DROP TABLE assay_meta")
        connection.commit()
        assert refusal(postgres).code == "store_not_a_store"


@pytest.mark.integration
def test_postgres_for_reading_cannot_be_written(postgres):
    """A connection for reading is read-only for the server too."""
    from sqlalchemy import text

    from assay.store.failure import store_errors

    Store.open(postgres).close()
    with (
        Store.open(postgres, mode=OpenMode.READ) as store,
        pytest.raises(StoreError) as caught,
        store_errors(store.location),
        store._engine.connect() as connection,
    ):
        connection.execute(text("DELETE FROM runs"))
    assert caught.value.code == "store_read_only"
