"""How alike people see nuggets in pool items: each nugget of a question is marked in an item, or not.

Somebody looked through the whole pool of a question who finished it, or who marked anything in it where nobody is
assigned to it; else through the items that hold a mark of theirs.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from scoring.agreement.ratings import Pattern, Ratings
from scoring.agreement.votes import counting_nuggets
from scoring.index import Index, index_of
from scoring.records import Evaluation, Item

LABELS = ("marked", "not marked")

Marks = Mapping[str, set[str]]  # nugget -> who marked it


def matches(evaluation: Evaluation | Index) -> Ratings:
    """The marks over all nuggets and items that two people or more looked through. Settled marks are nobody's."""
    index = index_of(evaluation)
    nuggets = counting_nuggets(index)
    marks = marks_of(index, nuggets)
    whole = looked_through(index, marks)
    pools: defaultdict[str, dict[Item, None]] = defaultdict(dict)
    for item in [*index.evaluation.pool, *marks]:
        if item.qid in nuggets and item.qid in whole:
            pools[item.qid][item] = None
    by_question: dict[str, Counter[Pattern]] = {}
    for qid, items in pools.items():
        for item in items:
            of_item = marks.get(item, {})
            people = whole[qid].union(*of_item.values())
            if len(people) > 1:
                by_question.setdefault(qid, Counter()).update(said_of(nuggets[qid], of_item, people))
    return Ratings(by_question, LABELS, positive=frozenset(LABELS[:1]))


def marks_of(index: Index, nuggets: Mapping[str, Collection[str]]) -> dict[Item, dict[str, set[str]]]:
    """Who marked which of these nuggets (by question) in each item."""
    found: defaultdict[Item, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for item, nugget, assessor in index.evaluation.matches:
        if assessor and nugget in nuggets.get(item.qid, ()) and (item.qid, assessor) not in index.gone:
            found[item][nugget].add(assessor)
    return {item: dict(of_item) for item, of_item in found.items()}


def looked_through(index: Index, marks: Mapping[Item, Marks]) -> dict[str, set[str]]:
    """Who looked through the whole pool of each question of which anybody looked at anything."""
    found: dict[str, set[str]] = {item.qid: set() for item in marks}
    for row in index.evaluation.assignments:
        if row.judges and row.state == "done":
            found.setdefault(row.qid, set()).add(row.assessor)
    for item, of_item in marks.items():
        if item.qid not in index.people.assigned:
            found[item.qid].update(*of_item.values())
    return found


def said_of(nuggets: Collection[str], marks: Marks, people: Collection[str]) -> Counter[Pattern]:
    """What people said of all nuggets of one item; most are marked by nobody."""
    found = Counter[Pattern]()
    ordered = sorted(people)
    for marked in marks.values():
        found[tuple((name, LABELS[name not in marked]) for name in ordered)] += 1
    if unmarked := len(nuggets) - len(marks):
        found[tuple((name, LABELS[1]) for name in ordered)] += unmarked
    return found
