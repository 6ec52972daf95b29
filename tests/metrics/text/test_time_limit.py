"""Work that never gives way is stopped."""

from __future__ import annotations

import signal
import threading

import pytest

from assay.metrics.text.regex_match import RegexMatch
from assay.metrics.text.time_limit import TimeIsUpError, cpu_limit
from assay.records import Status

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX timers")


def spin() -> None:
    while True:
        pass


def test_work_without_end_is_stopped_and_nothing_is_left_behind() -> None:
    """The signal's handler and the timer are what they were before."""
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(TimeIsUpError), cpu_limit(0.05):
        spin()
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0


def test_an_expression_that_backtracks_without_end_is_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row says which expression; the run goes on."""
    monkeypatch.setattr("assay.metrics.text.regex_match.SECONDS", 0.1)
    score = RegexMatch(pattern="(a+)+$").score(answer="a" * 60 + "!")
    assert (score.status, score.code) == (Status.INVALID, "pattern_time")
    assert score.reason == "pattern '(a+)+$' did not come to an end on this answer within 0.1 s: nested repetitions?"
    assert RegexMatch(pattern="(a+)+$").score(answer="baa").value == 1


def test_another_thread_has_no_limit_and_no_error() -> None:
    """Signals reach the main thread only; elsewhere the metric still answers."""
    found: list[float | None] = []
    thread = threading.Thread(target=lambda: found.append(RegexMatch(pattern="b").score(answer="abc").value))
    thread.start()
    thread.join()
    assert found == [1]
