"""A command that speaks JSON on standard input and output as the system under test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import shutil
import signal
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path

from assay.errors import ConfigurationError, InvalidRowError
from assay.records import Case, Output
from assay.target.base import Attempt, check_timeout, within
from assay.target.secrecy import public_command
from assay.target.source import hash_of_file
from assay.target.wire import check_fields, read_reply, request_of

_STDERR_TAIL = 500
MAX_OUTPUT = 64 * 1024 * 1024
"""Bytes that a command may print for one case."""
_CHUNK = 64 * 1024


class CommandTarget:
    """Starts the command once a case, writes the case as one line of JSON and reads one JSON value from standard output.

    The command is split as a POSIX shell would, but no shell is started; it runs in `folder`. It gets
    `{"id", "input", "question"}` unless `fields` maps JSON keys to fields of the case, and prints an object with `answer`,
    `contexts`, … or a JSON text. Logs belong on standard error: its end is part of the message when the command fails.

    A status other than 0 is an `exit` failure, output that is not one JSON value or has more than `MAX_OUTPUT` bytes
    `wrong_type`, no end within `timeout` seconds `timeout`. Then, and when the run is cancelled, the command and everything
    that it started are killed.

    Raises:
        ConfigurationError: an empty command, unbalanced quotes, a program that is not found, a bad time-out or field map.
    """

    def __init__(
        self, command: str, *, folder: Path, timeout: float | None = None, fields: Mapping[str, str] | None = None
    ) -> None:
        self.identity = f"command:{public_command(command.strip())}"
        self.timeout = check_timeout(timeout)
        self._folder = folder = folder.absolute()
        self._arguments = _split(command, folder)
        self.source_hash = _script_hash(self._arguments, folder)
        self._fields = check_fields(fields)

    async def call(self, case: Case) -> Output:
        """What the command prints for one case."""
        return await within(self.timeout, self._ask(case))

    async def close(self) -> None:
        """Nothing to give back: no process outlives its call."""

    async def _ask(self, case: Case) -> Output:
        attempt = Attempt()
        request = json.dumps(request_of(case, self._fields), ensure_ascii=False, allow_nan=False) + "\n"
        try:
            process = await asyncio.create_subprocess_exec(
                *self._arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=self._folder, start_new_session=True
            )
        except OSError as error:
            return attempt.raised(error)
        try:
            answer, log = await _talk(process, request.encode("utf-8", "surrogatepass"))
        finally:
            await _end(process)
        if len(answer) > MAX_OUTPUT:
            return attempt.failed("wrong_type", f"standard output: more than {MAX_OUTPUT} bytes", "CommandError")
        if process.returncode:
            return attempt.failed("exit", _exit_text(process.returncode, log), "CommandError")
        try:
            reply = read_reply(answer)
        except InvalidRowError as error:
            return attempt.failed("wrong_type", f"standard output: {error.message}", type(error).__name__)
        return attempt.returned(reply)


def _split(command: str, folder: Path) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise ConfigurationError(f"cannot split the command {public_command(command)!r}: {error}") from None
    if not arguments:
        raise ConfigurationError("the command is empty", hint="expected cmd:PROGRAM ARGUMENTS, cmd:python answer.py")
    program = arguments[0]
    found = shutil.which(str(folder / program) if os.sep in program else program)
    if found is None:
        raise ConfigurationError(
            f"the program {program!r} of the command was not found, or may not be executed",
            hint=f"looked {'in ' + str(folder) if os.sep in program else 'on the PATH'}",
        )
    return [found, *arguments[1:]]


def _script_hash(arguments: list[str], folder: Path) -> str | None:
    """The hash of the script: the first argument that names a file, or else the program where it lies in `folder`."""
    program = Path(arguments[0])
    scripts = [folder / argument for argument in arguments[1:]]
    if program.is_relative_to(folder):
        scripts.insert(0, program)
    return hash_of_file(next((script for script in scripts if script.is_file()), None))


async def _talk(process: Process, request: bytes) -> tuple[bytes, bytes]:
    """What the command prints, up to the first byte too many, and the end of its log."""
    printing = asyncio.create_task(_answer(process.stdout))
    others = asyncio.gather(_send(process.stdin, request), _log(process.stderr))
    try:
        answer = await printing
        if len(answer) > MAX_OUTPUT:
            return answer, b""
        _, log = await others
        await process.wait()
    finally:
        printing.cancel()
        others.cancel()
        await asyncio.gather(printing, others, return_exceptions=True)
    return answer, log


async def _send(stream: StreamWriter | None, request: bytes) -> None:
    if stream is None:
        return
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the command does not read its input
        stream.write(request)
        await stream.drain()
    stream.close()


async def _answer(stream: StreamReader | None) -> bytes:
    printed = bytearray()
    while stream is not None and len(printed) <= MAX_OUTPUT and (chunk := await stream.read(_CHUNK)):
        printed += chunk
    return bytes(printed)


async def _log(stream: StreamReader | None) -> bytes:
    tail = b""
    while stream is not None and (chunk := await stream.read(_CHUNK)):
        tail = (tail + chunk)[-_CHUNK:]
    return tail


async def _end(process: Process) -> None:
    """Kill the process and all that it started, where anything still runs."""
    if sys.platform == "win32":
        if process.returncode is None:
            process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):  # the group is gone
            os.killpg(process.pid, signal.SIGKILL)
    for number in range(3):  # a pipe that nobody reads to its end would keep `wait` from ending
        pipe = process._transport.get_pipe_transport(number)  # type: ignore[attr-defined]
        if pipe is not None:
            pipe.close()
    await process.wait()


def _exit_text(status: int, log: bytes) -> str:
    ended = f"was killed by signal {-status}" if status < 0 else f"exited with status {status}"
    tail = log.decode("utf-8", "replace").strip()
    shown = tail if len(tail) <= _STDERR_TAIL else f"…{tail[-_STDERR_TAIL:]}"
    return f"{ended}: {shown}" if shown else f"{ended} and wrote nothing on standard error"
