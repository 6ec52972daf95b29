"""What the benchmarks share: measure a whole process, and run a peer in a virtual environment of its own.

A peer's versions are pinned here. Its environment is made once under `ASSAY_BENCHMARK_CACHE` (by default a folder of the
system's temporary folder) and used again; a peer that cannot be installed is reported and left out.
"""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

JOBS = Path(__file__).resolve().parent / "jobs"
CACHE = Path(os.environ.get("ASSAY_BENCHMARK_CACHE") or Path(tempfile.gettempdir()) / "assay-benchmark-peers")
QUIET = {
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "DEEPEVAL_DISABLE_DOTENV": "1",
    "RAGAS_DO_NOT_TRACK": "true",
    "PYTHONWARNINGS": "ignore",
    "NO_COLOR": "1",
}
"""The peers' own switches against telemetry and colours: nothing leaves the machine, nothing is drawn."""


@dataclass(frozen=True)
class Peer:
    """A library to stand beside, with what has to be installed for it."""

    name: str
    module: str
    requirements: tuple[str, ...]

    def python(self) -> str | None:
        """The interpreter of the peer's environment, made on first use; None, with a message, where that fails."""
        folder = CACHE / f"{self.module}-{platform.python_version()}"
        interpreter = folder / "bin" / "python"
        ready = folder / "ready.txt"
        wanted = "\n".join(self.requirements)
        if ready.exists() and ready.read_text() == wanted:
            return str(interpreter)
        say(f"installing {self.name} ({', '.join(self.requirements)}) …")
        venv.create(folder, with_pip=True, clear=True)
        install = [str(interpreter), "-m", "pip", "install", "--quiet", *self.requirements]
        done = subprocess.run(install, capture_output=True, text=True, check=False)
        if done.returncode:
            say(f"left out: {self.name} cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
            return None
        ready.write_text(wanted)
        return str(interpreter)


LIBRARIES = Peer(
    "bare library",
    "bare",
    ("sacrebleu==2.6.0", "rouge-score==0.1.2", "rapidfuzz==3.14.6", "ir-measures==0.4.3"),
)
RAGGATE = Peer("raggate 0.1.3", "raggate", ("raggate==0.1.3",))
PYDANTIC_EVALS = Peer("pydantic-evals 2.62.0", "pydantic_evals", ("pydantic-evals==2.62.0",))
AUTOEVALS = Peer("autoevals 0.4.1", "autoevals", ("autoevals==0.4.1", "levenshtein==0.27.3", "openai==1.109.1"))
DEEPEVAL = Peer("deepeval 4.3.1", "deepeval", ("deepeval==4.3.1", "rouge-score==0.1.2", "nltk==3.9.2"))
RAGAS = Peer(
    "ragas 0.4.3",
    "ragas",
    # ragas 0.4.3 imports a module that langchain-community 0.4 took out.
    ("ragas==0.4.3", "langchain-community==0.3.31", "sacrebleu==2.6.0", "rouge-score==0.1.2", "rapidfuzz==3.14.6"),
)


@dataclass(frozen=True)
class Cost:
    """What one whole process took."""

    cpu: float
    peak_mb: float
    status: int
    output: str


def measure(command: Sequence[str], *, folder: Path | None = None) -> Cost:
    """Run a command to its end; CPU seconds (user and system, its children too) and peak memory."""
    with tempfile.TemporaryFile() as caught:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(command, cwd=folder, stdout=caught, stderr=subprocess.STDOUT, env=_environment())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        caught.seek(0)
        output = caught.read().decode("utf-8", "replace")
    cpu = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return Cost(cpu, usage.ru_maxrss / 1024, process.returncode, output)


def best(times: int, command: Sequence[str], *, allowed: Iterable[int] = (0,)) -> Cost:
    """The cheapest of several runs: what the work costs when nothing else disturbs it.

    Raises:
        SystemExit: a run ended with a status that is not allowed; its output is shown.
    """
    costs = []
    for _ in range(times):
        cost = measure(command)
        if cost.status not in allowed:
            raise SystemExit(f"{' '.join(command)} ended with {cost.status}:\n{cost.output[-2000:]}")
        costs.append(cost)
    return min(costs, key=lambda cost: cost.cpu)


def machine() -> str:
    """The kind of machine, without its name."""
    return f"{os.cpu_count()} CPUs {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a Markdown table."""
    say(f"| {' | '.join(head)} |")
    say(f"|{'|'.join('---' for _ in head)}|")
    for row in rows:
        say(f"| {' | '.join(str(cell) for cell in row)} |")


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def _environment() -> Mapping[str, str]:
    return {**os.environ, **QUIET}


ASSAY = (sys.executable, "-m", "assay")
