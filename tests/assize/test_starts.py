"""What a process loads before its first act: commands are started by the hundred, each for itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

NOT_NEEDED = [
    "numpy",
    "redis",
    "celery",
    "rest_framework.serializers",
    "assize.urls",
    "assessment.studies.tasks",
]
EXPORT = f"""
import gc, runpy, sys
sys.argv = ["manage.py", "export", "missing", "anywhere"]
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    print([name for name in {NOT_NEEDED} if name in sys.modules], "assessment.results.services.export" in sys.modules)
    print(gc.get_threshold()[0], gc.get_freeze_count() > 10_000)
"""


def a_process(code: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_DATA_DIR": str(folder),
        "ASSIZE_SECRET_KEY": "the tests need no secret",
        **variables,
    }
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )


def test_a_command_loads_what_it_needs_and_keeps_that_from_the_collector_of_garbage(tmp_path: Path) -> None:
    done = a_process(EXPORT, tmp_path)
    assert done.stdout.splitlines() == ["[] True", "5000 True"], done.stderr


PAGES = """
import sys
import django
django.setup()
from django.urls import get_resolver
assert get_resolver().url_patterns
print([name for name in ("numpy", "redis", "celery", "tantivy", "opensearchpy") if name in sys.modules])
from scoring.studies.draws import Draws
print(Draws(1).choices([2], 1).shape, "numpy" in sys.modules)
"""


@pytest.mark.parametrize("search", ["", "http://127.0.0.1:9200/assize-test"])
def test_a_process_with_all_pages_loads_numpy_at_its_first_number_and_engines_of_the_search_where_somebody_searches(
    tmp_path: Path, search: str
) -> None:
    done = a_process(PAGES, tmp_path, ASSIZE_SEARCH_URL=search)
    assert done.stdout.splitlines() == ["[]", "(1, 1) True"], done.stdout + done.stderr


def test_the_system_checks_that_commands_leave_out_find_nothing() -> None:
    call_command("check", fail_level="DEBUG")


TOPICS = """<top>
<num> Number: 1
<desc> Description:
Who was the first keeper?
</top>
"""
RUN = "1 Q0 HN-1 1 1 r Ada Dunn\n1 Q0 HN-2 2 1 r Bo\n"
JUDGED = """qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at
1,HN-1,,Ada Dunn,ann,yes,,,
1,HN-2,,Bo,ann,no,,,
"""
CAMPAIGN = """
import sys
import django
django.setup()
from django.core.management import call_command
for command in (
    "create_campaign lamps --track trec8 --set judges=1 --set unknown_docids=on",
    "import_questions lamps topics",
    "open_campaign lamps",
    "submit_run lamps run --team r --length 50",
    "pool lamps",
    "import_judgments lamps judged.csv --new",
    "score lamps --rule union",
    "close_campaign lamps",
    "release lamps",
):
    name, *arguments = command.split()
    call_command(name, *arguments, stdout=sys.stderr)
    print(name, [name for name in sys.modules if name.endswith(".urls") and name.startswith("ass")])
"""


def test_a_campaign_goes_by_commands_that_load_no_addresses(tmp_path: Path) -> None:
    for name, text in (("topics", TOPICS), ("run", RUN), ("judged.csv", JUDGED)):
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_DATA_DIR": str(tmp_path / "data"),
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    made = [sys.executable, "-m", "assize.prepare", "--without-demo"]
    subprocess.run(made, cwd=settings.BASE_DIR, env=environment, check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-c", CAMPAIGN],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 9, done.stderr
    assert [line for line in lines if not line.endswith(" []")] == []
