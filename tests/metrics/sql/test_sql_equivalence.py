"""Structural equivalence: spelling is levelled, and what differs is named."""

from __future__ import annotations

import pytest

from assay.metrics.sql.sql_equivalence import SqlStructure
from assay.records import Status

pytest.importorskip("sqlglot")


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("select NAME from Users", 'SELECT "name" FROM users;'),
        ("SELECT u.name FROM users AS u", "SELECT name FROM users"),
        ("SELECT name AS n FROM users ORDER BY n", "SELECT name FROM users ORDER BY 1"),
        (
            "SELECT a, COUNT(*) AS n FROM t GROUP BY 1 HAVING COUNT(*) > 1",
            "SELECT a, COUNT(*) FROM t GROUP BY a HAVING 1 < COUNT(*)",
        ),
        (
            "SELECT a FROM t WHERE x = 1 AND (y = 2 AND z IN (3, 1))",
            "SELECT a FROM t WHERE z IN (1, 3) AND y = 2 AND 1 = x",
        ),
        ("SELECT a FROM t WHERE x >= 5 OR y <> 2", "SELECT a FROM t WHERE 2 != y OR 5 <= x"),
        (
            "SELECT o.id FROM o JOIN c ON o.cid = c.id WHERE c.x = 1",
            "SELECT T1.id FROM c AS T2 JOIN o AS T1 ON T2.id = T1.cid WHERE T2.x = 1",
        ),
        ("SELECT o.id FROM o, c WHERE o.cid = c.id", "SELECT o.id FROM o JOIN c ON o.cid = c.id"),
        ("SELECT a FROM x UNION SELECT b FROM y", "SELECT b FROM y UNION SELECT a FROM x"),
        (
            "SELECT a FROM t WHERE id IN (SELECT s.id FROM s WHERE s.v > 1)",
            "SELECT a FROM t WHERE id IN (SELECT id FROM s WHERE 1 < v)",
        ),
        ("```sql\nSELECT a FROM t\n```", "(SELECT a FROM t)"),
    ],
)
def test_spelling_does_not_count(answer: str, gold: str) -> None:
    """Names, aliases, order of operands and of inner joins, and sides of a comparison are levelled, both ways round."""
    for one, other in ((answer, gold), (gold, answer)):
        scored = SqlStructure().score(answer=one, reference_sql=other)
        assert scored.value == 1, scored.reason


@pytest.mark.parametrize(
    ("answer", "gold", "clause"),
    [
        ("SELECT a FROM t", "SELECT b FROM t", "SELECT"),
        ("SELECT a, b FROM t", "SELECT b, a FROM t", "SELECT"),
        ("SELECT DISTINCT a FROM t", "SELECT a FROM t", "DISTINCT"),
        ("SELECT a FROM t", "SELECT a FROM s", "FROM"),
        ("SELECT t.a FROM t LEFT JOIN s ON t.i = s.i", "SELECT t.a FROM s LEFT JOIN t ON t.i = s.i", "FROM"),
        ("SELECT a FROM t WHERE x > 1", "SELECT a FROM t WHERE x >= 1", "CONDITIONS"),
        ("SELECT a FROM t WHERE x = 1 OR y = 2", "SELECT a FROM t WHERE x = 1 AND y = 2", "CONDITIONS"),
        ("SELECT a FROM t WHERE x = 'Ann'", "SELECT a FROM t WHERE x = 'ann'", "CONDITIONS"),
        (
            "SELECT a FROM t WHERE x = 1 AND (y = 2 OR z = 3)",
            "SELECT a FROM t WHERE x = 1 AND y = 2 OR z = 3",
            "CONDITIONS",
        ),
        ("SELECT a - (b - c) FROM t", "SELECT a - b - c FROM t", "SELECT"),
        ("SELECT a FROM t GROUP BY a", "SELECT a FROM t GROUP BY a, b", "GROUP BY"),
        ("SELECT a FROM t GROUP BY a HAVING COUNT(*) > 1", "SELECT a FROM t GROUP BY a", "HAVING"),
        ("SELECT a FROM t ORDER BY a DESC", "SELECT a FROM t ORDER BY a", "ORDER BY"),
        ("SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 2", "LIMIT"),
        ("SELECT a FROM t LIMIT 1 OFFSET 1", "SELECT a FROM t LIMIT 1", "OFFSET"),
        ("SELECT a FROM t UNION ALL SELECT a FROM s", "SELECT a FROM t UNION SELECT a FROM s", "SET OPERATION"),
        ("SELECT a FROM t EXCEPT SELECT a FROM s", "SELECT a FROM s EXCEPT SELECT a FROM t", "SET OPERATION"),
        ("WITH w AS (SELECT 1 AS x) SELECT x FROM w", "WITH w AS (SELECT 2 AS x) SELECT x FROM w", "WITH"),
        ("SELECT x.a FROM t x JOIN t y ON x.i = y.j", "SELECT y.a FROM t x JOIN t y ON x.i = y.j", "SELECT"),
    ],
)
def test_the_differing_clause_is_named(answer: str, gold: str, clause: str) -> None:
    """Exactly the clause that differs is named, with both forms."""
    scored = SqlStructure().score(answer=answer, reference_sql=gold)
    assert scored.value == 0
    assert [item.id for item in scored.items if item.outcome == "different"] == [clause]
    assert scored.reason.startswith(clause)


@pytest.mark.parametrize("answer", ["SELEC a FRM t", "", "SELECT 1; SELECT 2", "DELETE FROM t", "I do not know."])
def test_an_answer_that_is_no_query_is_zero(answer: str) -> None:
    """Text, several statements and writes are 0 with the reason."""
    scored = SqlStructure().score(answer=answer, reference_sql="SELECT a FROM t")
    assert (scored.value, scored.reason.startswith("the answer is not one readable query")) == (0, True)


def test_broken_gold_is_invalid() -> None:
    """An unreadable gold query is a fault of the test data."""
    scored = SqlStructure().score(answer="SELECT a FROM t", reference_sql="SELEC a FRM t")
    assert (scored.status, scored.code) == (Status.INVALID, "broken_gold")


def test_the_parser_is_in_the_signature() -> None:
    """Another parser version may give another value, so it is recorded."""
    assert "|sqlglot:" in SqlStructure(dialect="postgres").signature()


def test_unknown_dialect_is_an_error() -> None:
    """A dialect that the parser does not know is said so, not guessed."""
    scored = SqlStructure(dialect="nosuch").score(answer="SELECT 1", reference_sql="SELECT 1")
    assert (scored.status, scored.code) == (Status.ERROR, "unknown_dialect")
