"""Holds nuggets, votes and matches, and the classes of list answers, against the questions, the pool and each other."""

from functools import cached_property, partial

from scoring.bundle.checks import Checks
from scoring.formats import rows
from scoring.formats.nugget_tables import (
    matches_in,
    no_nuggets,
    not_assigned,
    unknown_nugget,
    votes_in,
    wrong_label,
)
from scoring.formats.problems import shown
from scoring.formats.tables import TableRow
from scoring.forms.base import Form
from scoring.records import Adjudication, Judgment, Match, Nugget, NuggetVote
from scoring.say import say
from scoring.stages import CLASSES, MATCHING


class NuggetChecks(Checks):
    """The records of a bundle's tables, those of lists and nuggets too."""

    def judgments(self) -> tuple[Judgment, ...]:
        """The judgments; of list answers, each with a class that is settled or the assessor's own."""
        return tuple(
            judgment
            for judgment in super().judgments()
            if self._class_known("judgments", judgment.item.qid, judgment.answer_class, judgment.assessor)
        )

    def adjudications(self) -> tuple[Adjudication, ...]:
        """The adjudicator's decisions; of list answers, each with a class that somebody made."""
        return tuple(
            adjudication
            for adjudication in super().adjudications()
            if self._class_known("adjudications", adjudication.item.qid, adjudication.answer_class, None)
        )

    def _class_known(self, table: str, qid: str, name: str, assessor: str | None) -> bool:
        assessors = self._classes.get((qid, name), set())
        known = bool(assessors) if assessor is None else bool(assessors & {"", assessor})
        form = self.form_of(qid)
        if not name or known or not (form and form.asks(CLASSES)):
            return True
        message = (
            say(
                "Question {qid} has no answer class {name} by {assessor}.",
                qid=qid,
                name=shown(name),
                assessor=assessor,
            )
            if assessor
            else say("Question {qid} has no answer class {name}.", qid=qid, name=shown(name))
        )
        for row in self.tables[table]:
            cells = row.cells
            of_row = cells["qid"], cells.get("answer_class"), cells.get("assessor")
            if of_row == (qid, name, assessor):
                self._note(table, row, "unknown_class", message, say("Name a class of classes.csv."))
        return False

    @cached_property
    def _classes(self) -> dict[tuple[str, str], set[str]]:
        assessors: dict[tuple[str, str], set[str]] = {}
        for cells in (row.cells for row in self.tables["classes"]):
            assessors.setdefault((cells["qid"], cells["class"]), set()).add(cells.get("assessor", ""))
        return assessors

    def nuggets(self) -> tuple[Nugget, ...]:
        """The nuggets, each of a question that is judged by nuggets."""
        found = self._records("nuggets", lambda cells: (cells["qid"], cells["nugget"]), rows.nugget_of)
        listed = [
            nugget
            for row, nugget in found
            if self._question("nuggets", row) and self._takes_nuggets("nuggets", row)
        ]
        there = {(nugget.qid, nugget.name) for nugget in listed}
        declared = (one for key, one in self._declared.items() if key not in there)
        return tuple(sorted([*listed, *declared])) if self._declared else tuple(listed)

    @cached_property
    def _declared(self) -> dict[tuple[str, str], Nugget]:
        """The criteria that types declare, for each of their questions: a file need not list them."""
        return {
            (qid, one.name): Nugget(qid, one.name, one.title, "development")
            for qid, question in self._questions.items()
            for one in self.track.type_of(question).criteria
        }

    def nugget_votes(self) -> tuple[NuggetVote, ...]:
        """The votes, each by somebody who is assigned to the question, where there are assignments."""
        found = votes_in(self.tables["votes"], partial(self._note, "votes"))
        return tuple(
            vote for row, vote in found if self._holds_nugget("votes", row) and self._assigned("votes", row)
        )

    def matches(self) -> tuple[Match, ...]:
        """The matches, each of an item of the pool and a nugget of the same question."""
        found = matches_in(self.tables["matches"], partial(self._note, "matches"))
        return tuple(
            match._replace(item=self._pool[match.item])
            for row, match in found
            if self._in_pool("matches", row, match.item)
            and self._holds_nugget("matches", row)
            and self._assigned("matches", row)
            and self._takes_label("matches", row)
        )

    def form_of(self, qid: str) -> Form | None:
        """How a question is judged; None for no question."""
        question = self._questions.get(qid)
        return self.track.type_of(question).form if question else None

    def _takes_label(self, table: str, row: TableRow) -> bool:
        """Whether a match has a label of its question's scale of cells, or none where it has no such scale."""
        qid = row.cells["qid"]
        scale = self.track.type_of(self._questions[qid]).labels_of(row.cells["nugget"])
        if sentence := wrong_label(row.cells.get("label", ""), scale, qid):
            self._note(table, row, "wrong_label", sentence, say("Correct the label."))
        return not sentence

    def _takes_nuggets(self, table: str, row: TableRow) -> bool:
        qid = row.cells["qid"]
        if (form := self.form_of(qid)) and form.asks(MATCHING):
            return True
        self._note(table, row, "no_nuggets", no_nuggets(qid))
        return False

    def _holds_nugget(self, table: str, row: TableRow) -> bool:
        qid, name = row.cells["qid"], row.cells["nugget"]
        if (qid, name) in self._nugget_names:
            return True
        hint = say("Name a nugget of the same question in nuggets.csv.")
        self._note(table, row, "unknown_nugget", unknown_nugget(qid, name), hint)
        return False

    @cached_property
    def _nugget_names(self) -> set[tuple[str, str]]:
        listed = {(row.cells["qid"], row.cells["nugget"]) for row in self.tables["nuggets"]}
        return listed | self._declared.keys()

    def _assigned(self, table: str, row: TableRow) -> bool:
        """Whether somebody may speak on a question: settled rows, and, where there are assignments, the assigned."""
        qid, assessor = row.cells["qid"], row.cells["assessor"]
        if not assessor or not self.tables["assignments"] or (qid, assessor) in self._assignment_keys:
            return True
        hint = say("Assign the question, or remove the row.")
        self._note(table, row, "not_assigned", not_assigned(qid, assessor), hint)
        return False

    @cached_property
    def _assignment_keys(self) -> set[tuple[str, str]]:
        return {(row.cells["qid"], row.cells["assessor"]) for row in self.tables["assignments"]}
