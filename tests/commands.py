"""Commands as somebody at a terminal calls them: what they print, their object, and why they fail."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

GOLDEN = Path(__file__).parent / "golden"


def run(*arguments: str) -> str:
    """What a command prints on standard output."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except CommandError as error:
        error.add_note(err.getvalue())
        raise
    return out.getvalue()


def outcome(*arguments: str) -> dict[str, Any]:
    """The object that a command prints with --json."""
    found: dict[str, Any] = json.loads(run(*arguments, "--json"))
    return found


def refusal(*arguments: str) -> str:
    """What a command that fails says last: its code and sentence."""
    with pytest.raises(CommandError) as error:
        run(*arguments)
    return str(error.value)
