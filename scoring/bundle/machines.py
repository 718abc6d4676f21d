"""Holds what a bundle says of programs that judged against its judgments."""

from scoring.bundle.gold import GoldChecks
from scoring.formats import rows
from scoring.records import MachineAssessor
from scoring.say import say


class MachineChecks(GoldChecks):
    """The records of a bundle's tables with its machine assessors."""

    def machines(self) -> tuple[MachineAssessor, ...]:
        """The machine assessors: no two of one name, and none that is a person."""
        found = self._records("machines", lambda cells: cells["assessor"], rows.machine_of)
        people = {row.cells["assessor"] for row in self.tables["judgments"] if self._is_persons(row.cells)}
        people |= {row.cells["assessor"] for row in self.tables["assignments"]}
        for row, machine in found:
            if machine.assessor in people:
                message = say(
                    "{name} is a person in judgments.csv or assignments.csv.", name=machine.assessor
                )
                self._note("machines", row, "contradiction", message)
        return tuple(machine for _, machine in found)

    @staticmethod
    def _is_persons(cells: rows.Cells) -> bool:
        return (cells.get("kind") or "human") == "human"
