"""Laws that hold for any scores: missing evidence never helps, better scores never hurt, order never matters."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.gating import Gate
from assay.records import (
    Case,
    Check,
    Direction,
    ExitCode,
    MetricInfo,
    Policy,
    Range,
    Ratio,
    RunStatus,
    Score,
    ScoredRow,
    Status,
)

FACES = {
    "required": MetricInfo(spec="required", name="required", family="x", summary="", domain=Range()),
    "kpi": MetricInfo(spec="kpi", name="kpi", family="x", summary="", domain=Range()),
    "slow": MetricInfo(
        spec="slow", name="slow", family="x", summary="", domain=Range(low=0, high=None), direction=Direction.LOWER
    ),
}


class Faces:
    """A catalog of three metrics."""

    names = tuple(FACES)

    def info(self, text, params=None, /):
        """The face of a metric."""
        return FACES[text]


POLICY = Policy(
    checks=(
        Check(name="required", metric="required", required=True, minimum=Decimal("0.5")),
        Check(name="kpi", metric="kpi", kpi=True, fail=Decimal("0.6"), warn=Decimal("0.8")),
        Check(name="slow", metric="slow", required=True, maximum=Decimal(900)),
    )
)
RANK = {ExitCode.PASSED: 0, ExitCode.FAILED: 1, ExitCode.INCOMPLETE: 2}


@st.composite
def ratios(draw):
    """A counted share."""
    denominator = draw(st.integers(1, 12))
    return Ratio(numerator=draw(st.integers(0, denominator)), denominator=denominator)


@st.composite
def rows(draw):
    """A row whose three scores are mostly values."""
    scores = []
    for name in FACES:
        status = draw(st.sampled_from([Status.SCORED] * 8 + [Status.NOT_APPLICABLE, Status.INVALID, Status.ERROR]))
        if status is not Status.SCORED:
            scores.append(Score(metric=name, status=status, reason="none"))
        elif name == "slow":
            scores.append(Score(metric=name, status=status, value=draw(st.integers(0, 1200))))
        else:
            ratio = draw(ratios())
            scores.append(Score(metric=name, status=status, value=float(ratio), ratio=ratio))
    return row(*scores, blocking=draw(st.booleans()))


def row(*scores, blocking=True):
    """A row with these scores."""
    return ScoredRow(
        position=0, case_id=Case(id="c").id, case_hash="", output_hash="", scores=scores, blocking=blocking
    )


def decide(*given_rows, policy=POLICY):
    """The decision over some rows."""
    gate = Gate(policy, Faces())
    for one in given_rows:
        gate.add(one)
    return gate.decide(run_status=RunStatus.COMPLETE)


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6))
def test_what_does_not_apply_changes_nothing(some):
    """A case that passes one check and to which the others do not apply never changes the exit code of a tested run."""
    before = decide(*some)
    beside = row(
        Score(metric="required", status=Status.NOT_APPLICABLE, reason="none"),
        Score(metric="kpi", status=Status.NOT_APPLICABLE, reason="none"),
        Score(metric="slow", status=Status.SCORED, value=1),
    )
    after = decide(*some, beside)
    if any(one.blocking for one in some):
        assert after.exit_code == before.exit_code


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_order_never_matters(some, random):
    """The same rows in another order give the same status and the same figures."""
    shuffled = list(some)
    random.shuffle(shuffled)
    first, second = decide(*some), decide(*shuffled)
    assert (first.status, first.exit_code, first.rows) == (second.status, second.exit_code, second.rows)
    assert [one.aggregate for one in first.checks] == [one.aggregate for one in second.checks]


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6), rows())
def test_an_unjudged_blocking_row_is_always_incomplete(some, last):
    """Whatever the other rows say, 2 wins over 1 and over 0."""
    broken = last.replace(
        blocking=True, scores=(Score(metric="required", status=Status.INVALID, reason="bad"), *last.scores[1:])
    )
    assert decide(*some, broken).exit_code is ExitCode.INCOMPLETE


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6), st.integers(0, 5), st.sampled_from(["required", "kpi"]))
def test_a_better_score_never_makes_the_decision_worse(some, position, name):
    """Raising one value to the best possible never raises the exit code."""
    index = position % len(some)
    scores = tuple(
        Score(metric=name, status=Status.SCORED, value=1.0)
        if score.metric == name and score.status is Status.SCORED
        else score
        for score in some[index].scores
    )
    better = [*some[:index], some[index].replace(scores=scores), *some[index + 1 :]]
    assert RANK[decide(*better).exit_code] <= RANK[decide(*some).exit_code]


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6), st.integers(50, 100))
def test_a_stricter_floor_never_makes_the_decision_better(some, percent):
    """Raising the minimum never lowers the exit code, and never changes a score."""
    first, *rest = POLICY.checks
    stricter = POLICY.replace(checks=(first.replace(minimum=Decimal(percent) / 100), *rest))
    loose, strict = decide(*some), decide(*some, policy=stricter)
    assert RANK[strict.exit_code] >= RANK[loose.exit_code]
    assert [one.aggregate for one in strict.checks] == [one.aggregate for one in loose.checks]


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6), rows())
def test_an_exploratory_row_changes_nothing_but_the_counts(some, extra):
    """A row that does not block never changes the exit code of a run that has blocking rows."""
    if any(one.blocking for one in some):
        assert decide(*some, extra.replace(blocking=False)).exit_code == decide(*some).exit_code


@settings(deadline=None)
@given(st.lists(rows(), min_size=1, max_size=6))
def test_the_counts_add_up(some):
    """Every row is counted once, and every blocking row once in each check."""
    decision = decide(*some)
    blocking = sum(one.blocking for one in some)
    assert decision.rows.total == decision.n_cases == sum(decision.case_counts.values()) == len(some)
    assert {one.aggregate.tally.total for one in decision.checks} == {blocking}
