"""Topics of which people do several things: one question says what is asked, and the others and the series go along."""

from collections.abc import Iterator

from assessment.campaigns.models import Campaign, Question, Series
from assessment.campaigns.selectors.campaigns import head_of
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring import records


def refuse_part(part: Question | Series) -> None:
    """Refuse to change the text of a topic but by the question that says it."""
    head = head_of(part)
    if head is None or head == part:
        return
    message = say(
        "{part} has its text from question {question}. Nothing was changed.",
        part=part.qid if isinstance(part, Question) else part.key,
        question=head.qid,
    )
    hint = say("Change question {question}: its whole topic goes along.", question=head.qid)
    raise Refused(message, "text_of_topic", hint)


def refuse_single_questions(campaign: Campaign) -> None:
    """Refuse a question by itself where topics make the questions."""
    if campaign.track.asks_topics:
        raise Refused(
            say(
                "The questions of {campaign} are made by whole topics. Nothing was changed.",
                campaign=campaign.slug,
            ),
            "whole_topics",
            say("Enter a topic as a candidate, or import the topics anew."),
        )


def rest_of(question: Question) -> Iterator[tuple[Question, str]]:
    """The other questions of a topic, each with the text that it has by that of this one."""
    if head_of(question) != question:
        return
    topics = question.campaign.track.entered(records.Question(question.qid, question.type, question.text))
    texts = {one.qid: one.text for one in topics.questions if one.qid != question.qid}
    for row in question.campaign.questions.filter(qid__in=texts).in_order():
        yield row, texts[row.qid]


def name_series(question: Question, *, by: Account | None, reason: str) -> None:
    """Let the series of a topic be about what its question asks."""
    series = question.series
    if series is None or head_of(question) != question:
        return
    topics = question.campaign.track.entered(records.Question(question.qid, question.type, question.text))
    target = next((one.target for one in topics.series if one.series_id == series.key), series.target)
    if target == series.target:
        return
    changes = {"target": [series.target, target]}
    series.target = target
    series.save(update_fields=["target"])
    record_event(
        by=by,
        campaign=question.campaign,
        verb="series:edited",
        subject=series.key,
        changes=changes,
        reason=reason,
    )
