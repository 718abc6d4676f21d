"""Files of a version that are made once and kept: which one a reader may have now, and whether it is there."""

from typing import NamedTuple

from assessment.results.models import RunScore, ScoreSet, VersionFile
from assessment.shared.seen import mark_of
from scoring import REVISION
from scoring.evaluate import SOFTWARE


class Wanted(NamedTuple):
    """A file as its reader may have it at this moment: by rights, settings and names as they are now."""

    score_set: ScoreSet
    name: str
    job: str  # the kind of job that makes it
    mark: str  # of all that it tells
    reader: str = ""

    @property
    def version(self) -> int:
        """The number of the version."""
        return self.score_set.qrels.version


def mark_with(score_set: ScoreSet, *more: object) -> str:
    """A mark of what every file of a version tells besides scores (title, names, what teams wrote), and of `more`."""
    columns = ("run__run_id", "run__team__name", "run__description", "run__declared")
    runs = RunScore.objects.filter(score_set=score_set).order_by("run__run_id")
    declared = [list(row) for row in runs.values_list(*columns)]
    return mark_of([SOFTWARE, REVISION, score_set.qrels.campaign.title, declared, more])


def kept(wanted: Wanted) -> VersionFile | None:
    """The file, where it was made and tells what it would tell now."""
    found = VersionFile.objects.filter(score_set=wanted.score_set, name=wanted.name, reader=wanted.reader)
    return found.filter(mark=wanted.mark).first()
