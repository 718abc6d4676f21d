"""The files that show teams how the files of an evaluation look: example questions, example runs, DTDs, a description.

All are written by the writers of the track under a campaign's settings, so that the track reads and accepts them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.tracks.base import Declaration, Track

DESCRIPTION = "format.txt"
TEAM = "lake"  # made up
_COLUMNS = {
    "qid": "the id of the question, as the topics file has it",
    "Q0": "the two characters Q0",
    "docid": "the id of the document that the answer is from",
    "rank": "the place of the response among those to its question, from 1",
    "score": "a number; ranks count, scores do not",
    "tag": "the run tag, the same in all lines",
    "answer": "the answer string: the rest of the line, blanks and tabs inside it as they are",
}


def example_files(track: Track, settings: Mapping[str, Any]) -> dict[str, bytes]:
    """The files by name, for a campaign with these settings."""
    track = track.under(settings)
    return {
        f"example-{track.questions_file}": track.write_topics(track.sample.topics),
        **dict(example_runs(track, settings)),
        **{name: text.encode() for name, text in track.schemas().items()},
        DESCRIPTION: "".join(f"{line}\n" for line in _description(track, settings)).encode(),
    }


def sample_declaration(track: Track, run_id: str) -> Declaration:
    """What goes with an example of a run."""
    answers = {one.name: one.expected for one in track.asked if one.expected}
    length = max(track.length_limits, default=None)
    return Declaration(TEAM, run_id=run_id or None, length_limit=length, declared=answers)


def example_runs(track: Track, settings: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """An example of a run, or of each task, by name."""
    track = track.under(settings)
    sample = track.sample
    for task in track.run_kinds or ("",):
        run_id = track.run_ids(TEAM, task, sample.pair)[0] if task else ""
        declaration = sample_declaration(track, run_id)
        made_up = track.example_answers(sample.topics, declaration, settings, ())
        answers = sample.answers or made_up
        data = track.written_run(sample.topics, declaration, settings, answers, run_id)
        yield f"{run_id or 'example-run'}{track.run_suffix}", data


def _description(track: Track, settings: Mapping[str, Any]) -> Iterator[str]:
    yield f"{track.title}: how its files look"
    yield ""
    yield f"Questions: example-{track.questions_file} shows them."
    yield f"Runs: {track.sample.runs}"
    columns = track.settings_with_defaults(settings).get("columns") or track.run_columns
    if columns:
        yield "Lines end in a line feed. Columns are separated by blanks or tabs:"
        yield from (f"    {name:<8}{_COLUMNS[name]}" for name in columns.split())
    yield "Encoding: UTF-8, or another that is declared." if track.any_encoding else "Encoding: UTF-8."
    for limit in track.length_limits:
        yield f"A run may declare answer strings of at most {limit} {track.length_unit}."
    if any(kind.nil_allowed for kind in track.question_types.values()):
        yield "NIL in the place of a document id, with no string after it, says that the collection holds no answer."
    for one in track.asked:
        yield f"Declared with a run ({one.name}): {one.title}"
