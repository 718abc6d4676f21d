"""What may name a run, and what the name of a run of ResPubliQA says.

Team, year, number, task and languages (ResPubliQA 2010 guidelines, section VI.II).
"""

import re
from functools import lru_cache
from typing import NamedTuple

from scoring.say import sentence

# A run id is also the name of a file in a bundle and a part of an address, where . and .. lead elsewhere.
RUN_ID = re.compile(r"(?!\.+\Z)[A-Za-z0-9._-]{1,64}")
RUN_ID_FORM = sentence("1 to 64 letters, digits, dots, hyphens and underscores, and not dots alone")

_NAME = re.compile(r"([a-z]{4})([0-9]{2})([1-9])(PS|AS)([a-z]{2})([a-z]{2})")


class RunName(NamedTuple):
    """The parts of a run id such as clct101PSenit."""

    team: str
    year: str
    number: int
    task: str
    source_lang: str  # in capitals, as topics write it
    target_lang: str

    @property
    def pair(self) -> str:
        """Source and target language, as "EN:IT"."""
        return f"{self.source_lang}:{self.target_lang}"


@lru_cache(maxsize=1024)
def named(run_id: str) -> RunName | None:
    """The parts of a run id; None for one of another form."""
    parts = _NAME.fullmatch(run_id)
    if parts is None:
        return None
    team, year, number, task, source, target = parts.groups()
    return RunName(team, year, int(number), task, source.upper(), target.upper())
