"""Rows of a campaign that a command line names, or a refusal that says where to look."""

from assessment.campaigns.models import Campaign, Candidate, Question, Series
from assessment.people.models import Member
from assessment.shared.errors import Refused


def question_named(campaign: Campaign, qid: str) -> Question:
    """The question of this id."""
    row = campaign.questions.select_related("campaign", "series").filter(qid=qid).first()
    if row is None:
        raise Refused(
            f'{campaign.slug} has no question "{qid}". Nothing was changed.',
            "question_unknown",
            "Write the id as the questions page shows it.",
        )
    return row


def series_named(campaign: Campaign, key: str) -> Series:
    """The series of this id."""
    row = campaign.series.select_related("campaign").filter(key=key).first()
    if row is None:
        known = ", ".join(campaign.series.order_by("position").values_list("key", flat=True)[:20]) or "none"
        raise Refused(
            f'{campaign.slug} has no series "{key}". Nothing was changed.',
            "series_unknown",
            f"Series there: {known}.",
        )
    return row


def candidate_numbered(campaign: Campaign, number: int) -> Candidate:
    """The candidate of this number."""
    row = campaign.candidates.select_related("campaign", "series").filter(pk=number).first()
    if row is None:
        raise Refused(
            f"{campaign.slug} has no candidate {number}. Nothing was changed.",
            "candidate_unknown",
            f"List them: manage.py candidates {campaign.slug}",
        )
    return row


def member_named(campaign: Campaign, name: str) -> Member:
    """The person whom the campaign's files call by this name."""
    row = campaign.members.select_related("campaign", "account").filter(name=name).first()
    if row is None:
        known = ", ".join(campaign.members.order_by("name").values_list("name", flat=True)[:20]) or "nobody"
        raise Refused(
            f"{campaign.slug} has no member {name}. Nothing was changed.",
            "person_unknown",
            f"Members: {known}.",
        )
    return row
