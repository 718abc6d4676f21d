"""What stands between a campaign and the release of its scores."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.evaluate import AnswerKey, Scorer
from scoring.forms.answers import nils_of
from scoring.forms.base import UNJUDGED, correct_grades
from scoring.records import Item, Question
from scoring.rules import RuleError, derive
from scoring.say import say, say_again, say_n, sentence  # heard where they are stored

NIL_UNDECIDED = "nil_undecided"  # code of a reason
UNJUDGED_HINT = sentence(
    "Pool, assign and judge what is left, or release with unjudged answers counted as wrong (`--partial` of the command)."
)


class Reason(NamedTuple):
    """One thing to settle first."""

    code: str
    message: str
    hint: str
    qid: str = ""
    series: str = ""  # that would leave the evaluation
    alike: str = ""  # question whose classes of one label may stay as they are
    unjudged: int = 0  # answers of the question that may count as wrong
    qids: Sequence[str] = ()  # the questions of a series of which nothing is judged

    @property
    def may_stay(self) -> bool:
        """Whether a release may go on with it, where somebody says so."""
        return bool(self.series or self.alike or self.unjudged)


def stored(reasons: Iterable[Reason], words: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The reasons as JSON, each with what its sentences are made of."""
    return [
        reason._asdict() | {"words": {one: words[one] for one in reason[1:3] if one in words}}
        for reason in reasons
    ]


def read(stored_reason: Mapping[str, Any]) -> Reason:
    """A stored reason in the reader's language."""
    parts = dict(stored_reason)
    words = parts.pop("words", {})
    reason = Reason(**parts)
    return reason._replace(message=say_again(reason.message, words), hint=say_again(reason.hint, words))


def undecided_in(reasons: Iterable[Reason]) -> list[str]:
    """The questions that wait for a word on NIL."""
    return [reason.qid for reason in reasons if reason.code == NIL_UNDECIDED]


def unjudged_in(reasons: Iterable[Reason]) -> dict[str, int]:
    """How many answers nobody judged, by question."""
    return {reason.qid: reason.unjudged for reason in reasons if reason.unjudged}


def reasons_against_release(
    scorer: Scorer, without: Collection[str] = (), alike: Collection[str] = ()
) -> list[Reason]:
    """Everything that is undecided or unjudged in retained questions; release takes an empty list.

    `without` names the series that may leave the evaluation because something of them is unjudged, `alike` the
    questions whose answer classes of one label somebody has looked at.
    """
    questions, reasons = scorer.questions, []
    if not scorer.evaluation.runs:
        reasons.append(Reason("no_runs", say("There are no runs."), say("Submit runs, pool and judge them.")))
    grades, key, unsettled = official_key(scorer)
    reasons += unsettled
    reasons += alike_classes(key, alike) if key else []
    leaving = leaving_series(scorer, key)
    reasons += series_reasons(scorer, leaving, without)
    unjudged = unjudged_items(scorer, grades)
    voting = unfinished_votes(scorer, key)
    undecided = undecided_nils(scorer, grades)
    for question in questions:
        if unjudged[question.qid] and question.series not in leaving:
            may_stay = may_stay_unjudged(scorer, key, question)
            reasons.append(unjudged_reason(question.qid, unjudged[question.qid], may_stay=may_stay))
        if question.qid in voting and question.series not in leaving:
            reasons.append(voting_reason(question.qid, voting[question.qid]))
        if question.qid in undecided:
            reasons.append(nil_reason(question.qid))
    return reasons


def may_stay_unjudged(scorer: Scorer, key: AnswerKey | None, question: Question) -> bool:
    """Whether the unjudged answers of a question count as wrong, and do nothing else, where it is scored without them.

    Where nothing of it is judged, the question leaves the means instead; where no judged answer is right, NIL may be.
    """
    if key is None or key.left.get(question.qid) == UNJUDGED:
        return False
    if not scorer.kinds[question.qid].nil_allowed:
        return True
    nils = nils_of([question], key.qrels.grades, scorer.index, correct_grades(scorer.kinds))
    return question.qid not in nils.right


def undecided_nils(scorer: Scorer, grades: Mapping[Item, str] | None = None) -> Mapping[str, set[str]]:
    """The questions of which nobody said whether NIL is right, with what is nearly right there; by the official grades."""
    grades = official_key(scorer)[0] if grades is None else grades
    with_nil = [question for question in scorer.questions if scorer.kinds[question.qid].nil_allowed]
    return nils_of(with_nil, grades, scorer.index, correct_grades(scorer.kinds)).undecided


def official_key(scorer: Scorer) -> tuple[Mapping[Item, str], AnswerKey | None, list[Reason]]:
    """The official grades as far as there are any, the answer key, and what stands against it."""
    try:
        qrels = derive(scorer.index, "adjudicated")
    except RuleError as error:
        decided = {item: decision.grade for item, decision in scorer.index.decisions.items()}
        return scorer.index.common | decided, None, list(undecided_disputes(error, scorer.questions))
    try:
        return qrels.grades, scorer.key_of(qrels), []
    except RuleError as error:
        return qrels.grades, None, list(unsettled_parts(error, scorer.questions))


def undecided_disputes(error: RuleError, questions: Iterable[Question]) -> Iterator[Reason]:
    counts = Counter(item.qid for item in error.items)
    for qid, count in (
        (question.qid, counts[question.qid]) for question in questions if counts[question.qid]
    ):
        message = say_n(
            "Question {qid}: {n} disputed item has no decision.",
            "Question {qid}: {n} disputed items have no decision.",
            count,
            qid=qid,
        )
        yield Reason(error.code, message, say("Decide on the page Adjudicate."), qid)


