"""Nugget matches of a program: what it found in an answer, as readings with their checksum and note, and matches."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from assessment.campaigns.models import Campaign, Question
from assessment.imports.services.machine_matches import (
    COLUMNS,
    MatchRow,
    MatchScene,
    check_matches,
    in_our_words,
    match_scene,
    read_match_rows,
    unread_by,
)
from assessment.imports.services.program_tables import ProgramTable, Review
from assessment.judging.models import NuggetMatch, Reading
from assessment.judging.selectors.example_rows import matched
from assessment.people.models import Member
from assessment.shared.say import say_n, sentence
from documents.bulk import insert_rows
from scoring.formats.problems import Problems

Found = tuple[int, str]  # a nugget, and its label where nuggets have labels
Said = tuple[str, str, frozenset[Found]]  # checksum of the list, note, nuggets


class MatchTable(ProgramTable[MatchRow, MatchScene, int, Said]):
    """Which nuggets a program found in which answers (items of the pool)."""

    kind = "machine-matches"
    title = sentence("Nugget matches of a program")
    verb = "machine:matched"
    things = "nugget marks and votes"
    nothing = sentence("No match was stored.")
    columns = COLUMNS
    manual = "machine-assessors#nugget-matches"

    def example(self, campaign: Campaign) -> Sequence[Mapping[str, str]]:
        return [{**matched(campaign), "confidence": "0.9", "explanation": "the answer says so"}]

    def read(self, data: bytes, problems: Problems) -> list[MatchRow]:
        return read_match_rows(data, problems)

    def scene(self, campaign: Campaign, rows: Sequence[MatchRow]) -> MatchScene:
        return match_scene(campaign, {row.item.qid for row in rows})

    def in_our_words(self, rows: Sequence[MatchRow], scene: MatchScene) -> Sequence[MatchRow]:
        return in_our_words(rows, scene)

    def questions(self, scene: MatchScene) -> Collection[Question]:
        return scene.questions.values()

    def check(self, rows: Iterable[MatchRow], scene: MatchScene, problems: Problems) -> None:
        check_matches(rows, scene, problems)

    def wanted(self, rows: Sequence[MatchRow], scene: MatchScene) -> dict[int, Said]:
        return {
            scene.items[row.item.key]: (
                scene.listed[row.item.qid],
                row.note,
                frozenset(_found(row, scene)),
            )
            for row in rows
        }

    def stored(self, campaign: Campaign, assessor: str, scene: MatchScene) -> dict[int, Said]:
        rows = _readings(scene).filter(
            assignment__member__campaign=campaign, assignment__member__name=assessor
        )
        found = defaultdict[int, list[Found]](list)
        matches = _matches(scene).filter(member__campaign=campaign, member__name=assessor)
        for item, nugget, label in matches.values_list("item_id", "nugget_id", "label"):
            found[item].append((nugget, label))
        return {
            item: (listed, note, frozenset(found[item]))
            for item, listed, note in rows.values_list("item_id", "listed", "note")
        }

    def parts(self, said: Said) -> int:
        return len(said[2])

    def left_out(self, campaign: Campaign, assessor: str, rows: Sequence[MatchRow]) -> list[str]:
        return unread_by(campaign, assessor, rows)

    def watched(self, member: Member, scene: MatchScene) -> Sequence["QuerySet[Any]"]:
        return _readings(scene).filter(assignment__member=member), _matches(scene).filter(member=member)

    def write(
        self, member: Member, scene: MatchScene, differing: Mapping[int, Said], before: Mapping[int, Said]
    ) -> None:
        """Readings stand in the assignments that tie the program to its questions."""
        tied = member.assignments.filter(question__in=scene.questions.values())
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

    def holds(self, review: Review) -> str:
        return say_n(
            "{n} answer with {matches} matches.",
            "{n} answers with {matches} matches.",
            review.subjects,
            matches=review.parts,
        )

    def would(self, review: Review) -> str:
        return say_n(
            "{n} answer would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            "{n} answers would be new, {changed} changed, {unchanged} the same. Nothing was stored.",
            review.added,
            changed=review.changed,
            unchanged=review.unchanged,
        )

    def done(self, review: Review) -> str:
        return say_n(
            "Stored what it found in {n} answer: {matches} matches; {changed} changed, {unchanged} the same as before.",
            "Stored what it found in {n} answers: {matches} matches; {changed} changed, {unchanged} the same as before.",
            review.subjects,
            matches=review.parts,
            changed=review.changed,
            unchanged=review.unchanged,
        )


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


def _readings(scene: MatchScene) -> "QuerySet[Reading]":
    return Reading.programs.filter(item__question__in=[question.pk for question in scene.questions.values()])


def _matches(scene: MatchScene) -> "QuerySet[NuggetMatch]":
    return NuggetMatch.programs.filter(
        item__question__in=[question.pk for question in scene.questions.values()]
    )


MATCHES = MatchTable()
MATCHES.register()
