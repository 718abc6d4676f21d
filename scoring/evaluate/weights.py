"""What the nuggets of a question weigh, from the votes of its assessors.

In a pyramid a nugget weighs as many votes as call it vital (Lin and Demner-Fushman, HLT/NAACL 2006). Otherwise it weighs
1 where it is vital and 0 where it is okay: as settled, else as the primary assessor says; where there is no primary, as
more than half of the voters say. A settled vote stands in the place of the primary assessor's.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from scoring.evaluate.people import People
from scoring.records import Evaluation

Weights = Mapping[str, Mapping[str, int]]  # question -> nugget -> weight before it is normalised


def weights_of(evaluation: Evaluation, pyramids: Mapping[str, bool], people: People) -> Weights:
    """The weights of all nuggets of the given questions; the value says whether a question's form a pyramid."""
    votes: defaultdict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for vote in evaluation.nugget_votes:
        if (vote.qid, vote.assessor) not in people.gone:
            votes[vote.qid, vote.nugget][vote.assessor] = vote.vote == "vital"
    weights: dict[str, dict[str, int]] = {qid: {} for qid in pyramids}
    for nugget in evaluation.nuggets:
        qid = nugget.qid
        primary = people.primary.get(qid)
        if qid in weights and (not nugget.assessor or primary in (None, nugget.assessor)):
            given = dict(votes.get((qid, nugget.name), {}))
            settled = given.pop("", None)
            if settled is not None:
                given[primary or ""] = settled
            weights[qid][nugget.name] = (
                sum(given.values()) if pyramids[qid] else _vital(given, primary, settled)
            )
    return weights


def _vital(given: Mapping[str, bool], primary: str | None, settled: bool | None) -> int:
    if settled is not None:
        return int(settled)
    if primary is not None:
        return int(given.get(primary, False))
    return int(2 * sum(given.values()) > len(given))


def normalised(weights: Mapping[str, int]) -> dict[str, Fraction]:
    """The weights with the heaviest as 1; all 0 where nothing weighs."""
    heaviest = max(weights.values(), default=0) or 1
    return {name: Fraction(weight, heaviest) for name, weight in weights.items()}
