"""Queries and tables."""

METRICS: dict[str, str] = {
    "execution_match": "execution_match:ExecutionMatch",
    "sql_equivalence[judge]": "judged_equivalence:JudgedSqlEquivalence",
    "sql_equivalence[structure]": "sql_equivalence:SqlStructure",
    "table_match": "table_match:TableMatch",
}