def unsettled_parts(error: RuleError, questions: Iterable[Question]) -> Iterator[Reason]:
    """Correct list answers without a class, and nuggets that assessors marked differently."""
    counts = Counter(item.qid for item in error.items) + Counter(error.questions)
    for question in questions:
        if count := counts[question.qid]:
            message = unsettled(error.code, question.qid, count)
            yield Reason(error.code, message, error.hint, question.qid)


def unsettled(code: str, qid: str, count: int) -> str:
    """What of a question is not settled."""
    if code == "unclassed":
        return say("Question {qid}: correct answers without an answer class: {n}.", qid=qid, n=count)
    if code == "no_primary":
        return say("Question {qid}: its assessors marked nuggets differently, and none is primary.", qid=qid)
    return say_n(
        "Question {qid}: {n} answer is not settled.",
        "Question {qid}: {n} answers are not settled.",
        count,
        qid=qid,
    )


def alike_classes(key: AnswerKey, seen: Collection[str]) -> Iterator[Reason]:
    """Answer classes of one label, which are one answer counted twice unless somebody says otherwise."""
    hint = say("Merge them or change a label; if they are different answers, release with them as they are.")
    for judged in key.forms.values():
        for qid, warnings in judged.same_labels().items():
            if qid not in seen:
                yield Reason("same_label", " ".join(warnings), hint, qid, alike=qid)


def leaving_series(scorer: Scorer, key: AnswerKey | None) -> dict[str, list[str]]:
    """The series that leave the evaluation, with those of their questions of which nothing is judged."""
    if key is None:
        return {}
    unjudged = [question for question in scorer.questions if key.left.get(question.qid) == UNJUDGED]
    return {name: [one.qid for one in unjudged if one.series == name] for name in key.leaving}


def series_reasons(
    scorer: Scorer, leaving: Mapping[str, Sequence[str]], without: Collection[str]
) -> Iterator[Reason]:
    """Series that would leave for want of judgments, unless the organizer goes on without them."""
    dropped = scorer.evaluation.dropped
    series = [one.series_id for one in scorer.evaluation.topics.series if one.series_id not in dropped]
    if leaving and leaving.keys() >= set(series):
        yield Reason(
            "no_series",
            say("Every series is left out of the evaluation."),
            say("Judge the questions of a series."),
        )
    for key, qids in leaving.items():
        if qids and key not in without:
            message = say(
                "Series {key} is left out of the evaluation: nothing of {qids} is judged.",
                key=key,
                qids=", ".join(qids),
            )
            hint = say("Judge it, or release without the series.")
            yield Reason("leaving", message, hint, qids[0], key, qids=qids)


def unjudged_items(scorer: Scorer, grades: Mapping[Item, str]) -> Counter[str]:
    """How many items that pooled runs gave, and that can earn a score, nobody judged or read for nuggets, by question."""
    evaluation = scorer.evaluation
    done = {
        *grades,
        *scorer.index.disputed,
        *(item for asked in scorer.forms.values() for item in asked.seen),
    }
    depths = {
        question.qid: scorer.track.pool_depth(scorer.kinds[question.qid], scorer.settings)
        for question in scorer.questions
    }
    waiting = {
        response.item
        for run in evaluation.runs
        if run.pooled
        for response in evaluation.responses.get(run.run_id, ())
        if response.qid in depths
        and within(response.rank, depths[response.qid])
        and response.item
        and response.item not in done
    }
    return Counter(item.qid for item in waiting if item)


def unfinished_votes(scorer: Scorer, key: AnswerKey | None) -> dict[str, list[str]]:
    """Who has yet to finish voting on a pyramid, by question: every vote changes what its nuggets weigh."""
    voters: dict[str, list[str]] = {qid: [] for qid in (key.voting if key else ())}
    for row in scorer.evaluation.assignments:
        if row.qid in voters and row.only_votes and row.state == "open":
            voters[row.qid].append(row.assessor)
    return voters


def within(rank: int, depth: int | None) -> bool:
    return depth is None or rank <= depth


def unjudged_reason(qid: str, count: int, *, may_stay: bool = True) -> Reason:
    """That answers are not judged; `may_stay`, whether they may count as wrong in a partial release."""
    message = say_n(
        "Question {qid}: {n} answer of pooled runs is not judged.",
        "Question {qid}: {n} answers of pooled runs are not judged.",
        count,
        qid=qid,
    )
    hint = say(UNJUDGED_HINT) if may_stay else say("Pool, assign and judge what is left.")
    return Reason("unjudged", message, hint, qid, unjudged=count if may_stay else 0)


def voting_reason(qid: str, voters: Sequence[str]) -> Reason:
    return Reason(
        "voting",
        say(
            "Question {qid}: votes on its nuggets are still to come from {people}.",
            qid=qid,
            people=", ".join(voters),
        ),
        say(
            "Let them finish, or hand the question to somebody else on the page Assign. "
            "Where nobody is free, go on there without the votes of who left."
        ),
        qid,
    )


def nil_reason(qid: str) -> Reason:
    return Reason(
        NIL_UNDECIDED,
        say("Question {qid} has nearly right answers but no correct one, so NIL is undecided.", qid=qid),
        say("Say on the question’s page whether NIL is right."),
        qid,
    )
