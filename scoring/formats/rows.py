"""Between records and the rows of a bundle's tables: one function for each record in each direction.

Rows sort by code point as tuples of their written cells, and none holds the time of export.
"""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from scoring.formats.encoded import is_text
from scoring.records import (
    Adjudication,
    AssignedItem,
    Assignment,
    GoldAnswer,
    Item,
    Judgment,
    KnownAnswer,
    MachineAssessor,
    MachineMatch,
    MachineNugget,
    Match,
    Nugget,
    NuggetVote,
    PostEditing,
    Question,
    Run,
    SampledQuestion,
    Sampling,
)
from scoring.say import say
from scoring.stages import EXPERT, JUDGE, PRIMARY, THIRD, VOTER

Cells = Mapping[str, str]
Written = tuple[str, ...]
WEIGHT = re.compile(r"[+-]?[0-9]{1,4}(\.[0-9]{1,6})?")  # of a criterion


def question_row(question: Question, target_type: str = "", dropped: bool = False) -> Written:
    """A row of questions.csv: what the topics file does not hold."""
    return (
        question.qid,
        question.type,
        question.source,
        question.suggested_answer,
        question.suggested_docid,
        target_type,
        "dropped" if dropped else "kept",
        question.nil,
    )


def run_row(run: Run) -> Written:
    """A row of runs.csv."""
    return (
        run.run_id,
        run.team,
        str(run.priority),
        _flag(run.automatic),
        run.description,
        run.scope,
        run.sha256,
        _flag(run.pooled),
        _number(run.depth),
        _number(run.length_limit),
        run.encoding,
        json.dumps(dict(run.declared), ensure_ascii=False) if run.declared else "",
    )


def assignment_row(assignment: Assignment) -> Written:
    """A row of assignments.csv."""
    found = "1" if assignment.no_answer_found else ""
    return (*assignment[:-3], str(assignment.seconds), found, assignment.shown)


def assigned_item_row(assigned: AssignedItem) -> Written:
    """A row of assigned_items.csv."""
    return (*assigned.item, assigned.assessor)


def judgment_row(judgment: Judgment) -> Written:
    """A row of judgments.csv."""
    return (*judgment.item, *judgment[1:])


def adjudication_row(decision: Adjudication) -> Written:
    """A row of adjudications.csv."""
    return (*decision.item, decision.grade, decision.ground, _flag(decision.overruled), *decision[4:])


def known_answer_row(known: KnownAnswer) -> Written:
    """A row of classes.csv."""
    return tuple(known)


def nugget_row(nugget: Nugget) -> Written:
    """A row of nuggets.csv."""
    return tuple(nugget)


def vote_row(vote: NuggetVote) -> Written:
    """A row of votes.csv."""
    return tuple(vote)


def match_row(match: Match) -> Written:
    """A row of matches.csv."""
    return (*match.item, *match[1:])


def machine_match_row(match: MachineMatch) -> Written:
    """A row of machine_matches.csv."""
    return (*match.item, *match[1:])


def machine_nugget_row(drafted: MachineNugget) -> Written:
    """A row of machine_nuggets.csv."""
    return (drafted.qid, drafted.assessor, str(drafted.position), *drafted[3:])


def machine_row(machine: MachineAssessor) -> Written:
    """A row of machines.csv."""
    return tuple(machine)


def design_row(sampling: Sampling) -> Written:
    """The row of design.csv."""
    size, seed = str(sampling.size), str(sampling.seed)
    return (sampling.design, sampling.machine, sampling.measure, size, seed, sampling.machine_sha256)


def sample_rows(sampling: Sampling) -> Iterator[Written]:
    """The rows of sample.csv, with each question's chance of being drawn as a fraction."""
    chances = sampling.chances
    for one in sampling.questions:
        yield (one.qid, one.stratum, _flag(one.drawn), str(chances[one.qid]))


def post_editing_row(plan: PostEditing) -> Written:
    """The row of post_editing.csv; the questions as a JSON array, empty for all."""
    questions = json.dumps(plan.questions, ensure_ascii=False) if plan.questions else ""
    return (plan.machine, str(plan.share), str(plan.seed), plan.machine_sha256, questions)


def item_of(cells: Cells) -> Item:
    """The pool item that a row is about."""
    return Item(cells["qid"], cells["docid"], cells["passage"], cells["answer"])


