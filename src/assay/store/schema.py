"""The tables, and the check that a database is a store of this version.

Every record is stored as canonical JSON in `body`; the columns beside it are what is looked up or joined. `payloads` holds
each case, output and policy text once, named by its SHA-256. `scores` is a view with one line a score, for people who
ask in SQL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Index, Insert, Integer, MetaData, Table, Text, inspect, select

from assay.errors import StoreError

SCHEMA_VERSION = 1
_LOCK = 0x6173736179
_COUNTED = {"preserve_rowcount": True}
_Big = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

meta = Table("assay_meta", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

runs = Table(
    "runs",
    metadata,
    Column("number", _Big, primary_key=True),
    Column("run_id", Text, nullable=False, unique=True),
    Column("started", Text, nullable=False),
    Column("finished", Text),
    Column("status", Text, nullable=False),
    Column("golden_hash", Text, nullable=False),
    Column("expected_rows", BigInteger),
    Column("stored_rows", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

scored_rows = Table(
    "scored_rows",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("case_id", Text, nullable=False),
    Column("case_hash", Text, nullable=False),
    Column("output_hash", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("scored_rows_by_case", "run_id", "case_id"),
)

payloads = Table("payloads", metadata, Column("hash", Text, primary_key=True), Column("body", Text, nullable=False))

invalid_inputs = Table(
    "invalid_inputs",
    metadata,
    Column("number", _Big, primary_key=True),
    Column("run_id", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("invalid_inputs_once", "run_id", "hash", unique=True),
)

decisions = Table(
    "decisions",
    metadata,
    Column("number", _Big, primary_key=True),
    Column("run_id", Text, nullable=False, index=True),
    Column("decided", Text, nullable=False),
    Column("policy_hash", Text, nullable=False),
    Column("body", Text, nullable=False),
)

calls = Table(
    "calls",
    metadata,
    Column("number", _Big, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("request_key", Text, nullable=False, index=True),
    Column("usable", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

run_calls = Table(
    "run_calls",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("call_hash", Text, primary_key=True),
)

_SCORES_SQLITE = """
CREATE VIEW scores AS
SELECT r.run_id, r.position, r.case_id, r.case_hash, r.output_hash,
       json_extract(s.value, '$.metric') AS metric,
       json_extract(s.value, '$.status') AS status,
       CASE WHEN json_type(s.value, '$.value') IN ('integer', 'real') THEN json_extract(s.value, '$.value') END AS value,
       CASE WHEN json_type(s.value, '$.value') = 'text' THEN json_extract(s.value, '$.value') END AS label,
       json_extract(s.value, '$.ratio.numerator') AS numerator,
       json_extract(s.value, '$.ratio.denominator') AS denominator,
       coalesce(json_extract(s.value, '$.method'), 'exact') AS method,
       coalesce(json_extract(s.value, '$.version'), '1') AS version,
       coalesce(json_extract(s.value, '$.reason'), '') AS reason,
       json_extract(s.value, '$.code') AS code
FROM scored_rows AS r, json_each(r.body, '$.scores') AS s
"""

_SCORES_POSTGRES = """
CREATE VIEW scores AS
SELECT r.run_id, r.position, r.case_id, r.case_hash, r.output_hash,
       s.value ->> 'metric' AS metric,
       s.value ->> 'status' AS status,
       CASE WHEN json_typeof(s.value -> 'value') = 'number' THEN (s.value ->> 'value')::double precision END AS value,
       CASE WHEN json_typeof(s.value -> 'value') = 'string' THEN s.value ->> 'value' END AS label,
       (s.value -> 'ratio' ->> 'numerator')::bigint AS numerator,
       (s.value -> 'ratio' ->> 'denominator')::bigint AS denominator,
       coalesce(s.value ->> 'method', 'exact') AS method,
       coalesce(s.value ->> 'version', '1') AS version,
       coalesce(s.value ->> 'reason', '') AS reason,
       s.value ->> 'code' AS code
FROM scored_rows AS r, json_array_elements(r.body::json -> 'scores') AS s(value)
"""


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert the rows whose key is not there yet; the number of rows inserted."""
    if not rows:
        return 0
    return connection.execute(_insert_or_ignore(table, connection), rows, execution_options=_COUNTED).rowcount


def _insert_or_ignore(table: Table, connection: Connection) -> Insert:
    if is_postgres(connection):
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table).on_conflict_do_nothing().inline()
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table).on_conflict_do_nothing().inline()


def is_postgres(connection: Connection) -> bool:
    """Whether the other side is PostgreSQL."""
    return connection.dialect.name == "postgresql"


def prepare(connection: Connection, where: object, library: str) -> None:
    """Make the tables where they are missing, check the version, and prove that the store can be written.

    Runs in one transaction that holds the write lock, so that two processes can open a new store at once.

    Raises:
        StoreError: see `check`.
    """
    lock = f"SELECT pg_advisory_xact_lock({_LOCK})" if is_postgres(connection) else "BEGIN IMMEDIATE"
    connection.exec_driver_sql(lock)
    if not is_store(connection, where):
        metadata.create_all(connection, checkfirst=False)
        connection.exec_driver_sql(_SCORES_POSTGRES if is_postgres(connection) else _SCORES_SQLITE)
        connection.execute(meta.insert(), [{"key": "schema_version", "value": str(SCHEMA_VERSION)}])
    check(connection, where)
    connection.execute(meta.delete().where(meta.c.key == "writer"))
    connection.execute(meta.insert(), [{"key": "writer", "value": library}])


def check(connection: Connection, where: object) -> None:
    """Refuse a database that this version cannot work with.

    Raises:
        StoreError: not a store, or written by another version.
    """
    if not is_store(connection, where):
        raise StoreError(
            f"{where} holds no Assay store", code="store_missing", hint="name the store that a run was recorded in"
        )
    found = connection.execute(select(meta.c.value).where(meta.c.key == "schema_version")).scalar()
    if found != str(SCHEMA_VERSION):
        raise StoreError(
            f"the store {where} has schema version {found}, this Assay knows version {SCHEMA_VERSION}",
            code="store_version",
            hint="upgrade Assay, or name another place for the store",
        )


def is_store(connection: Connection, where: object) -> bool:
    """True for a store, False for a database that can become one.

    Raises:
        StoreError: the database holds tables that are not ours.
    """
    present = set(inspect(connection).get_table_names())
    if meta.name in present:
        return True
    foreign = sorted(present & set(metadata.tables)) if is_postgres(connection) else sorted(present)
    if foreign:
        raise StoreError(
            f"{where} is a database of something else: it has the tables {', '.join(foreign[:3])}",
            code="store_not_a_store",
            hint="give the store a file, database or schema of its own",
        )
    return False
