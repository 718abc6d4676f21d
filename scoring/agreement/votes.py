"""How alike people call nuggets vital or okay."""

from collections import defaultdict

from scoring.agreement.ratings import Ratings, ratings
from scoring.index import Index, index_of
from scoring.records import Evaluation

LABELS = ("vital", "okay")


def votes(evaluation: Evaluation | Index) -> Ratings:
    """The votes on the nuggets that several people voted on. A settled vote is nobody's."""
    index = index_of(evaluation)
    counting = counting_nuggets(index)
    given: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for qid, nugget, assessor, vote in index.evaluation.nugget_votes:
        if assessor and nugget in counting.get(qid, ()) and (qid, assessor) not in index.gone:
            given[qid, nugget][assessor] = vote
    said = ((qid, of_nugget) for (qid, _), of_nugget in given.items())
    return ratings(said, LABELS, positive=frozenset(LABELS[:1]), least=2)


def counting_nuggets(index: Index) -> dict[str, set[str]]:
    """The nuggets of each retained question: those that are settled, or the primary assessor's."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for nugget in index.evaluation.nuggets:
        if nugget.qid in index.retained and index.people.counts(nugget.qid, nugget.assessor):
            found[nugget.qid].add(nugget.name)
    return dict(found)
