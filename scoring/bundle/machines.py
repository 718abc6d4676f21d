"""Holds what a bundle says of programs that judged against its judgments."""

from scoring.bundle.gold import GoldChecks
from scoring.formats import rows
from scoring.records import MachineAssessor, MachineMatch
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

    def machine_matches(self) -> tuple[MachineMatch, ...]:
        """What programs matched: items of the pool, nuggets of the same question, programs of machines.csv."""
        table, known = "machine_matches", {row.cells["assessor"] for row in self.tables["machines"]}
        found = self._records(
            table,
            lambda cells: (rows.item_of(cells), cells["assessor"], cells["nugget"]),
            rows.machine_match_of,
        )
        kept = []
        for row, match in found:
            if match.assessor not in known:
                message = say("{name} is not in machines.csv.", name=match.assessor or "“”")
                self._note(table, row, "unknown_machine", message)
            elif (
                self._in_pool(table, row, match.item)
                and self._takes_nuggets(table, row)
                and (not match.nugget or self._holds_nugget(table, row))
            ):
                kept.append(match._replace(item=self._pool[match.item]))
        return tuple(sorted(kept))

    @staticmethod
    def _is_persons(cells: rows.Cells) -> bool:
        return (cells.get("kind") or "human") == "human"
