"""How alike people see nuggets in pool items: each nugget of a question is marked in an item, or not, or has a label there.

Somebody looked through the whole pool of a question who finished it, or who marked anything in it where nobody is
assigned to it; else through the items that hold a mark of theirs. Of cells with labels only these count as said.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from scoring.agreement.ratings import Pattern, Ratings, ratings
from scoring.agreement.votes import counting_nuggets
from scoring.index import Index, index_of
from scoring.records import Evaluation, Item
from scoring.scales import Criterion

LABELS = ("marked", "not marked")

Marks = Mapping[str, set[str]]  # nugget -> who marked it


def matches(evaluation: Evaluation | Index) -> Ratings:
    """The marks over all nuggets and items that two people or more looked through. Settled marks are nobody's, and criteria that
    all questions have are each for itself (`by_criterion`)."""
    index = index_of(evaluation)
    scales = index.evaluation.cell_scales
    counting = {
        qid: names
        for qid, names in counting_nuggets(index).items()
        if qid not in scales or not scales[qid].criteria
    }
    labelled = {qid: names for qid, names in counting.items() if qid in scales}
    marked = _marked(index, {qid: names for qid, names in counting.items() if qid not in scales})
    of_cells = _labelled(index, labelled)
    if not labelled:
        return Ratings(marked, LABELS, positive=frozenset(LABELS[:1]))
    kinds = list(dict.fromkeys(scales[qid] for qid in labelled))
    grades = dict.fromkeys(grade for scale in kinds for grade in scale.grades)
    positive = frozenset(label for scale in kinds for label in scale.correct)
    if len(labelled) == len(counting):
        values = kinds[0].values if len(kinds) == 1 and kinds[0].is_graded else {}
        return Ratings(of_cells, tuple(grades), len(kinds) == 1, positive, values)
    labels = dict.fromkeys((*LABELS, *grades))
    return Ratings(marked | of_cells, tuple(labels), positive=positive | frozenset(LABELS[:1]))


def by_criterion(evaluation: Evaluation | Index) -> dict[str, Ratings]:
    """The labels of each criterion that all questions of a type have, on its own scale, by its name."""
    index = index_of(evaluation)
    asked: defaultdict[str, list[str]] = defaultdict(list)
    criteria: dict[str, Criterion] = {}
    for qid, scale in index.evaluation.cell_scales.items():
        if qid in index.retained:
            criteria |= {one.name: one for one in scale.criteria}
            for one in scale.criteria:
                asked[one.name].append(qid)
    return {name: _of_criterion(index, one, asked[name]) for name, one in criteria.items()}


def _of_criterion(index: Index, one: Criterion, questions: Sequence[str]) -> Ratings:
    said = _labelled(index, {qid: [one.name] for qid in questions})
    values = one.scale.values if one.scale.is_graded else {}
    return Ratings(said, one.scale.grades, True, one.scale.correct, values)


def _labelled(index: Index, nuggets: Mapping[str, Collection[str]]) -> dict[str, Counter[Pattern]]:
    """What two people or more said of the same cell, by question."""
    said = ((item.qid, voices) for (item, _), voices in labels_of(index, nuggets).items())
    return dict(ratings(said, least=2).by_question)


def labels_of(
    index: Index, nuggets: Mapping[str, Collection[str]]
) -> defaultdict[tuple[Item, str], dict[str, str]]:
    """What people said of each cell of these nuggets (by question)."""
    cells: defaultdict[tuple[Item, str], dict[str, str]] = defaultdict(dict)
    for item, nugget, assessor, label in index.evaluation.matches:
        if assessor and nugget in nuggets.get(item.qid, ()) and (item.qid, assessor) not in index.gone:
            cells[item, nugget][assessor] = label
    return cells


def _marked(index: Index, nuggets: Mapping[str, Collection[str]]) -> dict[str, Counter[Pattern]]:
    """What two people or more said of each nugget in each item, by question: marked or not."""
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
    return by_question


def marks_of(index: Index, nuggets: Mapping[str, Collection[str]]) -> dict[Item, dict[str, set[str]]]:
    """Who marked which of these nuggets (by question) in each item, with a label that is worth anything where there are any."""
    found: defaultdict[Item, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for item, nugget, assessor, label in index.evaluation.matches:
        counts = nugget in nuggets.get(item.qid, ()) and (item.qid, assessor) not in index.gone
        if assessor and counts and index.holds(item.qid, label):
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
