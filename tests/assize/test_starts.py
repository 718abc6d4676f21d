"""What a process loads before its first act: commands are started by the hundred, each for itself."""

import os
import subprocess
import sys
from pathlib import Path

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


def test_a_command_loads_what_it_needs_and_keeps_that_from_the_collector_of_garbage(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "assize.settings",
        "ASSIZE_DATA_DIR": str(tmp_path),
        "ASSIZE_SECRET_KEY": "the tests need no secret",
    }
    command = [sys.executable, "-c", EXPORT]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == ["[] True", "5000 True"], done.stderr


def test_the_system_checks_that_commands_leave_out_find_nothing() -> None:
    call_command("check", fail_level="DEBUG")
