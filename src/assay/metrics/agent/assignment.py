"""The best one-to-one pairing of two lists, free in order or keeping it. Whole-number weights, so the result is exact."""

from __future__ import annotations

from collections.abc import Sequence

Weights = Sequence[Sequence[int]]
Pairs = dict[int, int]


def best_pairs(weights: Weights) -> Pairs:
    """Row → column with the largest total weight; pairs of weight 0 are left out.

    The Hungarian method with potentials (Kuhn 1955, Munkres 1957; the O(n²m) form of Jonker and Volgenant). Every weight must
    be 0 or more.

    >>> best_pairs([[3, 2], [3, 0]])
    {0: 1, 1: 0}
    """
    if not weights or not weights[0]:
        return {}
    if len(weights) > len(weights[0]):
        flipped = best_pairs([list(column) for column in zip(*weights, strict=True)])
        return dict(sorted((row, column) for column, row in flipped.items()))
    owner = _assign(weights)
    pairs = {row: column for column, row in enumerate(owner) if row is not None and weights[row][column] > 0}
    return dict(sorted(pairs.items()))


def _assign(weights: Weights) -> list[int | None]:
    """The row of each column; every row gets a column. Rows are admitted one at a time."""
    rows, columns = len(weights), len(weights[0])
    row_price, column_price = [0] * rows, [0] * columns
    owner: list[int | None] = [None] * columns
    for start in range(rows):
        slack: list[int | None] = [None] * columns
        previous: list[int | None] = [None] * columns
        visited: dict[int, int] = {}
        row, column = start, None
        while True:
            for other in range(columns):
                if other in visited:
                    continue
                gap = -weights[row][other] - row_price[row] - column_price[other]
                known = slack[other]
                if known is None or gap < known:
                    slack[other], previous[other] = gap, column
            step, column = min(
                (gap, other) for other, gap in enumerate(slack) if other not in visited and gap is not None
            )
            row_price[start] += step
            for seen, seen_row in visited.items():
                row_price[seen_row] += step
                column_price[seen] -= step
            slack = [None if gap is None else gap - step for gap in slack]
            taken = owner[column]
            if taken is None:
                break
            visited[column] = row = taken
        _augment(owner, previous, column, start)
    return owner


def _augment(owner: list[int | None], previous: list[int | None], last: int, start: int) -> None:
    column: int | None = last
    while column is not None:
        before = previous[column]
        owner[column] = start if before is None else owner[before]
        column = before


def best_aligned_pairs(weights: Weights) -> Pairs:
    """Row → column with the largest total weight among pairings that keep both orders (a weighted common subsequence).

    >>> best_aligned_pairs([[0, 2], [3, 0]])
    {1: 0}
    """
    rows, columns = len(weights), len(weights[0]) if weights else 0
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            paired = weights[row][column] + best[row + 1][column + 1]
            best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
    pairs: Pairs = {}
    row = column = 0
    while row < rows and column < columns:
        if best[row][column] == best[row + 1][column]:
            row += 1
        elif best[row][column] == best[row][column + 1]:
            column += 1
        else:
            pairs[row] = column
            row, column = row + 1, column + 1
    return pairs
