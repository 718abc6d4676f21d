"""What is said of a write when it is done: pages and commands say it in the same words."""

from collections.abc import Sequence

from assessment.campaigns.models import Campaign, Candidate, Guidelines, Question, Series
from documents.models import Collection
from scoring.rules import some_of

SETTINGS_SAVED = "The settings are saved."
NOTHING_CHANGED = "Nothing was changed."


def campaign_created(campaign: Campaign) -> str:
    """That a draft is there, and what differs from the defaults of its track."""
    chosen = [f"{rule.setting.name}={rule.text}" for rule in campaign.settings_in_force if rule.chosen]
    if campaign.deadline:
        chosen.append(f"deadline={campaign.deadline_text}")
    settings = f" with {', '.join(chosen)}" if chosen else ""
    return f"Created the campaign {campaign.slug} ({campaign.track.title}), a draft{settings}."


def unknown_collection(campaign: Campaign) -> list[str]:
    """A sentence where the campaign names a collection that the site does not have; none otherwise."""
    named = campaign.collection_slug
    if not named or Collection.objects.filter(slug=named).exists():
        return []
    return [
        f"There is no collection {named} on this site. Until one is imported under this name, runs cannot be checked and "
        "are refused."
    ]


def state_changed(campaign: Campaign) -> str:
    """Which state the campaign is in now."""
    return f"The campaign is now {campaign.get_state_display().lower()}."


def deadline_set(campaign: Campaign) -> str:
    """The deadline of all teams."""
    return f"The deadline is {campaign.deadline_text}."


def guidelines_written(written: Guidelines) -> str:
    """Which version assessors see."""
    return f"Version {written.version} is in force."


def evaluation_changed(row: Question | Series) -> str:
    """Whether a question or series counts."""
    identifier = row.key if isinstance(row, Series) else row.qid
    return f"{identifier} {'left the evaluation' if row.drop_reason else 'is in the evaluation again'}."


def nil_settled(question: Question) -> str:
    """Whether NIL is right."""
    return f"NIL of question {question.qid}: {question.get_nil_display() or 'left to the judgments'}."


def nils_settled(questions: Sequence[Question]) -> str:
    """Whether NIL is right, of several questions of which the same was said."""
    if len(questions) == 1:
        return nil_settled(questions[0])
    said = questions[0].get_nil_display() or "left to the judgments"
    return f"NIL of {len(questions):,} questions ({some_of([row.qid for row in questions])}): {said}."


def question_saved(question: Question) -> str:
    """That a question is as somebody wrote it."""
    return f"Question {question.qid} is saved."


def question_added(question: Question) -> str:
    """The id of a further question."""
    return f"Question {question.qid} is added."


def series_saved(series: Series) -> str:
    """That a series is as somebody wrote it."""
    return f"Series {series.key} is saved."


def candidate_rejected(row: Candidate) -> str:
    """That a candidate is put aside."""
    return f"{called(row)} is rejected. It stays listed with the reason."


def candidate_reconsidered(row: Candidate) -> str:
    """That a candidate was taken up again."""
    return f"{called(row)} is considered again."


def candidate_accepted(questions: Sequence[Question]) -> str:
    """The ids that the questions of a candidate got."""
    return f"Accepted as {', '.join(question.qid for question in questions)}."


def called(row: Candidate) -> str:
    """A candidate, at the beginning of a sentence."""
    return f"The series “{row.target}”" if row.target else "The candidate"


def known_added(added: int, there: int) -> str:
    """How many answers or nuggets are new, and how many were known."""
    return f"Added {added}." + (f" Known before: {there}." if there else "")


def known_changed(text: str) -> str:
    """What a known answer or nugget says now."""
    return f"Saved: {text}"


def known_removed(text: str) -> str:
    """That an answer or nugget is off the list."""
    return f"Removed: {text}. Add it again to bring it back."
