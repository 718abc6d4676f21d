"""`make bench` or `python -m bench [CASE …]`: measure, print a table, write bench-results/latest.json."""

import inspect
import json
import os
import platform
import sys
from typing import Any

from bench.site import ROOT, run_case

REPEATS = 5
REPEATS_OF_LONG = 3


def main() -> None:
    """Run the cases that were named, or all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assize.settings")
    os.environ.setdefault("ASSIZE_SECRET_KEY", "a benchmark needs no secret")
    import django

    django.setup()
    from bench.cases import CASES, LONG

    results: dict[str, Any] = {
        "machine": f"{platform.platform()}, {os.cpu_count()} cores, {platform.python_version()}"
    }
    if unknown := [name for name in sys.argv[1:] if name not in CASES]:
        raise SystemExit(f"There is no case {', '.join(unknown)}. The cases are: {', '.join(CASES)}.")
    for name in sys.argv[1:] or CASES:
        repeats = REPEATS_OF_LONG if name in LONG else REPEATS
        results[name] = run_case(name, repeats)
        print(f"\n{name}: {inspect.getdoc(CASES[name])} Median of {repeats}.")
        for figure, value in results[name].items():
            shown = f"{value:,.3f}" if isinstance(value, float) else f"{value}"
            print(f"  {figure:28} {shown}", flush=True)
    folder = ROOT / "bench-results"
    folder.mkdir(exist_ok=True)
    (folder / "latest.json").write_text(json.dumps(results, indent=2) + "\n")
    print(f"\nWritten to {folder.name}/latest.json")


if __name__ == "__main__":
    main()
