"""The base of every metric: parameters are dataclass fields, inputs are the named parameters of `measure`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from assay.errors import ConfigurationError, EvaluationError, InvalidRowError
from assay.metrics.parameters import require_declared
from assay.metrics.signature import Inputs, inputs_of
from assay.metrics.spec import format_spec
from assay.records import Case, Direction, MetricInfo, MetricResult, Range, Sample, Score, Status
from assay.records.canonical import content_hash, sha256_text
from assay.records.domain import Domain, Value
from assay.records.output import TargetFailure
from assay.records.vocabulary import FIELDS, Side
from assay.sync import run_sync

Resources = Mapping[str, Any]
_NOTHING: Resources = {}
BROKEN = (Exception, SystemExit, GeneratorExit)
"""What a metric's code may raise without taking the evaluation with it. Cancellation and Ctrl-C are its own end."""
_WAYS_OUT = {"judge": " (name one with --judge, under `judge:` in the policy, or in ASSAY_JUDGE)"}


@dataclass(frozen=True)
class Metric:
    """One property of one sample.

    A subclass is a frozen dataclass: its fields are its parameters, its class attributes its definition, and
    `measure(self, <named inputs>)` (sync or async) the computation. `measure` returns a `MetricResult` or a plain value; it
    raises `InvalidRowError` for a row that breaks its contract.

    Class attributes:
        name: what it prints as. `variant` tells apart several methods under one name (`faithfulness[lexical]`).
        version: raised whenever a value can change for the same input.
        domain: what values are valid. `direction`: which way is better. `unit`: of the value, "" for a share.
        method: exact, lexical, embedding, grounding, judge. `proxy`: approximates what its name promises.
        calls: the number of judge calls per row, in words.
    """

    name: ClassVar[str]
    variant: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    domain: ClassVar[Domain] = Range(low=0, high=1)
    direction: ClassVar[Direction] = Direction.HIGHER
    method: ClassVar[str] = "exact"
    proxy: ClassVar[bool] = False
    unit: ClassVar[str] = ""
    calls: ClassVar[str] = "0"

    def __post_init__(self) -> None:
        require_declared(self)

    # -- identity ------------------------------------------------------------------------------------------------------

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != _default(field)
        }

    @property
    def spec(self) -> str:
        """The text that parses back to this metric, `nDCG@10`."""
        return format_spec(self.name, self.variant, self.params)

    def __str__(self) -> str:
        return self.spec

    @property
    def definition(self) -> tuple[str, ...]:
        """Further things that can change a value: a prompt's hash, a library's version. Part of the signature."""
        return ()

    def signature(self, method: str | None = None) -> str:
        """Everything that can change a value, in one short line: `nDCG@10|v:1|method:exact`."""
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        parts = [self.name, f"v:{self.version}", f"method:{method or self.method}"]
        parts += [f"{key}:{_text(value)}" for key, value in every.items()]
        return "|".join((*parts, *self.definition))

    @property
    def needs(self) -> Inputs:
        """What `measure` asks for."""
        return inputs_of(type(self).measure, skip_self=True)

    def info(self) -> MetricInfo:
        """The metric's public face."""
        needs = self.needs
        doc = inspect.getdoc(type(self)) or ""
        return MetricInfo(
            spec=self.spec,
            name=self.name,
            family=_family(type(self).__module__),
            summary=doc.partition("\n")[0],
            doc=doc,
            domain=self.domain,
            version=self.version,
            method=self.method,
            direction=self.direction,
            proxy=self.proxy,
            unit=self.unit,
            inputs=needs.required,
            optional_inputs=needs.optional,
            resources=needs.resources,
            calls=self.calls,
            signature=self.signature(),
            params={key: value for key, value in self.params.items() if not callable(value)},
        )

    # -- to be written by a subclass -------------------------------------------------------------------------------------

    def measure(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the result from the named inputs. Subclasses state their own parameters."""
        raise TypeError(f"{type(self).__name__} does not define measure()")

    def applies(self, case: Case) -> str | None:
        """Why this metric has nothing to check in `case`, or None when it applies. Decided by the case, never by the output."""
        for name in self.needs.required:
            field = FIELDS.get(name)
            if field is not None and field.side is Side.CASE and _absent(case, name):
                return f"the case states no {name}"
        return None

    # -- scoring -----------------------------------------------------------------------------------------------------------

    def score(self, **inputs: Any) -> Score:
        """Score named inputs. Also works inside a running event loop.

        Raises:
            TypeError: a missing or unknown argument. Everything else that goes wrong is the score's status and reason.
        """
        outcome = self._start(inputs)
        return run_sync(_wait(outcome)) if inspect.isawaitable(outcome) else outcome

    async def ascore(self, **inputs: Any) -> Score:
        """The async twin of `score`."""
        outcome = self._start(inputs)
        return await outcome if inspect.isawaitable(outcome) else outcome

    def batch_score(self, rows: Iterable[Mapping[str, Any]]) -> list[Score]:
        """`score` for each mapping of named inputs, in order."""
        return [self.score(**row) for row in rows]

    async def abatch_score(self, rows: Iterable[Mapping[str, Any]]) -> list[Score]:
        """The async twin of `batch_score`."""
        return [await self.ascore(**row) for row in rows]

    def evaluate(self, sample: Sample, resources: Resources = _NOTHING) -> Score | Awaitable[Score]:
        """Score a sample; awaitable exactly when `measure` is async and there is something to ask.

        Order of the questions: does the case give something to check (else not applicable)? did the target give an output
        (else error)? are the fields there that the target must return (else invalid)? is each resource there (else error)?
        """
        try:
            if (reason := self.applies(sample.case)) is not None:
                return self._without_value(Status.NOT_APPLICABLE, reason, "case")
            needs = self.needs
            if sample.output.failure is not None and "failure" not in needs.named and "output" not in needs.named:
                return self._without_value(Status.ERROR, _failure_text(sample.output.failure), "target_error")
            inputs: dict[str, Any] = {}
            for name in needs.named:
                value = sample.get(name)
                if value is not None:
                    inputs[name] = value
                elif name in needs.required and name != "failure":
                    return self._absent_score(sample.side_of(name), name)
        except InvalidRowError as error:
            return self._without_value(Status.INVALID, error.message, error.code)
        for name in needs.resources:
            if resources.get(name) is None:
                return self._without_value(
                    Status.ERROR, f"no {name} is configured{_WAYS_OUT.get(name, '')}", f"no_{name}"
                )
        return self._call(inputs, {name: resources[name] for name in needs.resources})

    def failed(self, reason: str, *, code: str) -> Score:
        """The `error` score of an evaluation that broke outside `measure`."""
        return self._without_value(Status.ERROR, reason, code)

    def _absent_score(self, side: Side | None, name: str) -> Score:
        if side is Side.CASE:
            return self._without_value(Status.NOT_APPLICABLE, f"the case states no {name}", "case")
        if side is Side.OUTPUT:
            return self._without_value(Status.INVALID, f"the target returned no {name}", "missing_output")
        return self._without_value(Status.INVALID, f"neither the case nor the output has {name}", "missing_field")

    def _start(self, inputs: dict[str, Any]) -> Score | Awaitable[Score]:
        needs = self.needs
        needs.check_call(self, inputs)
        resources = {name: inputs.pop(name) for name in needs.resources}
        read = {name: parse for name in inputs if (field := FIELDS.get(name)) and (parse := field.parse)}
        given = {name: value for name, value in inputs.items() if value is not None or name not in read}
        for name in needs.required:
            if name not in given:
                return self._absent_score(FIELDS[name].side, name)
        try:
            parsed = {name: read[name](value, name) if name in read else value for name, value in given.items()}
        except InvalidRowError as error:
            return self._without_value(Status.INVALID, error.message, error.code)
        return self._call(parsed, resources)

    def _call(self, inputs: dict[str, Any], resources: dict[str, Any]) -> Score | Awaitable[Score]:
        """The one job boundary: whatever `measure` does becomes a score."""
        method = self._method(resources)
        key = self._key(inputs, method)
        try:
            raw = self.measure(**inputs, **resources)
        except BROKEN as error:  # the job boundary: a broken metric is a status, not a crash
            return self._broken(error, method, key)
        return self._later(raw, method, key) if inspect.isawaitable(raw) else self._finish(raw, method, key)

    async def _later(self, pending: Awaitable[Any], method: str, key: str | None) -> Score:
        try:
            raw = await pending
        except BROKEN as error:  # the job boundary, async side
            return self._broken(error, method, key)
        return self._finish(raw, method, key)

    def _method(self, resources: dict[str, Any]) -> str:
        """Every model handed in, `judge:openai/gpt-4.1-mini+embedding:minilm`, or the metric's own method."""
        named = [
            identity if name == "grounder" else f"{'judge' if name == 'judge' else 'embedding'}:{identity}"
            for name, handed in resources.items()
            if isinstance(identity := getattr(handed, "identity", None), str)
        ]
        return "+".join(named) or self.method

    def _key(self, inputs: dict[str, Any], method: str) -> str | None:
        try:
            return content_hash({"signature": self._signed(method)["signature"], "inputs": msgspec.to_builtins(inputs)})
        except (TypeError, ValueError, RecursionError):
            return None

    def _finish(self, raw: Any, method: str, key: str | None) -> Score:
        try:
            result = raw if isinstance(raw, MetricResult) else MetricResult(value=raw)
        except InvalidRowError:
            refusal = self.domain.problem(_without_numpy(raw)) or f"expected a finite value, got {raw!r}"
            return self._without_value(Status.INVALID, refusal, "outside_domain", method=method, key=key)
        method = result.method or method
        trail: dict[str, Any] = {"items": result.items, "calls": result.calls, "details": result.details}
        if result.status is not None and result.status is not Status.SCORED:
            return self._without_value(result.status, result.reason, result.code, method=method, key=key, **trail)
        given = _without_numpy(result.value)
        problem = self.domain.problem(given)
        if problem is not None:
            return self._without_value(Status.INVALID, problem, "outside_domain", method=method, key=key, **trail)
        value: Value = tuple(given) if isinstance(given, list) else given
        identity = self._identity(method, key)
        return Score(
            status=Status.SCORED, value=value, ratio=result.ratio, reason=result.reason or "", **trail, **identity
        )

    def _broken(self, error: BaseException, method: str, key: str | None) -> Score:
        if isinstance(error, InvalidRowError):
            return self._without_value(Status.INVALID, error.message, error.code, method=method, key=key)
        if isinstance(error, (EvaluationError, ConfigurationError)):
            calls = error.calls if isinstance(error, EvaluationError) else ()
            return self._without_value(Status.ERROR, str(error), error.code, method=method, key=key, calls=calls)
        text = str(error)
        reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
        return self._without_value(Status.INVALID, reason, "exception", method=method, key=key)

    def _without_value(
        self,
        status: Status,
        reason: str,
        code: str | None,
        *,
        method: str | None = None,
        key: str | None = None,
        **rest: Any,
    ) -> Score:
        identity = self._identity(method or self.method, key)
        return Score(status=status, reason=reason, code=code, **rest, **identity)

    def _identity(self, method: str, key: str | None) -> dict[str, Any]:
        return {**self._signed(method), "key": key}

    def _signed(self, method: str) -> dict[str, str]:
        """What every score by this method says of its metric. A metric does not change, so it is made once a method."""
        signed = self._signed_by_method
        if method not in signed:
            signature = self.signature(method)
            signed[method] = {"metric": self.spec, "method": method, "version": self.version, "signature": signature}
        return signed[method]

    @cached_property
    def _signed_by_method(self) -> dict[str, dict[str, str]]:
        return {}


def _family(module: str) -> str:
    """The package of a metric that Assay ships; `custom` for every other."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["assay", "metrics"] and len(parts) > 3 else "custom"


async def _wait(outcome: Awaitable[Score]) -> Score:
    return await outcome


def _default(field: Any) -> Any:
    from dataclasses import MISSING

    return field.default_factory() if field.default_factory is not MISSING else field.default


def _without_numpy(value: Any) -> Any:
    return value.tolist() if type(value).__module__ == "numpy" else value


def _text(value: Any) -> str:
    """A parameter in a signature; a long one by its hash."""
    text = str(getattr(value, "__qualname__", value))
    return text if len(text) <= _LONGEST else f"sha256:{sha256_text(text)[:12]}"


_LONGEST = 80


def _absent(case: Case, name: str) -> bool:
    if name == "required_claim_ids":
        return case.required_claims is None and case.extra.get(name) is None
    if name in Case.__struct_fields__:
        value = getattr(case, name)
        return value is None or (name == "input" and not value)
    return case.extra.get(name) is None


def _failure_text(failure: TargetFailure) -> str:
    return f"the target gave no output ({failure.kind}): {failure.message}"
