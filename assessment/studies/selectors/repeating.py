"""What to type to get a study again."""

import shlex
from collections.abc import Mapping
from typing import Any

from scoring.studies.options import Options


def commands(head: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """What to type to get the same study again, in pieces that stay in one line, and where."""
    given = arguments(Options.from_json(head["options"]))
    slug = shlex.quote(head["campaign"])
    return [
        ("Where the campaign is", [f"python manage.py study {slug}", *given, "--json study.json"]),
        ("To a folder that needs no database", [f"python manage.py export {slug} BUNDLE"]),
        ("From that folder", ["python -m scoring study BUNDLE", *given, "--json study.json"]),
    ]


def arguments(options: Options) -> list[str]:
    """All options, those with defaults too: defaults may change."""
    named = {
        "rule": options.rule,
        "samples": options.samples,
        "seed": options.seed,
        "trials": options.trials,
        "resamples": options.resamples,
        "binning": options.binning,
        "exclude": ",".join(options.exclude),
    }
    given = [f"--{name} {shlex.quote(str(value))}" for name, value in named.items() if value != ""]
    return [*given, "--best-per-team"] if options.best_per_team else given