def run_of(cells: Cells) -> Run:
    """The run of a row of runs.csv. Raises ValueError with a sentence where a cell cannot be what it should."""
    return Run(
        run_id=cells["run_id"],
        team=cells["team"],
        priority=_whole("priority", cells["priority"]) or 1,
        automatic=_truth("automatic", cells["automatic"]),
        description=cells["description"],
        scope=_one_of("scope", cells["scope"] or "all", ("all", "top50")),
        sha256=cells["sha256"].lower(),
        pooled=_truth("pooled", cells.get("pooled") or "1"),
        depth=_whole("depth", cells.get("depth", "")),
        length_limit=_whole("length_limit", cells.get("length_limit", "")),
        encoding=cells.get("encoding") or "utf-8",
        declared=_answers("declared", cells.get("declared", "")),
    )


def assignment_of(cells: Cells) -> Assignment:
    """The assignment of a row of assignments.csv. Raises ValueError with a sentence."""
    return Assignment(
        qid=cells["qid"],
        assessor=cells["assessor"],
        role=_one_of("role", cells["role"] or JUDGE, (PRIMARY, JUDGE, THIRD, VOTER, EXPERT)),
        state=_one_of("state", cells["state"] or "open", ("open", "done", "handed_over")),
        canonical_answer=cells["canonical_answer"],
        comment=cells["comment"],
        seconds=_whole("seconds", cells["seconds"]) or 0,
        no_answer_found=_truth("no_answer_found", cells.get("no_answer_found") or "0"),
        shown=cells.get("shown", ""),
    )


def assigned_item_of(cells: Cells) -> AssignedItem:
    """What a row of assigned_items.csv gives to whom."""
    return AssignedItem(item_of(cells), cells["assessor"])


def judgment_of(cells: Cells) -> Judgment:
    """The judgment of a row of judgments.csv. Raises ValueError with a sentence."""
    return Judgment(
        item=item_of(cells),
        assessor=cells["assessor"],
        grade=cells["grade"],
        answer_class=cells["answer_class"],
        note=cells["note"],
        judged_at=cells["judged_at"],
        kind=_one_of("kind", cells.get("kind") or "human", ("human", "machine", "automatic")),
        version=cells.get("version", ""),
    )


def adjudication_of(cells: Cells) -> Adjudication:
    """The decision of a row of adjudications.csv. Raises ValueError with a sentence."""
    return Adjudication(
        item=item_of(cells),
        grade=cells["grade"],
        ground=_ground(cells),
        overruled=_truth("overruled", cells["overruled"] or "0"),
        adjudicator=cells["adjudicator"],
        note=cells["note"],
        answer_class=cells.get("answer_class", ""),
    )


def _ground(cells: Cells) -> str:
    """Why an item was decided as it was; nothing where only its class is settled."""
    if not cells["grade"] and not cells["ground"] and cells.get("answer_class"):
        return ""
    return _one_of("ground", cells["ground"], ("opinion", "misapplied", "inconsistent"))


def known_answer_of(cells: Cells) -> KnownAnswer:
    """The known answer of a row of classes.csv. Raises ValueError with a sentence."""
    origin = _one_of("origin", cells["origin"], ("pool", "development"))
    return KnownAnswer(cells["qid"], cells["class"], cells["label"], origin, cells.get("assessor", ""))


def nugget_of(cells: Cells) -> Nugget:
    """The nugget of a row of nuggets.csv. Raises ValueError with a sentence."""
    if not cells["nugget"] or not cells["text"].strip():
        raise ValueError(say("A nugget needs a name and a text."))
    origin = _one_of("origin", cells["origin"], ("pool", "development", "draft"))
    assessor, weight = cells.get("assessor", ""), _weight(cells.get("weight", ""))
    return Nugget(
        cells["qid"], cells["nugget"], cells["text"], origin, assessor, weight, cells.get("group", "")
    )


def _weight(written: str) -> str:
    """A weight as `as_weight` writes it. Raises ValueError with a sentence."""
    if written and not WEIGHT.fullmatch(written):
        raise ValueError(say("The weight {weight} is no number such as 2.5 or -1.", weight=written[:40]))
    return as_weight(written)


def as_weight(written: str) -> str:
    """A weight without zeros at its end; "" for none."""
    return f"{Decimal(written).normalize():f}" if written else ""


def vote_of(cells: Cells) -> NuggetVote:
    """The vote of a row of votes.csv. Raises ValueError with a sentence."""
    vote = _one_of("vote", cells["vote"], ("vital", "okay"))
    return NuggetVote(cells["qid"], cells["nugget"], cells["assessor"], vote)


def match_of(cells: Cells) -> Match:
    """The match of a row of matches.csv."""
    return Match(item_of(cells), cells["nugget"], cells["assessor"], cells.get("label", ""))


