"""Making studies. Each is a version; one of the same inputs, options and scoring is not made twice."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils import translation

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.services.readings import scorer_of
from assessment.results.services.scores import rule_refused
from assessment.shared.say import say
from assessment.studies.errors import StudyRefused
from assessment.studies.models import WORDS, Study, StudyPart
from assessment.studies.selectors.campaign import NAME as FACTS
from assessment.studies.selectors.campaign import campaign_facts
from scoring import REVISION
from scoring.evaluate import SOFTWARE, Scorer
from scoring.say import heard
from scoring.studies.imagined import imagined
from scoring.studies.options import Options
from scoring.studies.study import Progress, study

Result = TypeVar("Result")


class Found(Protocol):
    """What was worked out: a head and parts, and all of it as text."""

    @property
    def head(self) -> Mapping[str, Any]: ...
    @property
    def parts(self) -> Mapping[str, Any]: ...
    @property
    def sentence(self) -> str: ...
    def as_text(self) -> str: ...


@dataclass(frozen=True)
class Made:
    """A version of a study, and what it holds."""

    study: Study
    found: Found
    is_new: bool

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        number = str(self.study.version)
        if not self.is_new:
            return say(
                "Nothing changed since study {number} with these settings; it is current.", number=number
            )
        return say("Study {number}: {found}", number=number, found=self.found.sentence)


def make_study(
    *, campaign: Campaign, options: Options, by: Account | None, progress: Progress | None = None
) -> Made:
    """Study the scores of the campaign as it is now. Raises RuleRefused, or StudyRefused with a sentence."""
    scorer = scorer_of(campaign)
    with refusals(scorer):
        found, words = in_english(lambda tell: study(scorer, options, tell), progress)
    with translation.override("en"):
        facts = campaign_facts(campaign, scorer, options.rule)
    row = prepared(campaign, Study.Kind.TRUST, scorer, options.as_json(), found, by)
    return store(row, found, {FACTS: facts, WORDS: words})


def make_what_if(
    *,
    campaign: Campaign,
    changes: Sequence[str],
    rule: str,
    by: Account | None,
    progress: Progress | None = None,
) -> Made:
    """Hold the scores as they are now against those with some changes. Raises RuleRefused or StudyRefused."""
    scorer = scorer_of(campaign)
    with refusals(scorer):
        found, words = in_english(lambda tell: imagined(scorer, changes, rule, tell), progress)
    options = {"changes": list(changes), "rule": rule}
    row = prepared(campaign, Study.Kind.WHAT_IF, scorer, options, found, by)
    return store(row, found, {WORDS: words})


def in_english(
    work: Callable[[Progress | None], Result], progress: Progress | None
) -> tuple[Result, dict[str, Any]]:
    """Do what is stored in English, whoever asks, so that it has the same bytes for everybody; and what its sentences
    are made of, so that pages say them in the language of the reader.

    Its progress is told in the language of whoever asks. So is a refusal: the work is done again for it, as it is refused
    early.
    """
    language = translation.get_language()

    def tell(done: int, total: int, message: str) -> None:
        with translation.override(language):
            progress and progress(done, total, say(message))

    try:
        with translation.override("en"), heard() as words:
            found = work(tell if progress else None)
    except ValueError:
        if not language or language.startswith("en"):
            raise
        work(None)
        raise
    return found, words


@contextmanager
def refusals(scorer: Scorer) -> Iterator[None]:
    """Say what a rule or a setting does not allow in one family of errors."""
    try:
        with rule_refused(scorer):
            yield
    except ValueError as error:
        raise StudyRefused(str(error)) from error


def prepared(
    campaign: Campaign,
    kind: Study.Kind,
    scorer: Scorer,
    options: Mapping[str, Any],
    found: Found,
    by: Account | None,
) -> Study:
    """A study that is not stored."""
    return Study(
        campaign=campaign,
        kind=kind,
        options=options,
        inputs_sha256=scorer.inputs_of(options["rule"]),
        software=SOFTWARE,
        revision=REVISION,
        sha256=hashlib.sha256(found.as_text().encode()).hexdigest(),
        head=found.head,
        made_by=by,
    )


@transaction.atomic
def store(prepared: Study, found: Found, besides: Mapping[str, Any] | None = None) -> Made:
    """Store a study as the next version, unless the same one is there; `besides` are parts that its JSON lacks."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=prepared.campaign_id)
    studies = Study.objects.filter(campaign=campaign)
    same = studies.filter(kind=prepared.kind, sha256=prepared.sha256, revision=prepared.revision)
    if there := same.order_by("-version").first():
        return Made(there, found, is_new=False)
    prepared.version = (studies.aggregate(last=Max("version"))["last"] or 0) + 1
    prepared.save(force_insert=True)
    parts = [StudyPart.of(name, content) for name, content in {**found.parts, **(besides or {})}.items()]
    for part in parts:
        part.study = prepared
    StudyPart.objects.bulk_create(parts)
    record_event(
        by=prepared.made_by, campaign=campaign, verb="study:made", subject=f"study {prepared.version}"
    )
    return Made(prepared, found, is_new=True)
