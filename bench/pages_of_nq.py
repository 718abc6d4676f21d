"""Natural Questions: reading and scoring 7,830 questions with five annotations each."""

import json
import random
from io import BytesIO
from typing import Any

from bench.site import Figures, timed
from scoring.evaluate import Scorer, evaluate
from scoring.evaluations import with_scales
from scoring.records import Evaluation, Question, Response, Run, Topics
from scoring.spans.examples import Corpus
from scoring.spans.predictions import read_predictions
from scoring.spans.report import as_json

EXAMPLES, PEOPLE = 7_830, 5
MEGABYTE = 1_000_000
Entry = dict[str, Any]


def spans() -> Figures:
    """Files without pages: reading, scores by files alone, and of two runs in a campaign; json.loads beside it."""
    chance = random.Random(1)
    lines, entries = [], []
    for example_id in chance.sample(range(-(2**61), 2**61), EXAMPLES):
        boxes = [_box(chance) for _ in range(3)]
        said = [_annotation(number, chance.choice(boxes), chance) for number in range(PEOPLE)]
        lines.append(json.dumps({"example_id": example_id, "annotations": said}))
        entries.append({"example_id": example_id, **_prediction(chance.choice(boxes), chance)})
    data, predicted = "\n".join(lines).encode(), json.dumps({"predictions": entries}).encode()
    reading, corpus = timed(lambda: _corpus(data))
    reading_predictions, read = timed(lambda: read_predictions(predicted, "run.json", corpus.places))
    parsing, _ = timed(lambda: [json.loads(line) for line in data.split(b"\n")])
    by_files, _ = timed(lambda: as_json(corpus.examples, read.predictions))
    evaluation = _evaluation(corpus, read.predictions)
    preparing, scorer = timed(lambda: Scorer(evaluation))
    scoring, _ = timed(lambda: evaluate(scorer, "adjudicated"))
    return {
        "annotations, MB/s": len(data) / MEGABYTE / reading.cpu,
        "json.loads alone, MB/s": len(data) / MEGABYTE / parsing.cpu,
        "predictions, MB/s": len(predicted) / MEGABYTE / reading_predictions.cpu,
        "scores by files, s": by_files.cpu,
        "campaign with 2 runs, ready s": preparing.cpu,
        "scores of 2 runs, s": scoring.cpu,
    }


def _corpus(data: bytes) -> Corpus:
    corpus = Corpus()
    corpus.add(BytesIO(data), "annotations.jsonl")
    return corpus


def _place(start: int, length: int) -> dict[str, int]:
    token = start // 5
    return {
        "start_byte": start,
        "end_byte": start + length,
        "start_token": token,
        "end_token": token + max(1, length // 5),
    }


def _box(chance: random.Random) -> dict[str, int]:
    return _place(chance.randrange(100_000), 500)


def _annotation(number: int, box: dict[str, int], chance: random.Random) -> Entry:
    if chance.random() < 0.5:
        null = dict.fromkeys(box, -1)
        return {
            "annotation_id": number,
            "long_answer": null,
            "short_answers": [],
            "yes_no_answer": "NONE",
        }
    short = _place(box["start_byte"] + 5, 10)
    return {
        "annotation_id": number,
        "long_answer": box,
        "short_answers": [short],
        "yes_no_answer": "NONE",
    }


def _prediction(box: dict[str, int], chance: random.Random) -> Entry:
    return {
        "long_answer": box,
        "long_answer_score": chance.random(),
        "short_answers": [_place(box["start_byte"] + 5, 10)],
        "short_answers_score": chance.random(),
        "yes_no_answer": "NONE",
    }


def _evaluation(corpus: Corpus, predictions: Any) -> Evaluation:
    """The same as a campaign with the run twice."""
    responses = tuple(
        Response(qid, qid, "", line=line, prediction=one)
        for line, (qid, one) in enumerate(predictions.items(), 1)
    )
    return with_scales(
        Evaluation(
            campaign="bench",
            title="",
            track="nq",
            settings={},
            topics=Topics(tuple(Question(qid, "question", "what") for qid in corpus.examples)),
            runs=(Run("one", "team"), Run("two", "team")),
            responses={"one": responses, "two": responses},
            pool=(),
            judgments=(),
            annotations=tuple(corpus.examples.values()),
        )
    )
