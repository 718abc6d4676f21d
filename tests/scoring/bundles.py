"""Writes evaluations as bundle folders, the way an export does."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from scoring import bundle, evaluations
from scoring.bundle.annotations import FILE as ANNOTATIONS
from scoring.evaluate.files import nist_files
from scoring.formats import rows
from scoring.formats.tables import write_table
from scoring.index import Index
from scoring.records import Evaluation
from scoring.spans import annotations_file
from scoring.tracks.base import Track


def write_bundle(folder: Path, evaluation: Evaluation, run_files: Mapping[str, bytes]) -> None:
    """Write every file of a bundle; `run_files` holds the submitted bytes by run id."""
    track = evaluations.get(evaluation.track)
    index = Index(evaluations.with_scales(evaluation))
    files = {
        "campaign.json": _campaign(evaluation, track),
        track.questions_file: track.write_topics(evaluation.topics),
        **{f"runs/{run_id}{track.run_suffix}": data for run_id, data in run_files.items()},
        **{
            f"{name}.csv": b"".join(write_table(name, sorted(cells)))
            for name, cells in table_rows(evaluation).items()
        },
        ANNOTATIONS: b"".join(annotations_file.write(evaluation.annotations)),
        **{path: b"".join(content) for path, content in bundle.qrels_files(index)},
        **dict(nist_files(index)),
    }
    files = {name: data for name, data in files.items() if data}
    files[bundle.MANIFEST] = bundle.manifest(
        {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    )
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _campaign(evaluation: Evaluation, track: Track) -> bytes:
    settings = track.settings_with_defaults(evaluation.settings)
    campaign = {
        "slug": evaluation.campaign,
        "track": evaluation.track,
        "title": evaluation.title,
        "settings": {known.name: known.format(settings[known.name]) for known in track.stated(settings)},
        "software": "Assize",
    }
    return (json.dumps(campaign, ensure_ascii=False, indent=1) + "\n").encode()


def table_rows(evaluation: Evaluation) -> dict[str, Iterable[tuple[str, ...]]]:
    """The rows of every table, in the order that the records have."""
    types = {series.series_id: series.target_type for series in evaluation.topics.series}
    dropped = evaluation.dropped
    return {
        "questions": [
            rows.question_row(
                question,
                types.get(question.series, ""),
                question.qid in dropped or question.series in dropped,
            )
            for question in evaluation.topics.questions
        ],
        "runs": [rows.run_row(run) for run in evaluation.runs],
        "pool": list(evaluation.pool),
        "assignments": [rows.assignment_row(sheet) for sheet in evaluation.assignments],
        "judgments": [rows.judgment_row(judgment) for judgment in evaluation.judgments],
        "adjudications": [rows.adjudication_row(decision) for decision in evaluation.adjudications],
        "classes": [rows.known_answer_row(known) for known in evaluation.known_answers],
        "dropped": list(dropped.items()),
        "nuggets": [rows.nugget_row(nugget) for nugget in evaluation.nuggets],
        "votes": [rows.vote_row(vote) for vote in evaluation.nugget_votes],
        "gold": list(evaluation.gold),
        "matches": [rows.match_row(match) for match in evaluation.matches],
        "machines": [rows.machine_row(machine) for machine in evaluation.machines],
        "design": [rows.design_row(evaluation.sampling)] if evaluation.sampling else [],
        "sample": rows.sample_rows(evaluation.sampling) if evaluation.sampling else [],
        "post_editing": [rows.post_editing_row(evaluation.post_editing)] if evaluation.post_editing else [],
        "machine_matches": [rows.machine_match_row(match) for match in evaluation.machine_matches],
        "machine_nuggets": [rows.machine_nugget_row(drafted) for drafted in evaluation.machine_nuggets],
        "rulings": list(evaluation.rulings),
    }
