"""Holds the gold standard of a bundle against its questions, and automatic judgments against the gold standard."""

from collections.abc import Callable
from functools import cached_property

from scoring.bundle.nuggets import NuggetChecks
from scoring.formats import rows
from scoring.formats.tables import TableRow
from scoring.gold import AUTOMATIC, GRADE, matcher
from scoring.records import GoldAnswer, Item, Judgment
from scoring.say import say


class GoldChecks(NuggetChecks):
    """The records of a bundle's tables with its gold standard."""

    @cached_property
    def gold(self) -> tuple[GoldAnswer, ...]:
        """The gold answers."""
        found = self._records("gold", rows.gold_of, rows.gold_of)
        return tuple(one for row, one in found if self._names_paragraph(row, one))

    def _names_paragraph(self, row: TableRow, one: GoldAnswer) -> bool:
        question, named = self._question("gold", row), bool(one.docid and one.passage)
        if question and not named:
            message = say("A gold answer names a document and the number of a paragraph in it.")
            self._note("gold", row, "gold_place", message, say("Fill docid and passage."))
        return question is not None and named

    def _is_sound(self, row: TableRow, judgment: Judgment) -> bool:
        """An automatic judgment says what the gold standard says of its question, where there is one."""
        sound = super()._is_sound(row, judgment)
        line = self._gold_lines.get(judgment.item.qid)
        if (
            judgment.kind == AUTOMATIC
            and line
            and (judgment.grade != GRADE or not self._matches(judgment.item))
        ):
            message = say(
                "The gold standard does not call this item {grade} (gold.csv, line {line}).",
                grade=judgment.grade,
                line=str(line),
            )
            self._note("judgments", row, "contradiction", message)
            return False
        return sound

    @cached_property
    def _matches(self) -> Callable[[Item], bool]:
        return matcher(self.gold)

    @cached_property
    def _gold_lines(self) -> dict[str, int]:
        """Where the first gold answer of each question stands."""
        return {row.cells["qid"]: row.line for row in reversed(self.tables["gold"])}
