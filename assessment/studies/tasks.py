"""The long work of this app, done as jobs. A study of what did not change makes no further version, so it may be repeated."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.utils import translation

from assessment.jobs.models.registry import Link, Result, register
from assessment.jobs.services.handle import JobHandle
from assessment.results.selectors.version_files import Wanted
from assessment.results.services.version_files import keep
from assessment.results.services.versions import version_of
from assessment.shared.say import say, sentence
from assessment.studies.selectors import fewer, sampling
from assessment.studies.selectors.machines import KIND
from assessment.studies.selectors.overview import STEPS, overview_of
from assessment.studies.services.designs import estimate_scores, record_design
from assessment.studies.services.machines import hold_against_people, try_fewer_judgments
from assessment.studies.services.overview import REPORT, REPORT_JOB, kept_files
from assessment.studies.services.studies import Made, make_study, make_what_if
from scoring.studies.designs import SIMPLE
from scoring.studies.machines import MOST
from scoring.studies.options import Options


@register("studies.study", sentence("Studying the scores"))
def study_scores(job: JobHandle, *, options: Mapping[str, Any]) -> Result:
    """Study the scores of a campaign."""
    job.progress(0, 0, say("Reading judgments and runs"))
    made = make_study(
        campaign=job.campaign, options=Options.from_json(options), by=job.by, progress=job.progress
    )
    return _result(job, made)


@register("studies.what_if", sentence("What if"))
def what_if(job: JobHandle, *, changes: Sequence[str], rule: str) -> Result:
    """Hold the scores of a campaign against those with some changes."""
    job.progress(0, 0, say("Reading judgments and runs"))
    made = make_what_if(campaign=job.campaign, changes=changes, rule=rule, by=job.by, progress=job.progress)
    return _result(job, made)


@register(KIND, sentence("Comparing a machine with people"))
def compare_machine(job: JobHandle, *, name: str) -> Result:
    """Hold the judgments of a machine against those of people; the page shows the newest comparison."""
    found = hold_against_people(campaign=job.campaign, name=name, progress=job.progress)
    with translation.override("en"):
        comparison = found.as_json(MOST)
    with job.step({"comparison": comparison}):
        pass
    page = Link("studies:machines", [job.campaign.slug])
    return Result(found.sentence, page.asking(name=name))


@register(fewer.KIND, sentence("Trying samples of people’s judgments"))
def try_fewer(
    job: JobHandle, *, name: str, sizes: Sequence[int], trials: int, seed: int, design: str = SIMPLE
) -> Result:
    """Try what samples of people's judgments would have told; the page shows the newest trial of each machine."""
    job.progress(0, 0, say("Reading judgments and runs"))
    found = try_fewer_judgments(
        campaign=job.campaign,
        name=name,
        sizes=sizes,
        trials=trials,
        seed=seed,
        design=design,
        progress=job.progress,
    )
    with translation.override("en"):
        kept = found.as_json()
    with job.step({"simulated": kept}):
        pass
    page = Link("studies:fewer-judgments", [job.campaign.slug])
    return Result(found.sentence, page.asking(name=name))


@register(sampling.DRAW, sentence("Drawing the questions that people judge"))
def draw_sample(job: JobHandle, *, name: str, design: str, size: int, seed: int) -> Result:
    """Draw a sample by a design, and record both."""
    job.progress(0, 0, say("Reading judgments and runs"))
    done = record_design(campaign=job.campaign, name=name, design=design, size=size, seed=seed, by=job.by)
    return Result(done, Link("studies:sample", [job.campaign.slug]))


@register(sampling.ESTIMATE, sentence("Estimating scores from a sample"))
def estimate(job: JobHandle) -> Result:
    """Estimate the scores; the page shows the newest estimates."""
    job.progress(0, 0, say("Reading judgments and runs"))
    found = estimate_scores(campaign=job.campaign)
    with job.step({"estimates": found.as_json()}):
        pass
    return Result(found.sentences[0], Link("studies:sample", [job.campaign.slug]))


@register(REPORT_JOB, sentence("Making the report of a version"), archived=True)
def make_report(job: JobHandle, *, version: int, **_: str) -> Result:
    """Make the report of a version: page, files and tables for programs, all of one state."""
    score_set = version_of(job.campaign, version)
    done = count(1)

    def tell() -> None:
        job.progress(next(done), STEPS + 1)

    job.progress(0, STEPS + 1)
    made = overview_of(score_set, tell)
    keep(job, Wanted(score_set, REPORT, REPORT_JOB, made.mark), kept_files(made))
    said = say("The report of version {n} is ready.", n=str(version))
    return Result(said, Link("studies:version-report", [job.campaign.slug, version]))


def _result(job: JobHandle, made: Made) -> Result:
    return Result(made.sentence, Link("studies:study", [job.campaign.slug, made.study.version]))
