"""The report of a version of the scores: what an overview paper needs, with the findings of a study of the same inputs.

It is refused where the campaign is no longer what the version was made of.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Model
from django.utils.translation import override

from assessment.campaigns.models import Campaign, Guidelines
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import OF_ONE, release_in_force
from assessment.results.selectors.consistent_campaign import consistent_campaign
from assessment.results.selectors.evaluation import current_runs, load_evaluation
from assessment.results.selectors.version_files import mark_with
from assessment.shared.errors import Refused
from assessment.shared.figures import Figure
from assessment.shared.say import say
from assessment.studies.models import Study
from assessment.studies.selectors.access import studies_of
from assessment.studies.selectors.campaign import facts_of
from assessment.studies.selectors.overview_figures import figures_of
from assessment.studies.selectors.overview_logs import query_logs_of, with_query_logs
from assessment.studies.selectors.overview_words import commands, methods, sources
from assessment.studies.selectors.report import COUNTS, PARTS, Section, dates_of, report_of, when_shown
from assessment.training.selectors.trained import trained
from scoring import REVISION
from scoring.evaluate import Scorer
from scoring.overview.every import Part, parts
from scoring.overview.scored import Scored
from scoring.studies.agreement import SAMPLES

STEPS = 3  # reading, tables, figures
ENGLISH = "en"  # the report is a file, and reads the same for everybody
FROM_STUDY = (  # name, title, and what of the study's boards it shows
    ("judges", "Other assessors", "one_judge"),
    ("sets", "Other {units}", "reliability"),
    ("spread", "Hard and easy {units}", "spread"),
    ("chance", "Significance", "significance"),
)


class Overview(NamedTuple):
    """A version of the scores with its tables and figures."""

    score_set: ScoreSet
    mark: str  # as report_mark had it when all of it was read
    scored: Scored
    parts: Sequence[Part]
    figures: Mapping[str, Sequence[Figure]]  # by theme
    context: Mapping[str, Any]  # of the page

    @property
    def all_figures(self) -> list[Figure]:
        """Those of the tables, then those of the study."""
        own = [figure for of_theme in self.figures.values() for figure in of_theme]
        boards = self.context.get("boards", ())
        studied = [figure for board in boards for figure in board.figures.values()]
        agreement = self.context.get("agreement") or {}
        found = [*own, *studied, *filter(None, [agreement.get("figure")])]
        return [figure for figure in found if not figure.is_empty]


def report_mark(score_set: ScoreSet) -> str:
    """A mark of what the report tells besides the scores: while that is the same, so is the report."""
    campaign = score_set.qrels.campaign
    said = ("run_id", "team__name", "automatic", "length_limit", "scope", "declared", "description")
    runs = current_runs(campaign).order_by("run_id").values_list(*said)
    besides = (_key_of(one) for one in _besides(score_set).values())
    return mark_with(score_set, *besides, campaign.deadline_text, [list(row) for row in runs])


def _key_of(value: Any) -> object:
    return value.pk if isinstance(value, Model) else value


def _besides(score_set: ScoreSet) -> dict[str, Any]:
    """What the report tells besides the scores, as it is now."""
    campaign = score_set.qrels.campaign
    released = release_in_force(campaign)
    return {
        "study": study_of(score_set),
        "released": released if released and released.scores_id == score_set.pk else None,
        "guidelines": guidelines_of(campaign),
        "training": training_of(campaign),
        "query_logs": query_logs_of(campaign),
    }


def _nothing() -> None:
    """Tell nobody how far it is."""


def overview_of(score_set: ScoreSet, tell: Callable[[], None] = _nothing) -> Overview:
    """All of the report; `tell` is called after each of STEPS steps.

    Raises Refused where the campaign has changed since, or the rule names somebody.
    """
    campaign, rule = score_set.qrels.campaign, score_set.qrels.rule
    if rule.startswith(OF_ONE):
        raise Refused(
            say("The scores of version {n} are by the rule of one person.", n=str(score_set.qrels.version)),
            "named_rule",
            say("A report names nobody who judged: score by another rule."),
        )
    with override(ENGLISH):
        with consistent_campaign(campaign):
            scorer = Scorer(load_evaluation(campaign))
            _refuse_other(score_set, scorer)
            facts = facts_of(campaign, scorer)
            mark, besides = report_mark(score_set), _besides(score_set)
        tell()
        scored = Scored(scorer, rule)
        found = with_query_logs(parts(scored), besides["query_logs"])
        tell()
        source = f"{campaign.title}, version {score_set.qrels.version}, {scored.report.software}"
        context = _context(score_set, scored, facts, besides)
        figures = figures_of(scored, found, source, studied=context["study"] is not None)
        context |= {"sections": list(_sections(context, found, figures))}
        tell()
        return Overview(score_set, mark, scored, found, figures, context)


def _refuse_other(score_set: ScoreSet, scorer: Scorer) -> None:
    if scorer.inputs_of(score_set.qrels.rule) != score_set.qrels.inputs_sha256:
        raise Refused(
            say(
                "Judgments, runs or questions changed since version {n} was scored.",
                n=str(score_set.qrels.version),
            ),
            "changed_meanwhile",
            say("Score again, and take the report of that version."),
        )


def _context(
    score_set: ScoreSet, scored: Scored, facts: Mapping[str, Any], besides: Mapping[str, Any]
) -> dict[str, Any]:
    campaign, qrels = score_set.qrels.campaign, score_set.qrels
    study, released = besides["study"], besides["released"]
    base: dict[str, Any] = report_of(study) if study else _without_study()
    counts = facts["counts"]
    return base | {
        **besides,
        "score_set": score_set,
        "version": qrels.version,
        "title": campaign.title,
        "facts": facts,
        "counts": [(label, counts[name]) for name, label in COUNTS.items() if counts.get(name)],
        "dates": [
            *dates_of(facts),
            ("Scored", when_shown(score_set.made_at.isoformat())),
            *([("Released", when_shown(released.made_at.isoformat()))] if released else []),
        ],
        "is_released": released is not None,
        "left_out": sorted(released.left_out) if released else [],
        "reference": qrels.rule,
        "unjudged": any(run.unjudged for run in scored.report.runs.values()),
        "methods": methods(scored, counts),
        "notes": scored.report.warnings,
        "software": scored.report.software,
        "revision": REVISION,
        "scored_by": qrels.software if qrels.revision != REVISION else "",
        "inputs_sha256": qrels.inputs_sha256,
        "sources": sources(facts, scored),
        "overview_commands": commands(campaign.slug, qrels.version, qrels.rule),
    }


def _without_study() -> dict[str, Any]:
    """What the parts that reports share ask of a study, where there is none."""
    return {
        "boards": [],
        "found": dict.fromkeys(PARTS),
        "agreement": {"part": {"samples": SAMPLES}},
        "head": {"options": {"seed": 1}},
        "commands": [],
    }


def study_of(score_set: ScoreSet) -> Study | None:
    """The newest study of the inputs and the rule of a version."""
    qrels = score_set.qrels
    made = studies_of(qrels.campaign).filter(kind=Study.Kind.TRUST, inputs_sha256=qrels.inputs_sha256)
    return next((study for study in made if study.options.get("rule") == qrels.rule), None)


class GuidelinesVersion(NamedTuple):
    """When the guidelines changed."""

    version: int
    made: str


def guidelines_of(campaign: Campaign) -> dict[str, Any] | None:
    """The text in force, and when it changed; None where there is none."""
    versions = list(Guidelines.objects.filter(campaign=campaign).order_by("-version"))
    if not versions:
        return None
    listed = [GuidelinesVersion(one.version, when_shown(one.made_at.isoformat())) for one in versions]
    return {"text": versions[0].text, "versions": listed}


def training_of(campaign: Campaign) -> dict[str, Any] | None:
    """How many sample questions there were, who tried them, and how often their grades were right; None for none."""
    found = trained(campaign)
    attempts = [one for person in found.people for cell in person.cells for one in cell if one.finished_at]
    if not found.columns:
        return None
    items = sum(one.items for one in attempts)
    return {
        "samples": found.samples,
        "people": len(found.people),
        "complete": found.complete,
        "attempts": len(attempts),
        "agreed": sum(one.agreed for one in attempts) / items if items else None,
    }


class Shown(NamedTuple):
    """A section of the report: tables and figures of its theme, or a part of the study."""

    name: str
    title: str
    part: Part | None = None
    figures: Sequence[Figure] = ()


def _sections(
    context: Mapping[str, Any], found: Sequence[Part], figures: Mapping[str, Sequence[Figure]]
) -> Iterator[Shown | Section]:
    yield Section("campaign", "Campaign")
    yield Section("methods", "Methods")
    if context["guidelines"] or context["training"]:
        yield Section("guidelines", "Guidelines and training")
    for part in found:
        yield Shown(part.name, part.title, part, figures.get(part.name, ()))
    boards = context["boards"]
    units = "series" if boards and all(one.board["unit"] == "series" for one in boards) else "questions"
    for name, title, needed in FROM_STUDY:
        if any(getattr(board, needed) for board in boards):
            yield Section(name, title.format(units=units))
    yield Section("repeat", "How to repeat it")
