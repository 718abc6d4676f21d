"""An evaluation without some of what it rests on: items of the pool, runs, or what people said.

What hangs on it goes along: decisions, classes, nuggets, matches. What the gold standard settles by itself stays.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from scoring import evaluations
from scoring.annotations import AnnotatedExample
from scoring.gold import AUTOMATIC, automatic_judgments
from scoring.index import Index
from scoring.records import Adjudication, Evaluation, Item, KnownAnswer, Match, Nugget, Run
from scoring.say import say
from scoring.stages import ANSWER
from scoring.studies.draws import Draws
from scoring.studies.variation import VariationError
from scoring.tracks.base import Track

Said = tuple[str, str]  # a question, and somebody who said something of it
_Said = tuple[Item, str, str]  # item, nugget, label
Givers = Mapping[Item, Collection[str]]  # the pooled runs that brought an item to the pool


def refuse_without_pools(track: Track, hint: str) -> None:
    """Raise VariationError, with what to do instead, where nothing that runs gave is pooled."""
    if ANSWER not in track.item_kinds:
        message = say("People judge nothing of runs in this campaign, so that scores rest on no pools.")
        raise VariationError("no_pools", message, hint)


def givers(evaluation: Evaluation, depth: int | None = None) -> Givers:
    """Which pooled runs brought each item to the pool; `depth` makes pools shallower, never deeper."""
    track = evaluations.track_of(evaluation)
    settings = track.settings_with_defaults(evaluation.settings)
    found: defaultdict[Item, set[str]] = defaultdict(set)
    for run in evaluation.runs:
        if not run.pooled:
            continue
        lines = evaluation.responses.get(run.run_id, ())
        deepest = _least(run.depth, depth)
        for line in track.pooled_responses(run, lines, evaluation.topics, settings, (), deepest):
            if line.item:
                found[line.item].add(run.run_id)
    return found


def _least(*depths: int | None) -> int | None:
    return min((depth for depth in depths if depth is not None), default=None)


def only_from(brought: Givers, runs: Collection[str]) -> set[Item]:
    """The items that no other run brought to the pool."""
    own = set(runs)
    return {item for item, names in brought.items() if own.issuperset(names)}


def below(evaluation: Evaluation, depth: int) -> set[Item]:
    """The items that pools of a depth do not hold, of those that runs brought."""
    return givers(evaluation).keys() - givers(evaluation, depth).keys()


def judged_of(evaluation: Evaluation, items: Collection[Item]) -> set[Item]:
    """Those of some items that people judged, or marked with nuggets."""
    judged = {one.item for one in evaluation.judgments if one.kind == "human"}
    return set(items) & (judged | {match.item for match in evaluation.matches})


def without_items(evaluation: Evaluation, items: Collection[Item]) -> Evaluation:
    """The same as if some items had never been pooled: nobody judged, grouped or marked them.

    Classes and nuggets that were found while judging are gone where all their items are.
    """
    if not items:
        return evaluation
    settled = {one.item for one in evaluation.judgments if one.kind == AUTOMATIC and one.item in items}
    pooled = (item for item in evaluation.pool if item in items)
    settled |= {one.item for one in automatic_judgments(pooled, evaluation.gold)}
    judgments = (one for one in evaluation.judgments if one.kind == AUTOMATIC or one.item not in items)
    reduced = evaluation._replace(
        pool=tuple(item for item in evaluation.pool if item not in items or item in settled),
        judgments=tuple(judgments),
        adjudications=tuple(one for one in evaluation.adjudications if one.item not in items),
        matches=tuple(match for match in evaluation.matches if match.item not in items),
    )
    return _without_empty_nuggets(evaluation, _without_empty_classes(evaluation, reduced))


def _without_empty_classes(whole: Evaluation, reduced: Evaluation) -> Evaluation:
    lost = _class_names(whole) - _class_names(reduced)
    if not lost:
        return reduced
    kept = (one for one in whole.known_answers if one.origin != "pool" or (one.qid, one.name) not in lost)
    return reduced._replace(known_answers=tuple(kept))


def _class_names(evaluation: Evaluation) -> set[tuple[str, str]]:
    """The classes that have a member."""
    given = {(one.item.qid, one.answer_class) for one in evaluation.judgments}
    settled = {(one.item.qid, one.answer_class) for one in evaluation.adjudications}
    return {(qid, name) for qid, name in given | settled if name}


def _without_empty_nuggets(whole: Evaluation, reduced: Evaluation) -> Evaluation:
    lost = _matched_names(whole.matches) - _matched_names(reduced.matches)
    gone = {(one.qid, one.name) for one in whole.nuggets if one.origin == "pool"} & lost
    return _without_nuggets(reduced, gone)


def _matched_names(matches: Iterable[Match]) -> set[tuple[str, str]]:
    return {(match.item.qid, match.nugget) for match in matches}


def _without_nuggets(evaluation: Evaluation, names: Collection[tuple[str, str]]) -> Evaluation:
    if not names:
        return evaluation
    return evaluation._replace(
        nuggets=tuple(one for one in evaluation.nuggets if (one.qid, one.name) not in names),
        nugget_votes=tuple(one for one in evaluation.nugget_votes if (one.qid, one.nugget) not in names),
    )


def without_runs(evaluation: Evaluation, run_ids: Collection[str]) -> Evaluation:
    """The same as if some runs had never been submitted."""
    reduced = without_items(evaluation, only_from(givers(evaluation), run_ids))
    runs: tuple[Run, ...] = tuple(run for run in evaluation.runs if run.run_id not in run_ids)
    responses = {name: lines for name, lines in evaluation.responses.items() if name not in run_ids}
    return reduced._replace(runs=runs, responses=responses)


def people_of(evaluation: Evaluation) -> set[Said]:
    """Everybody who said something of a question or was to judge it, experts and voters too."""
    rows: tuple[Any, ...] = (
        *evaluation.assignments,
        *evaluation.nugget_votes,
        *evaluation.nuggets,
        *evaluation.known_answers,
    )
    found = {(one.qid, one.assessor) for one in rows}
    found |= {(one.item.qid, one.assessor) for one in evaluation.judgments if one.kind == "human"}
    found |= {(one.item.qid, one.assessor) for one in evaluation.matches}
    found |= {(one.example_id, by.annotator) for one in evaluation.annotations for by in one.annotations}
    return {(qid, name) for qid, name in found if name}


def without_people(evaluation: Evaluation, gone: Collection[Said]) -> Evaluation:
    """The same as if some people had said nothing of some questions.

    A decision stays as long as those who are left differ. Where they agree, what they say counts; and where nobody is
    left, the item is unjudged.
    """
    if not gone:
        return evaluation
    judgments = (
        one for one in evaluation.judgments if one.kind != "human" or (one.item.qid, one.assessor) not in gone
    )
    reduced = evaluation._replace(
        judgments=tuple(judgments),
        matches=tuple(one for one in evaluation.matches if (one.item.qid, one.assessor) not in gone),
        nugget_votes=tuple(one for one in evaluation.nugget_votes if (one.qid, one.assessor) not in gone),
        assignments=tuple(one for one in evaluation.assignments if (one.qid, one.assessor) not in gone),
        annotations=tuple(_said_by_others(one, gone) for one in evaluation.annotations),
    )
    named = _class_names(reduced)
    kept = (
        one
        for one in evaluation.known_answers
        if (one.qid, one.assessor) not in gone or _is_shared(one, named)
    )
    reduced = reduced._replace(known_answers=tuple(kept))
    written: set[Nugget] = {one for one in evaluation.nuggets if (one.qid, one.assessor) in gone}
    reduced = _without_nuggets(reduced, {(one.qid, one.name) for one in written})
    return _with_decisions(evaluation, reduced)


def _is_shared(answer: KnownAnswer, named: Collection[tuple[str, str]]) -> bool:
    """Whether others put answers into a class that somebody made while judging."""
    return answer.origin == "pool" and (answer.qid, answer.name) in named


def _said_by_others(example: AnnotatedExample, gone: Collection[Said]) -> AnnotatedExample:
    left = (one for one in example.annotations if (example.example_id, one.annotator) not in gone)
    return example._replace(annotations=tuple(left))


def _with_decisions(whole: Evaluation, reduced: Evaluation) -> Evaluation:
    """The same with those decisions alone that there still would be."""
    # Dropped questions too, so that it does not matter whether they are taken back before or after.
    before, after = (Index(one._replace(dropped={})) for one in (whole, reduced))
    decisions = tuple(kept for one in whole.adjudications if (kept := _still(one, before, after)))
    lapsed = _settled_for_nothing(before, after)
    matches = (one for one in reduced.matches if one.assessor or one.item.qid not in lapsed)
    return reduced._replace(adjudications=decisions, matches=tuple(matches))


def _still(decision: Adjudication, before: Index, after: Index) -> Adjudication | None:
    """What is left of a decision: all, its class alone, or nothing."""
    left = after.votes.get(decision.item, {})
    if decision.item in before.votes and not left:
        return None
    if decision.item in before.disputed and len(set(left.values())) == 1:
        return decision._replace(grade="") if decision.answer_class else None
    return decision


def _settled_for_nothing(before: Index, after: Index) -> set[str]:
    """The questions whose marks people no longer differ on, or where nobody is left who marked any."""
    was, now = _marks(before), _marks(after)
    return {
        qid
        for qid, marks in was.items()
        if not now.get(qid) or (_differ(marks.values()) and not _differ(now[qid].values()))
    }


def _marks(index: Index) -> dict[str, dict[str, set[_Said]]]:
    """What each of those who looked for nuggets marked, by question; perhaps nothing."""
    found: dict[str, dict[str, set[_Said]]] = {
        qid: {name: set() for name in names} for qid, names in index.people.matched.items()
    }
    for item, nugget, assessor, label in index.evaluation.matches:
        if assessor in found.get(item.qid, ()):
            found[item.qid][assessor].add((item, nugget, label))
    return found


def _differ(marks: Iterable[set[_Said]]) -> bool:
    return len({frozenset(one) for one in marks}) > 1


def people_in_order(evaluation: Evaluation, seed: int) -> dict[str, list[str]]:
    """Who said something of each question: the primary assessor, those who judged all of it, the others, thirds.

    The seed orders those who are equal so far. Where pages are annotated these are the annotators, and not the experts.
    """
    index = Index(evaluation._replace(dropped={}))
    counts = index.looked_at()
    found: defaultdict[str, set[str]] = defaultdict(set)
    for qid, names in (*counts.items(), *index.people.matched.items()):
        found[qid].update(names)
    for vote in evaluation.nugget_votes:
        found[vote.qid].add(vote.assessor)
    for example in evaluation.annotations:
        found[example.example_id] = {one.annotator for one in example.annotations if one.complete}
    draws, judged = Draws(seed, "assessors"), index.judged_items()
    ordered = {}
    for qid, said in found.items():
        names = sorted(name for name in said if name and (qid, name) not in index.gone)
        places = draws.spawn(qid).permutations(1, len(names))[0]
        primary, whole, given = index.people.primary.get(qid), len(judged.get(qid, ())), counts.get(qid, {})
        ranked = sorted(
            ((qid, name) in index.thirds, name != primary, given.get(name, 0) < whole, int(place), name)
            for name, place in zip(names, places, strict=True)
        )
        ordered[qid] = [name for *_, name in ranked]
    return ordered
