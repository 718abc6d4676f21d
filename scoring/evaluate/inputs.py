"""One checksum over everything that scores depend on, the same whatever the order of rows and wherever they are kept.

For each table: its name, its number of rows, and its rows in code-point order; every cell is followed by a NUL, which
no cell can hold. A pool item's row holds the judgments of it that count (scoring.index).
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.evaluations.changes import substance
from scoring.index import Index, Machine, Marking
from scoring.kinship import Kin
from scoring.measures import parse
from scoring.records import Evaluation
from scoring.spans.codec import as_row, encoded
from scoring.tracks.base import Track

ROWS_AT_A_TIME = 10_000


def inputs_sha256(index: Index, track: Track, settings: Mapping[str, Any]) -> str:
    """The checksum (hex) of an evaluation. `settings` holds all settings of the track."""
    digest = hashlib.sha256()
    for name, rows in _tables(index, track, settings):
        rows.sort()
        digest.update(f"{name}\0{len(rows)}\0".encode())
        for start in range(0, len(rows), ROWS_AT_A_TIME):  # of millions there is no second copy
            digest.update("".join(f"{row}\0" for row in rows[start : start + ROWS_AT_A_TIME]).encode())
    return digest.hexdigest()


def with_machine(inputs: str, machine: Machine, kin: Kin, marking: Marking | None = None) -> str:
    """The checksum where a rule names a machine: over `inputs`, its grades and matches, and the runs it may favour."""
    rows = sorted("\0".join((*item, grade)) for item, grade in machine.grades.items())
    near = ["kin", *kin.by_team, "", *kin.by_model] if kin else []
    table = "\0".join(
        [inputs, "machine", str(len(rows)), *sorted(machine.versions), *rows, *near, *_marked(marking), ""]
    )
    return hashlib.sha256(table.encode()).hexdigest()


def _marked(marking: Marking | None) -> list[str]:
    """What a machine matched; nothing where it did not."""
    if marking is None:
        return []
    read = sorted("\0".join(item) for item in marking.read)
    marks = sorted(
        "\0".join((*item, nugget, *filter(None, [marking.labels.get((item, nugget))])))
        for item, nugget in marking.marks
    )
    return ["matches", str(len(read)), *read, str(len(marks)), *marks, *sorted(marking.outdated)]


def _tables(index: Index, track: Track, settings: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    evaluation = index.evaluation
    yield "track", [track.slug]
    if evaluation.definition:  # without its words, which scores do not depend on
        yield "evaluation", [substance(evaluation.definition)]
    stated = track.stated(settings)
    yield "settings", [f"{known.name}\0{known.format(settings[known.name])}" for known in stated]
    yield (
        "questions",
        [
            f"{it.qid}\0{it.type}\0{it.series}\0{it.nil}" + (f"\0{it.pair}" if it.pair else "")
            for it in evaluation.topics.questions
        ],
    )
    yield "dropped", list(evaluation.dropped)
    yield (
        "known",
        [f"{known.qid}\0{known.name}\0{known.label}\0{known.origin}" for known in evaluation.known_answers],
    )
    yield "runs", [run.run_id for run in evaluation.runs]
    for run in sorted(evaluation.runs):
        yield (
            f"responses of {run.run_id}",
            [
                f"{qid}\0{docid}\0{passage}\0{answer}\0{rank}"
                + ("\0noa" if noa else "")
                + (f"\0{encoded(prediction)}" if prediction else "")
                for qid, docid, answer, rank, passage, _, noa, prediction in evaluation.responses.get(
                    run.run_id, ()
                )
            ],
        )
    if any(parse(name).in_order for name in track.measures):
        yield from _orders(evaluation)
    yield "items", [*_judged(index), *("\0".join((*item, "0")) for item in index.unjudged)]
    if index.thirds:  # who can be the one judge hangs on it
        yield (
            "thirds",
            _rows({(it.qid, name) for it, votes in index.votes.items() for name in votes} & index.thirds),
        )
    if index.cannot_judge:  # of which scores warn
        yield "cannot be judged", _rows((*item, *sorted(names)) for item, names in index.cannot_judge.items())
    if index.automatic:
        yield "automatic", _rows((*item, grade) for item, grade in index.automatic.items())
    yield from _parts(index, track)
    yield "decisions", ["\0".join((*item, decision.grade)) for item, decision in index.decisions.items()]


def _orders(evaluation: Evaluation) -> Iterator[tuple[str, list[str]]]:
    """In which order each run has its questions, where scores hang on that."""
    for run in sorted(evaluation.runs):
        qids = dict.fromkeys(response.qid for response in evaluation.responses.get(run.run_id, ()))
        yield f"order of {run.run_id}", [f"{place:09}\0{qid}" for place, qid in enumerate(qids)]


def _parts(index: Index, track: Track) -> Iterator[tuple[str, list[str]]]:
    """What lists and nuggets rest on, where the track judges any."""
    evaluation = index.evaluation
    if evaluation.annotations:
        yield "annotations", [as_row(example) for example in evaluation.annotations]
    questions = track.judged_questions(evaluation.topics, evaluation.dropped)
    if not any(track.type_of(question).form.is_whole for question in questions):
        return
    yield "class makers", _rows((it.qid, it.name, it.assessor) for it in evaluation.known_answers)
    yield (
        "classes",
        _rows((*it.item, it.assessor, it.answer_class) for it in evaluation.judgments if it.kind == "human"),
    )
    yield "settled classes", _rows((*it.item, it.answer_class) for it in evaluation.adjudications)
    yield "assignments", _rows(it[:4] for it in evaluation.assignments)
    yield (
        "nuggets",
        _rows(
            (it.qid, it.name, it.assessor, *((it.weight, it.group) if it.weight or it.group else ()))
            for it in evaluation.nuggets
        ),
    )
    yield "votes", _rows(evaluation.nugget_votes)
    yield (
        "matches",
        _rows(
            (*it.item, it.nugget, it.assessor, *([it.label] if it.label else [])) for it in evaluation.matches
        ),
    )


def _rows(rows: Iterable[tuple[str, ...]]) -> list[str]:
    return ["\0".join(row) for row in rows]


def _judged(index: Index) -> Iterator[str]:
    for item, votes in index.votes.items():
        cells = [*item, str(len(votes))]
        for vote in sorted(votes.items()):
            cells += vote
        yield "\0".join(cells)
