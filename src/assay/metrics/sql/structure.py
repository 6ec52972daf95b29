"""The structure of a query, clause by clause, in a form that spelling does not change.

What is levelled: letter case and quoting of names, table aliases, aliases of result columns, the order of AND and
OR operands and of IN lists, the sides of `=` and of comparisons, `ORDER BY 1`, the order of inner joins, and
whether their conditions stand in ON or in WHERE. What is not: anything that needs the data or the schema.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

CLAUSES = (
    "WITH", "SELECT", "DISTINCT", "FROM", "CONDITIONS", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "OFFSET", "SET OPERATION",
)  # fmt: skip


def clauses_of(tree: Any, dialect: str) -> dict[str, str]:
    """The canonical text of each clause that a parsed query has."""
    from sqlglot import exp
    from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

    plain = normalize_identifiers(tree.copy(), dialect=dialect or None)
    for identifier in plain.find_all(exp.Identifier):
        identifier.set("quoted", False)
    selects = list(plain.find_all(exp.Select))
    for select in reversed(selects):
        _replace_references(select)
        _rename_tables(select)
    plain = _level(plain.unnest())
    if isinstance(plain, exp.SetOperation):
        return _set_operation(plain)
    return dict(_select(plain))


def _replace_references(select: Any) -> None:
    """`ORDER BY n`, `GROUP BY 1`: put the expression in the place of its alias or number, then drop the aliases."""
    from sqlglot import exp

    results = [entry.this if isinstance(entry, exp.Alias) else entry for entry in select.expressions]
    named = {entry.alias: entry.this for entry in select.expressions if isinstance(entry, exp.Alias)}
    for clause in ("group", "having", "order"):
        holder = select.args.get(clause)
        for node in list(holder.walk()) if holder is not None else ():
            if isinstance(node, exp.Column) and not node.table and node.name in named:
                node.replace(named[node.name].copy())
            elif isinstance(node, exp.Literal) and node.is_int and isinstance(node.parent, (exp.Group, exp.Ordered)):
                place = int(node.this) - 1
                if 0 <= place < len(results):
                    node.replace(results[place].copy())
    if not isinstance(select.parent, (exp.CTE, exp.Subquery)) or not select.parent.alias:
        select.set("expressions", results)


def _rename_tables(select: Any) -> None:
    """Give every table its own name back (a second use is `name_2`), and drop the prefix where there is one table only."""
    from sqlglot import exp

    sources = _sources(select)
    uses: Counter[str] = Counter()
    renamed: dict[str, str] = {}
    for table in sources:
        if isinstance(table, exp.Table):
            uses[table.name] += 1
            count = uses[table.name]
            renamed[table.alias_or_name] = table.name if count == 1 else f"{table.name}_{count}"
            table.set(
                "alias", exp.TableAlias(this=exp.to_identifier(renamed[table.alias_or_name])) if count > 1 else None
            )
    for column in list(select.find_all(exp.Column)):
        new = renamed.get(column.table)
        if new is not None:
            own = column.find_ancestor(exp.Select) is select
            column.set("table", None if len(sources) == 1 and own else exp.to_identifier(new))


def _sources(select: Any) -> list[Any]:
    start = select.args.get("from_") or select.args.get("from")
    joins = [join.this for join in select.args.get("joins") or ()]
    return ([start.this] if start is not None else []) + joins


def _level(tree: Any) -> Any:
    """Sort what has no order, and write every comparison one way round."""
    from sqlglot import exp

    flipped = {exp.GT: exp.LT, exp.GTE: exp.LTE}

    def level(node: Any) -> Any:
        if isinstance(node, exp.Paren) and not isinstance(node.parent, exp.Binary):
            node = node.this
        if type(node) in flipped:
            node = flipped[type(node)](this=node.expression, expression=node.this)
        elif isinstance(node, (exp.EQ, exp.NEQ)) and node.this.sql() > node.expression.sql():
            node = type(node)(this=node.expression, expression=node.this)
        elif isinstance(node, exp.In) and node.expressions:
            node.set("expressions", sorted(node.expressions, key=lambda entry: entry.sql()))
        elif isinstance(node, (exp.And, exp.Or)):
            node = _combined(type(node), sorted({part.sql(): part for part in _operands(node)}.items()))
        return node

    for node in reversed(list(tree.walk())):
        new = level(node)
        if new is not node:
            if node is tree:
                tree = new
            else:
                node.replace(new)
    return tree


def _operands(node: Any) -> Iterator[Any]:
    for side in (node.this, node.expression):
        inner = side.unnest()
        if type(inner) is type(node):
            yield from _operands(inner)
        else:
            yield side


def _combined(kind: Any, parts: list[tuple[str, Any]]) -> Any:
    combined = parts[0][1]
    for _, part in parts[1:]:
        combined = kind(this=combined, expression=part)
    return combined


def _select(select: Any) -> Iterator[tuple[str, str]]:
    joins = select.args.get("joins") or []
    start = select.args.get("from_") or select.args.get("from")
    conditions = _conjuncts(select.args.get("where"))
    if all(_is_inner(join) for join in joins):
        conditions |= set().union(*(_conjuncts(join.args.get("on")) for join in joins))
        sources = ", ".join(sorted(source.sql() for source in _sources(select)))
    else:
        sources = " ".join([start.this.sql(), *(join.sql() for join in joins)])
    texts = {
        "WITH": _text(select.args.get("with_") or select.args.get("with")),
        "SELECT": ", ".join(entry.sql() for entry in select.expressions),
        "DISTINCT": _text(select.args.get("distinct")),
        "FROM": sources,
        "CONDITIONS": " AND ".join(sorted(conditions)),
        "GROUP BY": ", ".join(sorted({entry.sql() for entry in _entries(select, "group")})),
        "HAVING": " AND ".join(sorted(_conjuncts(select.args.get("having")))),
        "ORDER BY": ", ".join(entry.sql() for entry in _entries(select, "order")),
        "LIMIT": _text(select.args.get("limit")),
        "OFFSET": _text(select.args.get("offset")),
    }
    return ((name, text) for name, text in texts.items() if text)


def _is_inner(join: Any) -> bool:
    return not join.side and join.kind in ("", "INNER", "CROSS") and not join.args.get("using") and not join.method


def _conjuncts(holder: Any) -> set[str]:
    from sqlglot import exp

    if holder is None:
        return set()
    condition = (holder.this if isinstance(holder, (exp.Where, exp.Having)) else holder).unnest()
    return {part.sql() for part in (_operands(condition) if isinstance(condition, exp.And) else (condition,))}


def _entries(select: Any, clause: str) -> list[Any]:
    holder = select.args.get(clause)
    return list(holder.expressions) if holder is not None else []


def _text(node: Any) -> str:
    return node.sql().strip() if node is not None else ""


def _set_operation(tree: Any) -> dict[str, str]:
    from sqlglot import exp

    sides = [_text(tree.this), _text(tree.expression)]
    if not isinstance(tree, exp.Except):
        sides.sort()
    kind = f"{tree.key.upper()}{'' if tree.args.get('distinct') else ' ALL'}"
    texts = {
        "SET OPERATION": f" {kind} ".join(sides),
        "ORDER BY": ", ".join(entry.sql() for entry in _entries(tree, "order")),
        "LIMIT": _text(tree.args.get("limit")),
        "OFFSET": _text(tree.args.get("offset")),
    }
    return {name: text for name, text in texts.items() if text}
