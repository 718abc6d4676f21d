"""Holds what was declared of post-editing against the machines and questions of a bundle."""

from scoring.bundle.sampling import SamplingChecks
from scoring.formats import rows
from scoring.formats.problems import shown
from scoring.records import PostEditing
from scoring.say import say


class PostEditingChecks(SamplingChecks):
    """The records of a bundle's tables with what was declared of post-editing."""

    def post_editing(self) -> PostEditing | None:
        """What was declared; None where everybody judges blind. Whoever saw grades saw those of a machine that judged."""
        machines = {
            row.cells["assessor"] for row in self.tables["judgments"] if row.cells.get("kind") == "machine"
        }
        machines |= {row.cells["assessor"] for row in self.tables["machine_nuggets"]}
        for row in self.tables["assignments"]:
            name = row.cells.get("shown", "")
            if name and name not in machines:
                message = say("No machine {name} judged, whose grades could be shown.", name=shown(name))
                self._note("assignments", row, "contradiction", message)
        found = self._records("post_editing", lambda cells: "", rows.post_editing_of)
        for row, plan in found[:1]:
            if plan.machine not in machines:
                message = say("No machine {name} judged.", name=shown(plan.machine))
                self._note("post_editing", row, "contradiction", message)
            if unknown := sorted(set(plan.questions) - self._questions.keys()):
                message = say("There is no question {qids}.", qids=", ".join(map(shown, unknown)))
                self._note("post_editing", row, "unknown_question", message)
            return plan
        return None
