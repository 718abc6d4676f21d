"""Every kind of file that comes in, with a campaign that takes it and a good file. What the engine promises of all of them
is asked in `test_every_kind`; what a kind cannot promise is said here, with the reason.

To add a kind: a scene and rows in `kind_scenes`, and a line in `KINDS`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.campaigns.services.checked_files import import_here
from assessment.campaigns.services.intakes import INTAKES, Intake, Sent
from tests.imports import kind_scenes as scenes
from tests.imports.kind_scenes import UMBRA, Rows, annotations, as_csv, in_lines

NOTHING_SAID = "a campaign that goes elsewhere with all its tables may have none of them"
FILE = "said.csv"  # as each is called
SPEAKS_FOR_ITSELF = "what people said is never deleted: it goes back through the history, and says nothing"


class Kind(NamedTuple):
    """A kind of file: its campaign, and a file of several rows that adds, changes and repeats."""

    name: str  # of its intake
    scene: Callable[[Path], Campaign]
    rows: Rows
    changes: str  # tables whose rows it makes or changes, beside the records of imports
    sent: Mapping[str, Any] = MappingProxyType({})
    write: Callable[[Rows], bytes] = as_csv
    remains: str = ""  # why rows that say nothing remain behind its undo
    empty: str = ""  # why it may have no rows
    late: str = ""  # why it may come in once scores are released
    unkept: str = ""  # why no import of it is kept, so that there is nothing to undo

    @property
    def intake(self) -> Intake:
        """What is declared of it."""
        return INTAKES[self.name]

    @property
    def is_table(self) -> bool:
        """Whether its columns may be called otherwise."""
        return self.write is as_csv

    def may_lack(self, campaign: Campaign) -> str:
        """A column that a file need not have, best one that is empty; none of what is no table."""
        columns = self.intake.columns(self.sends(campaign))
        optional = sorted(columns.optional) if columns else ()
        return min(optional, key=lambda name: any(row.get(name) for row in self.rows), default="")

    @property
    def data(self) -> bytes:
        """The good file."""
        return self.write(self.rows)

    def sends(self, campaign: Campaign, data: bytes | None = None) -> Sent:
        """A file as it comes in, the good one or of these bytes, with what is said of it."""
        file = SourceFile(FILE, self.data if data is None else data)
        return Sent(campaign, file, None, **self.sent)

    def bring(self, campaign: Campaign, data: bytes | None = None) -> str:
        """Store such a file as a command does; what was done."""
        return import_here(self.name, self.sends(campaign, data)).sentence


def _every(*kinds: Kind) -> Mapping[str, Kind]:
    return {kind.name: kind for kind in kinds}


KINDS = _every(
    Kind("questions", scenes.asked_anew, scenes.ANOTHER, "Question Series", {"replace": True}),
    Kind(
        "document_lists",
        scenes.known,
        scenes.LISTS,
        "DocumentList ListedDocument",
        write=in_lines("{target} {rank} {docid} {rsv}"),
        late="no score is made of them, and lists by which runs were checked stay",
    ),
    Kind(
        "judgments",
        scenes.judged,
        scenes.JUDGMENTS,
        "Judgment Assignment Entry",
        {"newcomers": True, "replace": True},
        remains=SPEAKS_FOR_ITSELF,
    ),
    Kind(
        "annotations",
        scenes.annotated,
        scenes.ANNOTATIONS,
        "PageAnnotation Assignment",
        {"newcomers": True},
        annotations,
        remains=SPEAKS_FOR_ITSELF,
    ),
    Kind("answers", scenes.known, scenes.ANSWERS, "Entry", write=in_lines("{qid} {answer}")),
    Kind(
        "nuggets",
        scenes.known,
        scenes.NUGGETS,
        "Entry NuggetVote",
        write=in_lines("{qid} {number}\t{vote}\t{text}"),
    ),
    Kind(
        "pyramid",
        scenes.known,
        scenes.PYRAMID,
        "Entry NuggetVote Assignment",
        write=in_lines("{qid}\t{number}\t{weight}\t{text}"),
    ),
    Kind("gold", scenes.golden, scenes.GOLD_ROWS, "GoldAnswer"),
    Kind(
        "decisions",
        scenes.disputed,
        scenes.DECISIONS,
        "Adjudication",
        remains=SPEAKS_FOR_ITSELF,
        empty=NOTHING_SAID,
    ),
    Kind("matches", scenes.nuggets, scenes.MATCHES, "NuggetMatch Reading Assignment", empty=NOTHING_SAID),
    Kind("votes", scenes.nuggets, scenes.VOTES, "NuggetVote Assignment", empty=NOTHING_SAID),
    Kind(
        "machine-matches",
        scenes.matched_before,
        scenes.MACHINE_MATCHES,
        "NuggetMatch Reading",
        {"facts": UMBRA},
    ),
    Kind("machine-nuggets", scenes.drafted_before, scenes.DRAFTS, "Entry", {"facts": UMBRA}),
    Kind("assignments", scenes.assigned, scenes.WORK, "Assignment"),
    Kind(
        "people",
        scenes.peopled,
        scenes.PEOPLE,
        "Invitation Notice Team Team_members Team_invited",
        late="who takes part changes no score",
        unkept="names and addresses stay nowhere but with the people themselves",
    ),
    Kind(
        "teams",
        scenes.teamed,
        scenes.TEAMS,
        "Team Team_members",
        late="who is in a team changes no score",
    ),
    Kind(
        "samples",
        scenes.sampled,
        scenes.SAMPLES,
        "TrainingQuestion TrainingItem",
        late="nothing of the training is ever scored",
    ),
)
# Kinds that are not made of rows, and where they are tried instead.
NO_ROWS = {
    "run-files": "whole runs, each of which is withdrawn by itself: tests/submissions/test_loading_runs.py"
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
