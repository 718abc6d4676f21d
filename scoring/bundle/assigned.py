"""Holds the items that somebody was given one by one against the pool, and against who was to judge only some."""

from scoring.bundle.post_editing import PostEditingChecks
from scoring.formats import rows
from scoring.formats.problems import shown
from scoring.records import AssignedItem
from scoring.say import say
from scoring.stages import THIRD


class AssignedChecks(PostEditingChecks):
    """The records of a bundle's tables with the items that third assessors were given."""

    def assigned_items(self) -> tuple[AssignedItem, ...]:
        """What each third assessor is to judge. Only where answers are graded can anybody be one."""
        given = [row for row in self.tables["assignments"] if row.cells["role"] == THIRD]
        for row in given:
            if not self._may_be_third(qid := row.cells["qid"]):
                message = say("Question {qid} has no third assessors.", qid=shown(qid))
                self._note("assignments", row, "contradiction", message)
        thirds = {(row.cells["qid"], row.cells["assessor"]) for row in given}
        found = self._records("assigned_items", lambda cells: tuple(cells.values()), rows.assigned_item_of)
        for row, assigned in found:
            if (assigned.item.qid, assigned.assessor) not in thirds:
                message = say(
                    "{name} is not a third assessor of question {qid}.",
                    name=shown(assigned.assessor),
                    qid=shown(assigned.item.qid),
                )
                self._note("assigned_items", row, "contradiction", message)
        return tuple(one for row, one in found if self._in_pool("assigned_items", row, one.item))

    def _may_be_third(self, qid: str) -> bool:
        question = self._questions.get(qid)
        stages = self.track.type_of(question).form.stages if question else ()
        return any(stage.of_some for stage in stages)
