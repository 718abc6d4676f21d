"""Holds the sample that people were asked for against its questions, and the chances that a bundle names against the sample."""

from scoring.bundle.machines import MachineChecks
from scoring.formats import rows
from scoring.records import Sampling
from scoring.say import say


class SamplingChecks(MachineChecks):
    """The records of a bundle's tables with the design of its sample."""

    def sampling(self) -> Sampling | None:
        """The design with its questions; None where people were asked for everything."""
        designs = self._records("design", lambda cells: "", rows.design_of)
        known = self._records("sample", lambda cells: cells["qid"], rows.sampled_of)
        found = [(row, one) for row, one in known if self._question("sample", row)]
        if not designs:
            for row, _ in found[:1]:
                message = say("A sample without a design: design.csv has no row.")
                self._note("sample", row, "contradiction", message)
            return None
        row, design = designs[0]
        sampling = design._replace(questions=tuple(one for _, one in sorted(found, key=lambda pair: pair[1])))
        if sum(one.drawn for one in sampling.questions) != sampling.size:
            message = say("The design drew {n} questions, sample.csv has another number.", n=sampling.size)
            self._note("design", row, "contradiction", message)
        chances = sampling.chances
        for row, one in found:
            if row.cells["chance"] != str(chances[one.qid]):
                message = say("The chance of this question is {chance}.", chance=str(chances[one.qid]))
                self._note("sample", row, "contradiction", message)
        return sampling
