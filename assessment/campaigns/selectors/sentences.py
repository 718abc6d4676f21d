"""What is said of a write when it is done: pages and commands say it in the same words."""

from collections.abc import Sequence

from assessment.campaigns.models import (
    Campaign,
    Candidate,
    CandidateQuestion,
    DateKind,
    Guidelines,
    Question,
    Series,
)
from assessment.campaigns.models.states import in_sentence
from assessment.campaigns.selectors.schedule import current_dates
from assessment.shared.datetimes import format_datetime
from assessment.shared.say import say, say_n, sentence
from documents.models import Collection
from scoring.rules import some_of

SETTINGS_SAVED = sentence("The settings are saved.")
EVALUATION_SAVED = sentence("The evaluation is saved.")
NOTHING_CHANGED = sentence("Nothing was changed.")


def campaign_created(campaign: Campaign) -> str:
    """That a draft is there, and what differs from the defaults of its track."""
    chosen = [f"{rule.setting.name}={rule.text}" for rule in campaign.settings_in_force if rule.chosen]
    if campaign.deadline:
        chosen.append(f"deadline={campaign.deadline_text}")
    values = {"campaign": campaign.slug, "track": campaign.track.title, "settings": ", ".join(chosen)}
    if chosen:
        return say("Created the campaign {campaign} ({track}), a draft with {settings}.", **values)
    return say("Created the campaign {campaign} ({track}), a draft.", **values)


def could_be_created(campaign: Campaign) -> str:
    """That a campaign, which was not kept, is sound."""
    values = {"campaign": campaign.slug, "track": campaign.track.title}
    return say("The campaign {campaign} ({track}) can be created. Nothing was stored.", **values)


def unknown_collection(campaign: Campaign) -> list[str]:
    """A sentence where the campaign names a collection that the site does not have; none otherwise."""
    named = campaign.collection_slug
    if not named or Collection.objects.filter(slug=named).exists():
        return []
    return [
        say(
            "There is no collection {name} on this site. Until one is imported under this name, runs cannot be checked and "
            "are refused.",
            name=named,
        )
    ]


def state_changed(campaign: Campaign) -> str:
    """Which state the campaign is in now."""
    return say("The campaign is now {state}.", state=in_sentence(campaign.state))


def deadline_set(campaign: Campaign) -> str:
    """The deadline of all teams."""
    return say("The deadline is {deadline}.", deadline=campaign.deadline_text)


def dates_set(campaign: Campaign, changed: Sequence[DateKind]) -> str:
    """Which dates are others now."""
    if not changed:
        return say(NOTHING_CHANGED)
    now = current_dates(campaign)
    dates = (
        f"{kind.label}: {format_datetime(*date) if (date := now[kind]) else say('none')}" for kind in changed
    )
    return say("The schedule is saved. {dates}.", dates="; ".join(dates))


def guidelines_written(written: Guidelines) -> str:
    """Which version assessors see."""
    return say("Version {version} is in force.", version=str(written.version))


def evaluation_changed(row: Question | Series) -> str:
    """Whether a question or series counts."""
    identifier = row.key if isinstance(row, Series) else row.qid
    if row.drop_reason:
        return say("{id} left the evaluation.", id=identifier)
    return say("{id} is in the evaluation again.", id=identifier)


def nil_settled(question: Question) -> str:
    """Whether NIL is right."""
    return say("NIL of question {question}: {said}.", question=question.qid, said=_nil(question))


def nils_settled(questions: Sequence[Question]) -> str:
    """Whether NIL is right, of several questions of which the same was said."""
    if len(questions) == 1:
        return nil_settled(questions[0])
    return say_n(
        "NIL of {n} question ({names}): {said}.",
        "NIL of {n} questions ({names}): {said}.",
        len(questions),
        names=some_of([row.qid for row in questions]),
        said=_nil(questions[0]),
    )


def _nil(question: Question) -> str:
    return question.get_nil_display() or say("left to the judgments")


def question_saved(question: Question) -> str:
    """That a question is as somebody wrote it."""
    return say("Question {question} is saved.", question=question.qid)


def question_added(question: Question) -> str:
    """The id of a further question."""
    return say("Question {question} is added.", question=question.qid)


def series_saved(series: Series) -> str:
    """That a series is as somebody wrote it."""
    return say("Series {name} is saved.", name=series.key)


def candidate_rejected(row: Candidate) -> str:
    """That a candidate is put aside."""
    if row.target:
        return say("The series “{target}” is rejected. It stays listed with the reason.", target=row.target)
    return say("The candidate is rejected. It stays listed with the reason.")


def candidate_reconsidered(row: Candidate) -> str:
    """That a candidate was taken up again."""
    if row.target:
        return say("The series “{target}” is considered again.", target=row.target)
    return say("The candidate is considered again.")


def candidate_accepted(questions: Sequence[Question]) -> str:
    """The ids that the questions of a candidate got."""
    return say("Accepted as {questions}.", questions=", ".join(question.qid for question in questions))


def candidate_entered(row: Candidate) -> str:
    """That a candidate is there."""
    if row.target:
        return say(
            "The series “{target}” was entered. It is not part of the campaign yet.", target=row.target
        )
    return say("The candidate was entered. It is not part of the campaign yet.")


def candidate_read(question: CandidateQuestion) -> str:
    """That somebody's word on a candidate's question is kept."""
    return say("Your vote on question {number} is saved.", number=str(question.position))


def candidate_saved(row: Candidate) -> str:
    """That a candidate is as somebody wrote it."""
    if row.target:
        return say("The series “{target}” is saved.", target=row.target)
    return say("The candidate is saved.")


def known_added(added: int, there: int) -> str:
    """How many answers or nuggets are new, and how many were known."""
    if there:
        return say("Added {n}. Known before: {known}.", n=added, known=there)
    return say("Added {n}.", n=added)


def known_changed(text: str) -> str:
    """What a known answer or nugget says now."""
    return say("Saved: {known}", known=text)


def known_removed(text: str) -> str:
    """That an answer or nugget is off the list."""
    return say("Removed: {known}. Add it again to bring it back.", known=text)
