"""Making studies. Each is a version; one of the same inputs, options and scoring is not made twice."""

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.results.services.scores import rule_refused, scorer_of
from assessment.studies.errors import StudyRefused
from assessment.studies.models import Study, StudyPart
from scoring import REVISION
from scoring.evaluate import SOFTWARE
from scoring.studies.study import Options, Progress, Studied, UnknownRuns, study


@dataclass(frozen=True)
class Made:
    """A version of a study, and what it holds."""

    study: Study
    found: Studied
    is_new: bool

    @property
    def sentence(self) -> str:
        """What was done, for people."""
        number = self.study.version
        if not self.is_new:
            return f"Nothing changed since study {number} with these settings; it is current."
        return f"Study {number}: {self.found.sentence}"


def make_study(
    *, campaign: Campaign, options: Options, by: Account | None, progress: Progress | None = None
) -> Made:
    """Study the scores of the campaign as it is now. Raises RuleRefused, or StudyRefused with a sentence."""
    scorer = scorer_of(campaign)
    try:
        with rule_refused(scorer):
            found = study(scorer, options, progress)
    except UnknownRuns as error:
        raise StudyRefused(str(error)) from error
    text = found.as_text().encode()
    prepared = Study(
        campaign=campaign,
        options=options.as_json(),
        inputs_sha256=scorer.inputs_of(options.rule),
        software=SOFTWARE,
        revision=REVISION,
        sha256=hashlib.sha256(text).hexdigest(),
        head=found.head,
        made_by=by,
    )
    return store(prepared, found)


@transaction.atomic
def store(prepared: Study, found: Studied) -> Made:
    """Store a study as the next version, unless the same one is there."""
    campaign = Campaign.visible.select_for_update(no_key=True).get(pk=prepared.campaign_id)
    studies = Study.objects.filter(campaign=campaign)
    same = studies.filter(kind=prepared.kind, sha256=prepared.sha256, revision=prepared.revision)
    if there := same.order_by("-version").first():
        return Made(there, found, is_new=False)
    prepared.version = (studies.aggregate(last=Max("version"))["last"] or 0) + 1
    prepared.save(force_insert=True)
    parts = [StudyPart.of(name, content) for name, content in found.parts.items()]
    for part in parts:
        part.study = prepared
    StudyPart.objects.bulk_create(parts)
    record_event(
        by=prepared.made_by, campaign=campaign, verb="study:made", subject=f"study {prepared.version}"
    )
    return Made(prepared, found, is_new=True)
