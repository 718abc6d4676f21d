"""Which nuggets a program found in which answers: the table of what it says, held against the pool and the lists, and
stored as readings with their checksum and note, and matches.

A row names an answer and a nugget of its question, by its name or its text, or none: the program read the answer and found nothing. Where nuggets have
labels, each row has one, and one without a nugget gives its own to all that the others do not name, or the last. What a file
says of an answer replaces what the same version said of it before (docs/decisions/0044).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from django.db.models import OuterRef, Q

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.traces import Watch
from assessment.campaigns.services.intakes import Sent
from assessment.campaigns.services.row_tables import Cells, Wrong
from assessment.imports.services.machines import item_of, left_in_pool, noted
from assessment.imports.services.program_tables import ProgramPlan, ProgramTable, wrong_question
from assessment.judging.models import Nugget, NuggetMatch, Reading
from assessment.judging.selectors.example_rows import matched
from assessment.judging.selectors.named import Named
from assessment.people.models import Member
from assessment.shared.say import say, say_n, sentence
from assessment.submissions.models import PoolItem
from documents.bulk import insert_rows
from scoring.formats import nugget_tables as tables
from scoring.formats.column_names import OF_ASSIGNMENTS, UNSAID_ASSIGNMENTS
from scoring.formats.columns import Columns, read_columns
from scoring.formats.problems import Problems, earlier, shown
from scoring.records import Item, listed_as
from scoring.stages import MATCHING
from scoring.tracks.base import QuestionType

COLUMNS = Columns(
    ("qid", "docid", "passage", "answer", "nugget", "label", "confidence", "explanation"),
    frozenset({"docid", "passage", "label", "confidence", "explanation"}),
    OF_ASSIGNMENTS,
    unsaid=UNSAID_ASSIGNMENTS,
)
Found = tuple[int, str]  # a nugget, and its label where nuggets have labels
Said = tuple[str, str, frozenset[Found]]  # checksum of the list, note, nuggets


class MatchRow(NamedTuple):
    """What a program says of one answer: the names of the nuggets that it holds."""

    line: int  # of the file, or the place in a list
    item: Item
    nuggets: tuple[str, ...]
    note: str = ""
    labels: tuple[str, ...] = ()  # of those nuggets, where nuggets have labels
    rest: str = ""  # the label of all the others

    @property
    def qid(self) -> str:
        """Of its question."""
        return self.item.qid


class _Line(NamedTuple):
    """What a line of a file says of an answer."""

    line: int
    name: str  # of a nugget; "": all the others
    note: str
    label: str


class MatchScene(NamedTuple):
    """What rows are held against."""

    questions: Mapping[str, Question]
    nuggets: Mapping[str, Mapping[str, int]]  # question -> name -> nugget, of those that stand
    listed: Mapping[str, str]  # question -> checksum of its nuggets
    items: Mapping[str, int]  # key -> item of the pool
    named: Named

    @property
    def here(self) -> Q:
        """What is said of answers to these questions."""
        return Q(item__question__in=[question.pk for question in self.questions.values()])


def _row_of(item: Item, said: Sequence[_Line], problems: Problems) -> MatchRow:
    notes = list(dict.fromkeys((f"{one.name}: " if one.name else "", one.note) for one in said if one.note))
    note = notes[0][1] if len(notes) == 1 else "\n".join(map("".join, notes))
    labels = _labels_in(said, problems)
    rest = labels.pop("", None)
    if rest == "" and labels:
        message = say("One row says that this answer holds no nugget, others that it holds some.")
        problems.add(said[0].line, "match_contradiction", message, say("Keep one or the other."))
    given = tuple(labels.values())
    return MatchRow(said[0].line, item, tuple(labels), note, given if any(given) else (), rest or "")


def _labels_in(said: Sequence[_Line], problems: Problems) -> dict[str, str]:
    """The label of each nugget of an answer; two that differ are noted."""
    first: dict[str, _Line] = {}
    for one in said:
        before = first.setdefault(one.name, one)
        if before.label != one.label:
            message = tables.differ(before.line, one.line)
            problems.add(one.line, "duplicate_match", message, say("Keep one of the two rows."))
    return {name: one.label for name, one in first.items()}


def _lines_of(row: MatchRow) -> Iterator[Sequence[str]]:
    """The lines of a table that say the same; a note stands in the first of its answer."""
    pairs = _pairs(row)
    rest = [("", row.rest)] if row.rest or not pairs else []
    for place, (name, label) in enumerate(pairs + rest):
        yield (*row.item, name, label, "", "" if place else row.note)


def _stated_once(rows: Iterable[MatchRow]) -> list[MatchRow]:
    """The rows without what is said twice: runs give the same answer, and one nugget is named by its name and its text."""
    first: dict[Hashable, MatchRow] = {}
    for row in map(_with_each_once, rows):
        first.setdefault((row.item, frozenset(_pairs(row)), row.rest), row)
    return list(first.values())


def _with_each_once(row: MatchRow) -> MatchRow:
    if len(row.nuggets) < 2:
        return row
    pairs = dict.fromkeys(_pairs(row))
    if len(pairs) >= len(row.nuggets):
        return row
    labels = tuple(label for _, label in pairs) if row.labels else ()
    return row._replace(nuggets=tuple(name for name, _ in pairs), labels=labels)


def _pairs(row: MatchRow) -> list[tuple[str, str]]:
    """The nuggets that a row names, with their labels."""
    return list(zip_longest(row.nuggets, row.labels, fillvalue=""))


def _wrong(row: MatchRow, scene: MatchScene) -> Iterable[Wrong]:
    qid = row.item.qid
    if unfit := wrong_question(qid, scene.questions.get(qid), MATCHING):
        yield unfit
        return
    if row.item.key not in scene.items:
        values = {"qid": qid, "docid": row.item.docid, "answer": shown(row.item.answer)}
        message = say("The pool has no item {qid} {docid} {answer}.", **values)
        yield Wrong("item_unknown", message, say("Check it letter by letter."))
    if wrong := _wrong_labels(row, scene.questions[qid].kind, scene.nuggets[qid]):
        yield Wrong("wrong_label", wrong, say("Give each nugget that you name one label."))
    known = scene.nuggets[qid]
    hint = say("Its nuggets are {listed}.", listed=", ".join(sorted(known)[:12]))
    for name in row.nuggets:
        if name not in known:
            yield Wrong("unknown_nugget", tables.unknown_nugget(qid, name), hint)
    if repeated := sorted(name for name, count in Counter(row.nuggets).items() if count > 1):
        message = say("Nugget {nugget} of this answer has labels that differ.", nugget=shown(repeated[0]))
        yield Wrong("duplicate_match", message, say("Keep one of them."))


def _wrong_labels(row: MatchRow, kind: QuestionType, listed: Collection[str]) -> str:
    """What is wrong with the labels of a row; an answer of which no nugget is named may have none."""
    labels = row.labels or ("",) * len(row.nuggets)
    if len(labels) != len(row.nuggets):
        return say(
            "There are {labels} labels of {nuggets} nuggets.", labels=len(labels), nuggets=len(row.nuggets)
        )
    given = list(zip(row.nuggets, labels, strict=True))
    if row.rest:
        given += [(name, row.rest) for name in listed if name not in row.nuggets]
    wrong = (tables.wrong_label(label, kind.labels_of(name), row.item.qid) for name, label in given)
    return next((sentence for sentence in wrong if sentence), "")


def _found(row: MatchRow, scene: MatchScene) -> Iterator[Found]:
    """The nuggets that a program found in an answer; where they have labels, those of all that it named, and of the rest
    where it said so, or named none."""
    nuggets, kind = scene.nuggets[row.item.qid], scene.questions[row.item.qid].kind
    scale = None if kind.criteria else kind.cell_scale
    rest = row.rest or (scale.grades[-1] if scale and not row.nuggets else "")
    if rest:
        yield from ((nugget, rest) for name, nugget in nuggets.items() if name not in row.nuggets)
    labels = row.labels or ("",) * len(row.nuggets)
    yield from ((nuggets[name], label) for name, label in zip(row.nuggets, labels, strict=True))


class MatchTable(ProgramTable[MatchRow, MatchScene, int, Said]):
    """Which nuggets a program found in which answers (items of the pool)."""

    kind = "machine-matches"
    title = sentence("Nugget matches of a program")
    page = "judging:machine-matches"
    verb = "machine:matched"
    things = "nugget marks and votes"
    nothing = sentence("No match was stored.")
    columns = COLUMNS
    manual = "machine-assessors#nugget-matches"

    def example(self, campaign: Campaign) -> Sequence[Cells]:
        return [{**matched(campaign), "confidence": "0.9", "explanation": "the answer says so"}]

    def read(self, data: bytes, problems: Problems) -> list[MatchRow]:
        """The rows of one answer together."""
        found: dict[Item, list[_Line]] = {}
        for line, cells in read_columns(data, COLUMNS, problems):
            note = noted(cells, line, problems)
            if note is not None:
                said = _Line(line, cells["nugget"], note, cells.get("label", ""))
                found.setdefault(item_of(cells), []).append(said)
        return [_row_of(item, said, problems) for item, said in found.items()]

    def cells(self, rows: Iterable[MatchRow]) -> Iterable[Sequence[str]]:
        return chain.from_iterable(map(_lines_of, rows))

    def scene(self, campaign: Campaign, questions: Mapping[str, Question]) -> MatchScene:
        qids = list(questions)
        nuggets: dict[str, dict[str, int]] = {qid: {} for qid in qids}
        texts: dict[str, list[tuple[str, str]]] = {qid: [] for qid in qids}
        rows = Nugget.objects.filter(question__campaign=campaign, question__qid__in=qids).current()
        for qid, name, text, pk in rows.values_list("question__qid", "name", "text", "pk"):
            nuggets[qid][name] = pk
            texts[qid].append((name, text))
        pool = PoolItem.objects.filter(question__campaign=campaign, question__qid__in=qids)
        listed = {qid: listed_as(named) for qid, named in texts.items()}
        items = dict(pool.values_list("key", "pk").iterator())
        return MatchScene(questions, nuggets, listed, items, Named(campaign, qids))

    def in_our_words(self, rows: Sequence[MatchRow], scene: MatchScene) -> list[MatchRow]:
        """What is ours already stays."""
        named = scene.named
        ours = (
            row._replace(
                item=row.item if row.item.key in scene.items else named.item(row.item),
                nuggets=tuple(named.nugget(row.item.qid, name) for name in row.nuggets),
            )
            for row in rows
        )
        return _stated_once(ours)

    def note_wrong(self, rows: Iterable[MatchRow], scene: MatchScene, problems: Problems) -> None:
        lines: dict[Item, int] = {}
        for row in rows:
            first = earlier(lines, row.item, row.line)
            if first is not None:
                message = tables.differ(first, row.line)
                problems.add(row.line, "duplicate_match", message, say("Say all of an answer at once."))
            for wrong in _wrong(row, scene):
                problems.add(row.line, *wrong)

    def wanted(self, rows: Sequence[MatchRow], scene: MatchScene) -> dict[int, Said]:
        return {
            scene.items[row.item.key]: (
                scene.listed[row.item.qid],
                row.note,
                frozenset(_found(row, scene)),
            )
            for row in rows
        }

    def before(self, member: Member, scene: MatchScene) -> dict[int, Said]:
        campaign, name = member.campaign, member.name
        found = defaultdict[int, list[Found]](list)
        matches = NuggetMatch.programs.filter(scene.here, member__campaign=campaign, member__name=name)
        for item, nugget, label in matches.values_list("item_id", "nugget_id", "label"):
            found[item].append((nugget, label))
        read = Reading.programs.filter(
            scene.here, assignment__member__campaign=campaign, assignment__member__name=name
        )
        return {
            item: (listed, note, frozenset(found[item]))
            for item, listed, note in read.values_list("item_id", "listed", "note")
        }

    def parts(self, said: Said) -> int:
        return len(said[2])

    def left_out(self, member: Member, rows: Sequence[MatchRow]) -> str:
        campaign, name = member.campaign, member.name
        read = Reading.programs.filter(
            item=OuterRef("pk"), assignment__member__name=name, assignment__member__campaign=campaign
        )
        types = campaign.track.types_with(MATCHING)
        left, questions = left_in_pool(campaign, types, read, {row.item.key for row in rows})
        said = say_n(
            "{n} answer of the pool was not matched by {name}; the questions are {questions}.",
            "{n} answers of the pool were not matched by {name}; the questions are {questions}.",
            left,
            name=name,
            questions=questions,
        )
        return said if left else ""

    def watch(self, sent: Sent, plan: ProgramPlan[MatchScene, int, Said]) -> Watch:
        return Watch(
            Reading.programs.filter(plan.scene.here, assignment__member=plan.member),
            NuggetMatch.programs.filter(plan.scene.here, member=plan.member),
        )

    def write(self, sent: Sent, plan: ProgramPlan[MatchScene, int, Said]) -> None:
        """Readings stand in the assignments that tie the program to its questions."""
        member, differing, before = plan.member, plan.differing, plan.before
        tied = member.assignments.filter(question__in=plan.questions)
        assignments = dict(tied.values_list("question__pool_items", "pk").iterator())
        new = sorted(differing.keys() - before.keys())
        insert_rows(
            Reading,
            ("assignment_id", "item_id", "listed", "note", "by_program"),
            [(assignments[item], item, *differing[item][:2], True) for item in new],
        )
        added = [(item, *found) for item in new for found in sorted(differing[item][2])]
        own = NuggetMatch.programs.filter(member=member)
        for item in sorted(differing.keys() & before.keys()):
            listed, note, nuggets = differing[item]
            was = before[item]
            if was[:2] != (listed, note):
                read = Reading.programs.filter(assignment=assignments[item], item=item)
                read.update(listed=listed, note=note)
            if gone := was[2] - nuggets:
                own.filter(item=item, nugget__in=[nugget for nugget, _ in gone]).delete()
            added += [(item, *found) for found in sorted(nuggets - was[2])]
        insert_rows(
            NuggetMatch,
            ("item_id", "nugget_id", "label", "of_text", "member_id", "by_program"),
            [(item, nugget, label, "", member.pk, True) for item, nugget, label in added],
        )

    def preview(self, counts: Mapping[str, int]) -> str:
        holds = say_n(
            "{n} answer with {matches} matches.",
            "{n} answers with {matches} matches.",
            counts["subjects"],
            matches=counts["parts"],
        )
        would = say_n(
            "{n} answer would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} answers would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            counts["added"],
            changed=counts["changed"],
            unchanged=counts["unchanged"],
        )
        return f"{holds} {would}"

    def outcome(self, counts: Mapping[str, int]) -> str:
        return say_n(
            "Stored what it found in {n} answer: {matches} matches; {changed} changed, {unchanged} the same as before.",
            "Stored what it found in {n} answers: {matches} matches; {changed} changed, {unchanged} the same as before.",
            counts["subjects"],
            matches=counts["parts"],
            changed=counts["changed"],
            unchanged=counts["unchanged"],
        )


MATCHES = MatchTable()
MATCHES.register()