def machine_match_of(cells: Cells) -> MachineMatch:
    """The match of a row of machine_matches.csv."""
    said = (cells["assessor"], cells["nugget"], cells["listed"], cells["note"], cells.get("label", ""))
    return MachineMatch(item_of(cells), *said)


def machine_nugget_of(cells: Cells) -> MachineNugget:
    """The drafted nugget of a row of machine_nuggets.csv. Raises ValueError with a sentence."""
    position = _whole("position", cells["position"]) or 0
    if not (0 < position < 2**31 and cells["text"].strip()):
        raise ValueError(say("A drafted nugget needs a text, and its place in the draft, from 1."))
    importance = cells["importance"] and _one_of("importance", cells["importance"], ("vital", "okay"))
    said = (cells["text"], importance, cells["docid"], cells["note"])
    more = (cells.get("taken", ""), cells.get("group", ""))
    return MachineNugget(cells["qid"], cells["assessor"], position, *said, *more)


def machine_of(cells: Cells) -> MachineAssessor:
    """The machine of a row of machines.csv. Raises ValueError with a sentence."""
    machine = MachineAssessor(**cells)
    if machine.assessor != f"{machine.name}@{machine.version}" or not machine.model:
        raise ValueError(say("A machine has a model, and its assessor is spelled NAME@VERSION."))
    return machine


def design_of(cells: Cells) -> Sampling:
    """The design of the row of design.csv, without its questions. Raises ValueError with a sentence."""
    size, seed = _whole("size", cells["size"]) or 0, _whole("seed", cells["seed"]) or 0
    measure, sha256 = cells["measure"], cells["machine_sha256"]
    if not (
        cells["machine"] and 0 < len(measure) <= 40 and len(sha256) == 64 and size < 10**9 and seed < 10**15
    ):
        raise ValueError(say("A design has a machine, a measure, a size, a seed and a SHA-256."))
    design = _one_of("design", cells["design"], ("simple", "grade", "disagreement", "versions"))
    return Sampling(design, cells["machine"], measure, size, seed, sha256)


def sampled_of(cells: Cells) -> SampledQuestion:
    """The question of a row of sample.csv. Raises ValueError with a sentence."""
    if not 0 < len(cells["stratum"]) <= 20:
        raise ValueError(say("A question of a sample has a stratum, of at most 20 characters."))
    return SampledQuestion(cells["qid"], cells["stratum"], _truth("drawn", cells["drawn"]))


def post_editing_of(cells: Cells) -> PostEditing:
    """The declaration of the row of post_editing.csv. Raises ValueError with a sentence."""
    share, seed = _whole("share", cells["share"]) or 0, _whole("seed", cells["seed"]) or 0
    try:
        questions = json.loads(cells["questions"] or "[]")
    except (ValueError, RecursionError):
        questions = None
    if not (isinstance(questions, list) and all(isinstance(one, str) for one in questions)):
        raise ValueError(say("The questions of post-editing are a JSON array of ids, or empty for all."))
    if not (cells["machine"] and 0 < share <= 100 and len(cells["machine_sha256"]) == 64 and seed < 10**15):
        raise ValueError(say("Post-editing has a machine, a share from 1 to 100, a seed and a SHA-256."))
    return PostEditing(cells["machine"], share, seed, cells["machine_sha256"], tuple(questions))


def gold_of(cells: Cells) -> GoldAnswer:
    """The gold answer of a row of gold.csv."""
    return GoldAnswer(*item_of(cells))


def _flag(value: bool) -> str:
    return "1" if value else "0"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _truth(column: str, text: str) -> bool:
    return _one_of(column, text, ("0", "1")) == "1"


def _whole(column: str, text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(say('{column} is "{value}"; it takes a whole number.', column=column, value=text))
    return int(text)


def _answers(column: str, text: str) -> tuple[tuple[str, str], ...]:
    """Answers by name, of a JSON object of texts; none of an empty cell."""
    try:
        answers = json.loads(text or "{}")
    except (ValueError, RecursionError):
        answers = None
    if not isinstance(answers, dict) or not all(
        isinstance(one, str) and is_text(one) for pair in answers.items() for one in pair
    ):
        raise ValueError(say("{column} is a JSON object of texts, or empty.", column=column))
    return tuple(sorted(answers.items()))


def _one_of(column: str, text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(
            say(
                '{column} is "{value}"; it takes {choices}.',
                column=column,
                value=text,
                choices=say(" or ").join(choices),
            )
        )
    return text
