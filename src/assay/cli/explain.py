"""`assay explain`: why a check failed, who fixes it, and what shows it."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, store_option


@click.command("explain")
@click.argument("names", nargs=-1, metavar="RUN [CASE] [CHECK]")
@click.option("--run", "run_name", metavar="RUN", help="The run, where it is not the first argument.")
@click.option("--baseline", metavar="RUN", help="An earlier run, as the picture of what was right.")
@click.option("--policy", type=FILE, help="Policy to apply; by default that of the run's last decision.")
@click.option("--corpus", type=FILE, help="File with the ids of the corpus, one a line.")
@click.option("--dir", "folder", type=FILE, default=Path(), help="Where the policy's own metrics are looked for.")
@store_option
@json_option
def command(
    names: tuple[str, ...],
    run_name: str | None,
    baseline: str | None,
    policy: Path | None,
    corpus: Path | None,
    folder: Path,
    store: str,
    as_json: bool,
) -> int:
    """Show the trail of every failing, invalid or error check: owner, missing artefact, evidence, next step.

    Walks back from the metric result through inputs, attribution, answer, citation, retrieval, policy and judge to the
    first that breaks. Nothing is scored again and nothing is called. Exit 0, whatever is found.

    \b
    Examples:
      assay explain last
      assay explain last refund-1 evidence_coverage
      assay explain --run last --baseline 20261201 --corpus ids.txt --json
    """
    run, case, check = _places(names, run_name)
    from assay.api.explaining import explain
    from assay.api.opening import open_run, open_store
    from assay.report.console import Screen
    from assay.report.explain import write_explanation

    screen = Screen.standard()
    with open_store(store) as opened:
        explanation = explain(
            open_run(run, store=opened),
            case=case,
            check=check,
            baseline=open_run(baseline, store=opened) if baseline is not None else None,
            policy=policy,
            corpus=corpus,
            folder=folder,
        )
    if as_json:
        screen.json([diagnosis.to_dict() for diagnosis in explanation.diagnoses])
    else:
        write_explanation(screen, explanation)
    return 0


def _places(names: tuple[str, ...], run_name: str | None) -> tuple[str, str | None, str | None]:
    """Run, case and check.

    Raises:
        click.UsageError: no run, or more names than places.
    """
    places = [*([run_name] if run_name is not None else []), *names]
    if not places:
        raise click.UsageError("which run? Give its id, or `last`")
    if len(places) > 3:
        raise click.UsageError(f"got {len(places)} names; give RUN, CASE and CHECK at most")
    run, case, check = (*places, None, None)[:3]
    return str(run), case, check
