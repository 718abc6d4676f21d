"""Answer patterns written here: saved as versions, tried on judged answers, and exported in NIST's layout."""

from django.db import transaction

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.locks import lock_campaign
from assessment.judging.models import QuestionPatterns
from assessment.judging.selectors.patterns import (
    JudgedAnswers,
    judged_answers,
    judged_scales,
    newest_patterns,
)
from assessment.people.models import Account
from assessment.people.services.events import record_event
from assessment.shared.errors import FileRefused, Refused
from assessment.shared.say import say, sentence
from assessment.shared.seen import mark_of, refuse_changed
from scoring.patterns import files
from scoring.patterns.files import Pattern, TooSlow
from scoring.patterns.proposals import Verdict, proposed, tried, with_documents
from scoring.records import Problem

TRY_SECONDS = 3.0
LONGEST = 20_000  # characters of a question's patterns
NOTHING = sentence("The patterns were not saved.")


def save_patterns(
    *, question: Question, text: str, by: Account | None, seen: str | None = None
) -> QuestionPatterns | None:
    """Keep the patterns of a question as its newest version; the same text again makes none.

    `seen` is the mark of the text that the page showed; Conflict where somebody saved another one meanwhile.
    """
    text = "\n".join(line.strip() for line in text.splitlines() if line.strip())
    patterns_of(question.qid, text)  # refuses what cannot be used, before anybody has to wait for the lock
    return _saved(question, text, by, seen)


@transaction.atomic
def _saved(question: Question, text: str, by: Account | None, seen: str | None) -> QuestionPatterns | None:
    lock_campaign(question.campaign)
    newest = newest_of(question)
    now = newest.text if newest else ""
    refuse_changed(seen=seen, state=now, what=say("the patterns"), now=now, wanted=text)
    if text == now:
        return newest
    made = QuestionPatterns.objects.create(
        question=question, number=(newest.number if newest else 0) + 1, text=text, made_by=by
    )
    record_event(
        by=by,
        campaign=question.campaign,
        verb="patterns:written",
        subject=question.qid,
        version=made.number,
    )
    return made


def newest_of(question: Question) -> QuestionPatterns | None:
    """The version that is in force, if any was written."""
    return QuestionPatterns.objects.filter(question=question).order_by("-number").first()


def mark_of_patterns(question: Question) -> str:
    """The mark of the text that a page shows."""
    newest = newest_of(question)
    return mark_of(newest.text if newest else "")


def try_patterns(question: Question, text: str, judged: JudgedAnswers) -> list[Verdict]:
    """What patterns say of the judged answers. Raises FileRefused with each line that cannot be used."""
    patterns = patterns_of(question.qid, text)
    try:
        return tried(patterns, judged.by_string, seconds=TRY_SECONDS) if patterns else _unmatched(judged)
    except TooSlow as error:
        slow = Problem("patterns", error.pattern.line, "pattern_slow", error.message, error.hint)
        raise refused([slow]) from None


def patterns_of(qid: str, text: str) -> list[Pattern]:
    """The patterns of a text, one a line. Raises FileRefused."""
    if len(text) > LONGEST:
        message = say("The patterns have {n} characters; at most {most} are kept.", n=len(text), most=LONGEST)
        raise refused([Problem("patterns", 0, "patterns_too_long", message, say("Shorten them."))])
    rows = "".join(f"{qid} {line.strip()}\n" if line.strip() else "\n" for line in text.splitlines())
    if not rows.strip():
        return []
    read, problems = files.read(
        rows.encode(errors="replace"), "patterns", documents=False, seconds=TRY_SECONDS
    )
    if problems:
        raise refused(problems)
    return list(read.patterns)


def refused(problems: list[Problem]) -> FileRefused:
    return FileRefused(say(NOTHING), problems, say("Correct the lines and save again."))


def _unmatched(judged: JudgedAnswers) -> list[Verdict]:
    strings = sorted(judged.by_string.items(), key=lambda one: (not one[1], one[0]))
    return [Verdict(text, is_right, ()) for text, is_right in strings]


def proposals_for(judged: JudgedAnswers, verdicts: list[Verdict]) -> list[str]:
    """Patterns for the right answers that none finds yet."""
    return proposed(one.answer for one in verdicts if one.is_missed and one.answer in judged.right)


def exported(campaign: Campaign, *, documents: bool, proposals: bool = False) -> list[Pattern]:
    """The newest patterns of all questions, in their order; with `proposals`, made of right answers where none were written.

    With `documents`, each has those in which an answer that it finds was judged right. Raises Refused where a
    pattern does not come to an end over the answers that were judged since it was saved.
    """
    written = newest_patterns(campaign)
    wanted = list(judged_scales(campaign) if proposals else written)
    questions = {one.qid: one for one in campaign.questions.filter(qid__in=wanted).select_related("campaign")}
    found: list[tuple[list[Pattern], dict[str, set[str]]]] = []
    for qid in wanted:
        right = judged_answers(questions[qid]).right if documents or qid not in written else {}
        text = written[qid].text if qid in written else "\n".join(proposed(right))
        found.append((files.of_lines(qid, text), right))
    if documents:
        try:
            return with_documents(found)
        except TooSlow as error:
            raise Refused(error.message, "pattern_slow", error.hint) from None
    return [pattern for patterns, _ in found for pattern in patterns]


def as_file(campaign: Campaign, *, documents: bool) -> bytes:
    """The same in NIST's layout."""
    return b"".join(files.write(exported(campaign, documents=documents), documents=documents))
