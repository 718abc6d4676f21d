"""Holds what a bundle says of programs that judged against its judgments."""

from functools import cached_property

from scoring.bundle.gold import GoldChecks
from scoring.formats import rows
from scoring.formats.problems import shown
from scoring.formats.tables import TableRow
from scoring.records import MachineAssessor, MachineMatch, MachineNugget
from scoring.say import say

OF_NUGGETS = ("nuggets", "votes", "matches")  # tables of what people say of them


class MachineChecks(GoldChecks):
    """The records of a bundle's tables with its machine assessors."""

    def machines(self) -> tuple[MachineAssessor, ...]:
        """The machine assessors: no two of one name, and none that is a person."""
        found = self._records("machines", lambda cells: cells["assessor"], rows.machine_of)
        people = {row.cells["assessor"] for row in self.tables["judgments"] if self._is_persons(row.cells)}
        people |= {row.cells["assessor"] for row in self.tables["assignments"]}
        of_nuggets = {row.cells["assessor"] for table in OF_NUGGETS for row in self.tables[table]}
        for row, machine in found:
            if machine.assessor in people:
                message = say(
                    "{name} is a person in judgments.csv or assignments.csv.", name=machine.assessor
                )
                self._note("machines", row, "contradiction", message)
            elif machine.assessor in of_nuggets:
                message = say(
                    "{name} is a person in nuggets.csv, votes.csv or matches.csv.", name=machine.assessor
                )
                self._note("machines", row, "contradiction", message)
        return tuple(machine for _, machine in found)

    def machine_matches(self) -> tuple[MachineMatch, ...]:
        """What programs matched: items of the pool, nuggets of the same question, programs of machines.csv."""
        table = "machine_matches"
        found = self._records(
            table,
            lambda cells: (rows.item_of(cells), cells["assessor"], cells["nugget"]),
            rows.machine_match_of,
        )
        kept = []
        for row, match in found:
            if (
                self._is_machine(table, row)
                and self._in_pool(table, row, match.item)
                and self._takes_nuggets(table, row)
                and (not match.nugget or (self._holds_nugget(table, row) and self._takes_label(table, row)))
            ):
                kept.append(match._replace(item=self._pool[match.item]))
        return tuple(sorted(kept))

    def machine_nuggets(self) -> tuple[MachineNugget, ...]:
        """What programs of machines.csv drafted, for questions that are judged by nuggets."""
        table = "machine_nuggets"
        found = self._records(
            table,
            lambda cells: (cells["qid"], cells["assessor"], cells["position"].lstrip("0")),
            rows.machine_nugget_of,
        )
        return tuple(
            sorted(
                drafted
                for row, drafted in found
                if self._is_machine(table, row)
                and self._question(table, row)
                and self._takes_nuggets(table, row)
                and self._is_taken(row, drafted)
            )
        )

    def _is_taken(self, row: TableRow, drafted: MachineNugget) -> bool:
        """Whether the nugget that a draft is said to have become is one that came from a draft, if any is named."""
        if not drafted.taken or (drafted.qid, drafted.taken) in self._from_drafts:
            return True
        message = say("Nugget {nugget} did not come from a draft.", nugget=shown(drafted.taken))
        hint = say("Name a nugget of the same question in nuggets.csv whose origin is draft.")
        self._note("machine_nuggets", row, "unknown_nugget", message, hint)
        return False

    @cached_property
    def _from_drafts(self) -> set[tuple[str, str]]:
        rows = (row.cells for row in self.tables["nuggets"])
        return {(cells["qid"], cells["nugget"]) for cells in rows if cells["origin"] == "draft"}

    def _is_machine(self, table: str, row: TableRow) -> bool:
        name = row.cells["assessor"]
        if name in self._machine_names:
            return True
        message = say("{name} is not in machines.csv.", name=name or "“”")
        self._note(table, row, "unknown_machine", message)
        return False

    @cached_property
    def _machine_names(self) -> set[str]:
        return {row.cells["assessor"] for row in self.tables["machines"]}

    @staticmethod
    def _is_persons(cells: rows.Cells) -> bool:
        return (cells.get("kind") or "human") == "human"
