"""The only ways from a request to studies: for those who may see every version of the scores."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.results.models import ScoreSet
from assessment.results.selectors.access import (
    ScoresAccess,
    access_question_scores,
    hidden_rules,
    score_sets,
)
from assessment.studies.models import Study, StudyPart
from scoring.rules import PLAIN


def access_studies(account: Visitor, slug: str) -> Access:
    """The campaign, for those who may see all scores."""
    return access_campaign(account, slug, Permission.SEE_SCORES)


def access_to_make(account: Visitor, slug: str) -> Access:
    """The campaign, for those who may score it and so may have it studied."""
    return access_campaign(account, slug, Permission.RELEASE)


def studies_of(campaign: Campaign) -> QuerySet[Study]:
    """The campaign's studies, newest first."""
    return Study.objects.filter(campaign=campaign).select_related("made_by").order_by("-version")


def newest_rule(campaign: Campaign) -> str:
    """The rule of the newest scores, so that it can be followed; "adjudicated" where there are none of such a rule."""
    rules = score_sets(campaign).filter(qrels__rule__in=PLAIN).values_list("qrels__rule", flat=True)
    return rules.first() or PLAIN[0]


def access_study(account: Visitor, slug: str, version: int) -> tuple[Access, Study]:
    """One study."""
    access = access_studies(account, slug)
    found = studies_of(access.campaign).filter(version=version).first()
    if found is None or _names_machine(access, found):
        raise Http404
    return access, found


def _names_machine(access: Access, study: Study) -> bool:
    """Whether a study says what a machine said of answers, to somebody who is not to see that."""
    options = [str(option) for option in (study.options.get("rule"), *study.options.get("changes", ()))]
    return any(rule in option for rule in hidden_rules(access) for option in options)


def access_overview(account: Visitor, slug: str, version: int) -> tuple[ScoresAccess, ScoreSet]:
    """The report of a version: of the released one for those who may see all scores, of a draft for who makes scores."""
    scores, score_set = access_question_scores(account, slug, version)
    if version != scores.official and not scores.access.may(Permission.RELEASE):
        raise Http404
    return scores, score_set


def parts_of(study: Study, *names: str) -> Mapping[str, Any]:
    """Some parts of a study by name, or all; those that it does not have are absent."""
    rows = StudyPart.objects.filter(study=study).order_by("name")
    return {row.name: row.content for row in (rows.filter(name__in=names) if names else rows)}
