"""`assay metrics`: what can be measured."""

from __future__ import annotations

import click

from assay.cli.options import json_option


@click.command("metrics")
@click.argument("name", required=False)
@click.option("--family", help="Only this family.")
@json_option
def command(name: str | None, family: str | None, as_json: bool) -> int:
    """List every metric by family, or define one: inputs, domain, method, edge cases and source.

    \b
    Examples:
      assay metrics
      assay metrics evidence_coverage
      assay metrics --family retrieval --json
    """
    from assay.errors import UnknownNameError
    from assay.metrics import Registry
    from assay.report.console import Screen
    from assay.report.metrics import metric_text, metrics_table

    registry = Registry.built_in()
    screen = Screen.standard()
    if name is not None:
        info = registry.parse(name).info()
        if as_json:
            screen.json(info.to_full_dict())
        else:
            screen.text(metric_text(info, variants=registry.variants(info.name)))
        return 0
    infos = [metric.info() for metric in registry]
    if family is not None:
        families = {info.family for info in infos}
        if family not in families:
            raise UnknownNameError("family", family, families)
        infos = [info for info in infos if info.family == family]
    if as_json:
        screen.json([info.to_full_dict() for info in infos])
    else:
        screen.table(metrics_table(infos))
    return 0
