"""What a file of questions would take away: questions that are there, and what stands on them."""

from collections.abc import Mapping, Sequence

from django.db.models import Q

from assessment.campaigns.models import Campaign, DocumentList, Question, Series, State
from assessment.campaigns.selectors.traces import pointing_to
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring import records

SHOWN = 10  # names in a sentence; the event has all
MORE = "…"  # stands for names that are not told


def some_of(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are."""
    listed, more = ", ".join(names[:SHOWN]), len(names) - SHOWN
    n = f"{more}+" if MORE in names[-1:] else more
    return say("{names} and {n} more", names=listed, n=n) if more > 0 else listed


def loss_of(campaign: Campaign, topics: records.Topics, renamed: Mapping[str, str]) -> str:
    """Which questions would go, once teams may have seen them, or where most would; else empty."""
    stay = {*renamed, *(question.qid for question in topics.questions)}
    before = list(campaign.questions.in_order().values_list("qid", flat=True))
    gone = [qid for qid in before if qid not in stay]
    if not gone or (campaign.state == State.DRAFT and len(gone) * 2 <= len(before)):
        return ""
    return say(
        "The file has {kept} of the {n} questions of {campaign}; the others would go: {questions}.",
        kept=len(before) - len(gone),
        n=len(before),
        campaign=campaign.slug,
        questions=some_of(gone),
    )


def would_go(loss: str) -> Refused:
    """Why questions are not let go: nobody said that this is meant."""
    hint = say("If that is meant, say so: the box below the preview, --replace, or replace in the API.")
    return Refused(f"{loss} {say('Nothing was stored.')}", "questions_would_go", hint)


def refuse_used(campaign: Campaign, topics: records.Topics, renamed: Mapping[str, str]) -> None:
    """Refuse to replace questions that something was made of."""
    if (
        campaign.runs.exists()
        or campaign.questions.filter(Q(pool__isnull=False) | Q(assignments__isnull=False)).exists()
    ):
        raise Refused(
            say(
                "The questions of {campaign} are in use: runs, pools or assignments refer to them. Nothing was stored.",
                campaign=campaign.slug,
            ),
            "questions_in_use",
            say("Correct or drop single questions on their pages, or import into a new campaign."),
        )
    stay = [*renamed, *(question.qid for question in topics.questions)]
    gone = campaign.questions.exclude(qid__in=stay)
    used = gone.filter(Q(entries__isnull=False) | Q(corrections__isnull=False)).in_order().distinct()
    lost = list(used.values_list("qid", flat=True))
    if lost:
        raise Refused(
            say(
                "The file leaves out questions that have known answers: {questions}. Nothing was stored.",
                questions=", ".join(lost),
            ),
            "questions_in_use",
            say("Keep them in the file, and drop them afterwards."),
        )
    left = campaign.series.exclude(key__in=[one.series_id for one in topics.series])
    lists = {DocumentList}  # they leave with their targets, and come back with them
    if lost := pointing_to(Question, gone, but=lists) + pointing_to(Series, left, but={Question, *lists}):
        raise Refused(
            say(
                "The file leaves out questions or series that other data depends on: {losses} Nothing was stored.",
                losses=" ".join(lost),
            ),
            "questions_in_use",
            say("Keep them in the file, or undo what depends on them first."),
        )
    changed = _of_another_form(campaign, topics, renamed)
    if lost := pointing_to(Question, campaign.questions.filter(qid__in=changed), but=lists):
        raise Refused(
            say(
                "The file gives {questions} another type, but other data depends on the present one: {losses} Nothing was stored.",
                questions=some_of(changed),
                losses=" ".join(lost),
            ),
            "questions_in_use",
            say("Leave their types as they are, or undo what depends on them first."),
        )


def _of_another_form(campaign: Campaign, topics: records.Topics, renamed: Mapping[str, str]) -> list[str]:
    """The questions that a file would have answered in another form, so that what is known of them means nothing."""
    kinds = campaign.track.question_types
    forms = {question.qid: kinds[question.type].form for question in topics.questions}
    rows = campaign.questions.in_order().values_list("qid", "type")
    named = ((qid, forms.get(renamed.get(qid, qid)), kinds[kind].form) for qid, kind in rows)
    return [qid for qid, new, form in named if new and new != form]
