"""Access to series and candidates, and reads of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import Http404

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    CandidateState,
    CandidateText,
    Series,
)
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.models import Account
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.shared.say import sentence
from scoring.formats.topics_pairs import q_id_of


def access_candidate(account: Visitor, slug: str, pk: int) -> tuple[Access, Candidate]:
    """A candidate, for those who edit the campaign."""
    access = access_campaign(account, slug, Permission.EDIT_CAMPAIGN)
    rows = access.campaign.candidates.select_related("series", "entered_by", "decided_by")
    candidate = rows.filter(pk=pk).first()
    if candidate is None:
        raise Http404
    candidate.campaign = access.campaign
    return access, candidate


def questions_of(candidate: Candidate) -> list[CandidateQuestion]:
    """A candidate's questions in their order, with their texts in other languages."""
    rows = list(candidate.questions.select_related("question").order_by("position"))
    if candidate.campaign.track.languages:
        prefetch_related_objects(rows, Prefetch("translations", _texts()))
    for row in rows:
        row.candidate = candidate
    return rows


def _texts() -> QuerySet[CandidateText]:
    return CandidateText.objects.select_related("translated_by", "checked_by").order_by("language")


def access_series(account: Visitor, slug: str, key: str) -> tuple[Access, Series]:
    """A series, for those who edit the campaign."""
    access = access_campaign(account, slug, Permission.EDIT_CAMPAIGN)
    series = access.campaign.series.filter(key=key).first()
    if series is None:
        raise Http404
    series.campaign = access.campaign
    return access, series


def candidates_of(campaign: Campaign) -> list[Candidate]:
    """All candidates with their questions: those under consideration first, then the newest decisions."""
    questions = CandidateQuestion.objects.select_related("question").order_by("position")
    if campaign.track.languages:
        questions = questions.prefetch_related(Prefetch("translations", _texts()))
    rows = campaign.candidates.select_related("series", "entered_by", "decided_by").order_by("-pk")
    order = [CandidateState.CONSIDERED, CandidateState.REJECTED, CandidateState.ACCEPTED]
    return sorted(
        rows.prefetch_related(Prefetch("questions", questions)),
        key=lambda row: order.index(CandidateState(row.state)),
    )


def next_number(campaign: Campaign) -> str:
    """The number after the largest among the ids of the series, or of the questions where there are none."""
    if campaign.track.in_series:
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
