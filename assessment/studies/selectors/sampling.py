"""The sample that people are asked for, how far they are with it, and what the newest estimates said."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job, JobState
from assessment.judging.models import Assignment, SampledUnit, SamplingDesign
from assessment.judging.selectors.designs import design_of, have_people_judged
from assessment.shared.say import say
from scoring.studies.designs import DESIGNS
from scoring.studies.estimates import in_words

DRAW, ESTIMATE = "studies.sample", "studies.estimates"


class StratumRow(NamedTuple):
    """How many questions of a stratum were drawn, and how many of these somebody finished."""

    name: str
    questions: int
    drawn: int
    finished: int


class PairRow(NamedTuple):
    """Two runs that follow each other."""

    better: str
    other: str
    difference: Mapping[str, float]
    apart: bool
    more: int | None  # questions that people would have to judge besides
    answers: int | None


class Shown(NamedTuple):
    """The newest estimates, and when they were made."""

    job: Job
    found: Mapping[str, Any]

    @property
    def sentences(self) -> list[str]:
        """In the reader's language."""
        return in_words(self.found)

    @property
    def pairs(self) -> list[PairRow]:
        """The pairs of runs that follow each other."""
        order = [run["run_id"] for run in self.found["runs"]]
        near = set(pairwise(order))
        return [self._row(one) for one in self.found["pairs"] if (one["better"], one["other"]) in near]

    def _row(self, one: Mapping[str, Any]) -> PairRow:
        drawn = one.get("drawn", self.found["drawn"])  # estimates from before pairs knew it
        more = None if one["needed"] is None else max(0, one["needed"] - drawn)
        answers = None if more is None else round(more * self.found["answers"])
        return PairRow(one["better"], one["other"], one["difference"], one["apart"], more, answers)


class SamplePage(NamedTuple):
    """The design, its strata and the newest estimates; nothing of which question is in which stratum."""

    design: SamplingDesign | None
    label: str
    strata: Sequence[StratumRow]
    shown: Shown | None
    may_be_withdrawn: bool

    @property
    def questions(self) -> int:
        """How many the sample was drawn from."""
        return sum(row.questions for row in self.strata)

    @property
    def finished(self) -> int:
        """How many of the sample somebody finished."""
        return sum(row.finished for row in self.strata)


def sample_page(campaign: Campaign) -> SamplePage:
    """Read the page."""
    design = design_of(campaign)
    if design is None:
        return SamplePage(None, "", [], None, False)
    label, is_open = say(DESIGNS[design.design]), not have_people_judged(campaign)
    return SamplePage(design, label, _strata(design), _newest(design), is_open)


def _strata(design: SamplingDesign) -> list[StratumRow]:
    done = Assignment.objects.counting().filter(question=OuterRef("question"), finished_at__isnull=False)
    rows = SampledUnit.objects.filter(sampling=design).values("stratum").order_by("stratum")
    counts = rows.annotate(
        questions=Count("pk"),
        of_drawn=Count("pk", filter=Q(drawn=True)),
        finished=Count("pk", filter=Q(Exists(done), drawn=True)),
    )
    return [StratumRow(*row) for row in counts.values_list("stratum", "questions", "of_drawn", "finished")]


def _newest(design: SamplingDesign) -> Shown | None:
    """The newest estimates of this sample; those of one that was withdrawn are none of it."""
    done = Job.objects.filter(campaign=design.campaign_id, kind=ESTIMATE, state=JobState.DONE)
    job = done.filter(asked_at__gte=design.recorded_at).order_by("-pk").first()
    found = job.checkpoint.get("estimates") if job else None
    return Shown(job, found) if job and found else None
