"""Metrics as a table, and the definition of one."""

from __future__ import annotations

from collections.abc import Sequence

from assay.records.metric_info import MetricInfo
from assay.report.tables import Table


def metrics_table(infos: Sequence[MetricInfo]) -> Table:
    """One line a metric, by family."""
    ordered = sorted(infos, key=lambda info: (info.family, info.spec.lower()))
    rows = tuple(
        (info.family, info.spec, "proxy" if info.proxy else info.method, str(info.domain), info.calls, info.summary)
        for info in ordered
    )
    return Table(("FAMILY", "METRIC", "METHOD", "DOMAIN", "CALLS", "WHAT IT SAYS"), rows)


def metric_text(info: MetricInfo, *, variants: Sequence[str]) -> str:
    """The definition of one metric as text."""
    facts = [
        ("family", info.family),
        (
            "method",
            f"{info.method} (a proxy: informs, blocks only with `allow_proxy: true`)" if info.proxy else info.method,
        ),
        ("domain", str(info.domain)),
        ("direction", f"{info.direction.value} is better" if info.direction.value != "none" else "none"),
        ("unit", info.unit or "a share"),
        ("inputs", ", ".join(info.inputs) or "none"),
        ("optional inputs", ", ".join(info.optional_inputs)),
        ("needs", ", ".join(info.resources)),
        ("judge calls a row", info.calls),
        ("signature", info.signature),
        ("other forms", ", ".join(form for form in variants if form != info.spec)),
    ]
    lines = [info.spec, "", info.doc, ""]
    width = max(len(name) for name, _ in facts)
    lines += [f"{name.ljust(width)}  {value}" for name, value in facts if value]
    return "\n".join(lines)
