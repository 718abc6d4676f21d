"""Holds annotations.jsonl of a bundle against its questions."""

from collections import Counter
from pathlib import Path

from scoring.annotations import AnnotatedExample
from scoring.formats.problems import Problems, shown
from scoring.records import Problem, Topics
from scoring.say import say
from scoring.spans.examples import Corpus

FILE = "annotations.jsonl"


def read_annotations(folder: Path, topics: Topics) -> tuple[tuple[AnnotatedExample, ...], list[Problem]]:
    """What people said of the pages of these questions, by question, and everything that is wrong with it."""
    path = folder / FILE
    if not path.is_file():
        return (), []
    corpus = Corpus()
    with path.open("rb") as stream:
        corpus.add(stream, FILE)
    noted = Problems(FILE)
    noted.extend(corpus.problems)
    known = {question.qid for question in topics.questions}
    for example in corpus.examples.values():
        _check(example, known, noted)
    return tuple(sorted(corpus.examples.values())), noted.listed()


def _check(example: AnnotatedExample, known: set[str], noted: Problems) -> None:
    qid = example.example_id
    if qid not in known:
        message = say("There is no question {qid}.", qid=qid)
        noted.add(example.line, "unknown_question", message, say("Correct the id, or remove the line."))
    names = Counter(one.annotator for one in example.annotations)
    if names[""]:
        message = say("Example {qid} has an annotation without an annotator.", qid=qid)
        noted.add(example.line, "no_annotator", message, say("Name who made it."))
    for name in (name for name, number in names.items() if name and number > 1):
        message = say("Example {qid} has two annotations by {name}.", qid=qid, name=shown(name))
        noted.add(example.line, "contradiction", message, say("Keep one of the two."))
