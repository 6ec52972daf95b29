"""Exit with what was decided, whatever the system under test does to its process.

A target runs inside the process that evaluates it. It can end that process (`os._exit(0)` in a call, at import, in a thread or
in an exit handler), and the status 0 of such an end says that a release passed. So the work is done in a child process, which
hands over its exit code as its last act; an end without that is exit 2, whatever the status.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
from collections.abc import Callable, Sequence

INCOMPLETE = 2
CHILD = "ASSAY_CHILD"
"""Set for a child that was started rather than forked: it adds `STATED` to its exit code."""
STATED = 100
_FORWARDED = (signal.SIGTERM, signal.SIGINT) + ((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ())


def supervise(work: Callable[[], int], arguments: Sequence[str]) -> int:
    """The exit code that `work` returns in a child process; 2 where the child ended without returning one.

    `arguments` start the same work again where processes cannot be forked.
    """
    if os.environ.pop(CHILD, None):
        return work() + STATED
    return _forked(work) if hasattr(os, "fork") else started(arguments)


def started(arguments: Sequence[str]) -> int:
    """The exit code of `assay ARGUMENTS` in a new process."""
    import subprocess

    command = [sys.executable, "-m", "assay", *arguments]
    status = subprocess.run(command, env={**os.environ, CHILD: "1"}, check=False).returncode
    return status - STATED if status >= STATED else _undecided(f"with status {status}")


def _forked(work: Callable[[], int]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    code_in, code_out = os.pipe()
    life_in, life_out = os.pipe()
    waited = {*_FORWARDED, signal.SIGCHLD}
    signal.signal(signal.SIGCHLD, _noted)  # a signal that is ignored need not wake who waits for it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    child = os.fork()
    if child == 0:
        os.close(code_in)
        os.close(life_out)
        _thread.start_new_thread(_end_with_parent, (life_in,))
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        code = work()
        os.write(code_out, bytes([code]))
        return code
    os.close(code_out)
    os.close(life_in)
    status = _wait(child, waited)
    os.set_blocking(code_in, False)
    try:
        stated = os.read(code_in, 1)
    except BlockingIOError:  # a process that the target left behind holds the other end
        stated = b""
    return stated[0] if stated else _undecided(_ending(status))


def _wait(child: int, waited: set[signal.Signals]) -> int:
    """The status of the child; signals sent to this process alone are sent on to it meanwhile."""
    while True:
        number, sent_by_process = _next_signal(waited)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        # Ctrl-C reaches the whole foreground group, the child included, and must not count twice.
        if number != signal.SIGCHLD and (sent_by_process or number != signal.SIGINT):
            os.kill(child, number)


def _next_signal(waited: set[signal.Signals]) -> tuple[int, bool]:
    """The next signal, and whether a process sent it rather than the terminal (where the system tells)."""
    if hasattr(signal, "sigwaitinfo"):
        info = signal.sigwaitinfo(waited)
        return info.si_signo, info.si_code <= 0
    return signal.sigwait(waited), False


def _end_with_parent(life: int) -> None:
    """Die when the parent does, however it ended: what holds the other end of this pipe is the parent alone."""
    if not os.read(life, 1):
        os.kill(os.getpid(), signal.SIGKILL)


def _noted(number: int, frame: object) -> None:
    """Handle a signal by doing nothing."""


def _ending(status: int) -> str:
    return f"by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"with status {os.WEXITSTATUS(status)}"


def _undecided(how: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(
            f"assay: error: the evaluation ended {how} before a decision was made; nothing was decided "
            "(did the target call os._exit, or was the process killed?)\n"
        )
    return INCOMPLETE
