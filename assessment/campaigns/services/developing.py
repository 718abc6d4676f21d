"""What people who do not run a campaign may enter of candidate questions: so many, until an end, with answer and document."""

from collections.abc import Collection, Mapping, Sequence

from django.utils import timezone

from assessment.campaigns.models import Campaign, CandidateQuestion
from assessment.campaigns.models.known import parse_known
from assessment.campaigns.services.drafts import DraftQuestion
from assessment.people.models import Account, RoleName
from assessment.shared.errors import Refused
from assessment.shared.say import say
from assessment.shared.times import time_text
from scoring.stages import MATCHING, PLACES
from scoring.tracks.base import QuestionType


def refuse_ended(campaign: Campaign) -> None:
    """Refuse what comes after the end. The campaign is locked, so that its settings are those of now."""
    end = campaign.candidates_end
    if end and timezone.now() >= end:
        raise Refused(
            say(
                "Candidate questions could be entered until {time}. Nothing was changed.", time=time_text(end)
            ),
            "candidates_ended",
            say("Ask the organizers."),
        )


def refuse_beyond_quota(
    campaign: Campaign, roles: Collection[str], by: Account | None, *, now: int, before: int = 0
) -> None:
    """Refuse more questions than somebody in these roles may enter: `now` in place of `before` of a candidate."""
    quota = campaign.candidate_quota(roles)
    entered = CandidateQuestion.objects.filter(candidate__campaign=campaign, candidate__entered_by=by).count()
    if now > before and entered - before + now > quota:
        raise Refused(
            say(
                "You may enter {quota} candidate questions, and {entered} are there. Nothing was changed.",
                quota=quota,
                entered=entered,
            ),
            "candidate_quota",
            say("Change one that is not decided yet, or ask the organizers."),
        )


def as_developer(
    campaign: Campaign,
    roles: Collection[str],
    questions: Sequence[DraftQuestion],
    former: Mapping[int, CandidateQuestion],
) -> list[DraftQuestion]:
    """The questions with their source, and with the reason for which an organizer rejected one by itself."""
    source = RoleName.ASSESSOR if RoleName.ASSESSOR in roles and campaign.candidates_of_assessors else None
    named = (source or RoleName.PARTICIPANT).value
    sound = []
    for number, asked in enumerate(questions, 1):
        was = former.get(asked.row or 0)
        if error := missing_answer(asked, campaign.track.question_types.get(asked.type)):
            raise Refused(
                say("Question {number}: {error} Nothing was changed.", number=str(number), error=error),
                "answer_missing",
            )
        sound.append(asked._replace(source=was.source if was else named, reason=was.reason if was else ""))
    return sound


def missing_answer(asked: DraftQuestion, kind: QuestionType | None) -> str:
    """What a developer has to add to a question; "" where its answer and document are named, or where it has none."""
    if kind is None or kind.form.asks(MATCHING) or kind.form.asks(PLACES):
        return ""
    known, _ = parse_known(asked.known, kind)
    if kind.passage_scale and not any(one.passage for one in known):
        return say("Name the paragraph that answers it, with its document.")
    if not any(one.docid for one in known):
        return say("Name its answer and the document that supports it.")
    return ""
