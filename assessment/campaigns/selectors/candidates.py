"""Access to series and candidates, and reads of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateText,
    Series,
)
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.say import sentence
from scoring.formats.topics_pairs import q_id_of


def access_candidates(account: Visitor, slug: str) -> tuple[Access, frozenset[str] | None]:
    """The campaign for whoever may enter candidates there, with the roles of somebody who does not run it; else None."""
    access = access_campaign(account, slug, Permission.DEVELOP_QUESTIONS)
    return access, developer_roles(access)


def developer_roles(access: Access) -> frozenset[str] | None:
    """The roles by which somebody enters candidates without running the campaign; None where they run it."""
    return None if access.may(Permission.EDIT_CAMPAIGN) else access.roles


def access_candidate(
    account: Visitor, slug: str, pk: int, permission: Permission = Permission.EDIT_CAMPAIGN
) -> tuple[Access, Candidate]:
    """A candidate, for those who edit the campaign; with DEVELOP_QUESTIONS, for whoever entered it, too."""
    access = access_campaign(account, slug, permission)
    rows = visible_candidates(access).select_related("series", "entered_by", "decided_by")
    candidate = rows.filter(pk=pk).first()
    if candidate is None:
        raise Http404
    candidate.campaign = access.campaign
    candidate.is_nameless = developer_roles(access) is not None
    if is_concealed(access):
        candidate.conceal()
    return access, candidate


def visible_candidates(access: Access) -> QuerySet[Candidate]:
    """The candidates that somebody may see: all, or their own."""
    rows = access.campaign.candidates.all()
    return rows if developer_roles(access) is None else rows.filter(entered_by=access.account)


def is_concealed(access: Access) -> bool:
    """Whether somebody is not told what became of their candidates: until the release, which are questions."""
    return developer_roles(access) is not None and not access.campaign.is_released


def access_series(account: Visitor, slug: str, key: str) -> tuple[Access, Series]:
    """A series, for those who edit the campaign."""
    access = access_campaign(account, slug, Permission.EDIT_CAMPAIGN)
    series = access.campaign.series.filter(key=key).first()
    if series is None:
        raise Http404
    series.campaign = access.campaign
    return access, series


def questions_of(candidate: Candidate) -> list[CandidateQuestion]:
    """A candidate's questions in their order, with their texts in other languages."""
    rows = list(candidate.questions.select_related("question").order_by("position"))
    if candidate.campaign.track.languages:
        prefetch_related_objects(rows, Prefetch("translations", stored_texts()))
    for row in rows:
        row.candidate = candidate
    return [concealed(row) for row in rows]


def concealed(row: CandidateQuestion) -> CandidateQuestion:
    """The copy of a row without what its candidate's reader may not know: which question it became, and why none."""
    if row.candidate.is_concealed:
        row.question, row.reason = None, ""
    return row


def stored_texts() -> QuerySet[CandidateText]:
    """Texts in further languages with who wrote and checked them."""
    return CandidateText.objects.select_related("translated_by", "checked_by").order_by("language")


def next_number(campaign: Campaign) -> str:
    """The number after the largest among the ids of the series, or of the questions where there are none."""
    if campaign.track.series_rules:
        ids = list(campaign.series.values_list("key", flat=True))
    else:
        ids = list(map(q_id_of, campaign.questions.values_list("qid", flat=True)))
    numbers = [int(one) for one in ids if one.isascii() and one.isdecimal() and len(one) < 10]
    return campaign.track.numbered(max(numbers, default=0) + 1)


def texts_of(question: CandidateQuestion) -> dict[str, str]:
    """A candidate's question in the languages that it is written in, its own first."""
    return {question.language: question.text} | {
        one.language: one.text for one in sorted(question.translations.all(), key=lambda one: one.language)
    }


def pairs_of(campaign: Campaign) -> list[tuple[str, str]]:
    """The pairs of languages that a campaign's questions have, or in which teams can take part."""
    asked = campaign.questions.exclude(source_lang="").values_list("source_lang", "target_lang")
    offered = campaign.pairs.values_list("source", "target")
    return sorted({*asked.distinct(), *offered})


def languages_of(campaign: Campaign) -> list[str]:
    """The languages in which a campaign asks; those of the track where it has no questions and no pairs yet."""
    return sorted({source for source, _ in pairs_of(campaign)}) or list(campaign.track.languages)


def languages_asked(campaign: Campaign, questions: Sequence[CandidateQuestion]) -> list[str]:
    """The languages in which a candidate's texts are asked for: the campaign's, and those in which it is written."""
    written = {language for question in questions for language in texts_of(question)}
    return sorted({*languages_of(campaign), *written})


class Translated(NamedTuple):
    """A candidate's question in one language: what is stored, and how far it is."""

    language: str
    text: str  # empty: missing
    state: str  # own, missing, translated, checked
    by: Account | None = None

    @property
    def label(self) -> str:
        """The state in words."""
        return TEXT_STATES[self.state]


TEXT_STATES = {
    "own": sentence("Own language"),
    "missing": sentence("Missing"),
    "translated": sentence("Translated"),
    "checked": sentence("Checked"),
}


def languages_shown(
    campaign: Campaign, questions: Sequence[CandidateQuestion]
) -> list[tuple[CandidateQuestion, list[Translated]]]:
    """Each question with how far its text is in each language that is asked for."""
    if not campaign.track.languages:
        return []
    asked = languages_asked(campaign, questions)
    return [(question, [_translated(question, language) for language in asked]) for question in questions]


def _translated(question: CandidateQuestion, language: str) -> Translated:
    if language == question.language:
        return Translated(language, question.text, "own", question.candidate.entered_by)
    for one in question.translations.all():
        if one.language == language:
            return Translated(language, one.text, one.state, one.translated_by)
    return Translated(language, "", "missing")


def default_pairs(campaign: Campaign, questions: Sequence[CandidateQuestion]) -> list[tuple[str, str]]:
    """The pairs of the campaign in whose source language all these are written; without any, each by itself."""
    written = set.intersection(*(set(texts_of(question)) for question in questions))
    known = pairs_of(campaign)
    return [pair for pair in known or [(one, one) for one in sorted(written)] if pair[0] in written]
