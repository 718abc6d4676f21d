"""Final answer sets and pyramids as NIST gave them out, question by question.

They are worked out of the judgments alone, with no run, so that a bundle can be written and checked some questions at
a time.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from scoring import tracks
from scoring.evaluate.classes import classes_of
from scoring.evaluate.ground import Basis
from scoring.evaluate.kept import leading_classes
from scoring.evaluate.weights import normalised
from scoring.formats import answers, nuggets
from scoring.index import Index
from scoring.rules import Rule, RuleError, derive

Blocks = Iterator[tuple[str, bytes]]  # question and its part of a file, in the order of the questions


def basis_of(index: Index) -> Basis | None:
    """The lists and nuggets of an evaluation; None where its retained questions are neither."""
    told = index.evaluation
    track = tracks.get(told.track).under(told.settings)
    kinds = {question.qid: track.type_of(question) for question in told.topics.questions}
    questions = track.judged_questions(told.topics, told.dropped)
    if all(kinds[question.qid].form == "answers" for question in questions):
        return None
    return Basis(index, questions, kinds)


def answer_blocks(basis: Basis, rule: Rule | str = "adjudicated", partial: bool = False) -> Blocks:
    """The final answer set of each retained list question that has one: a label for each class.

    Raises RuleError where the rule cannot be followed.
    """
    grades = derive(basis.index, rule, partial).grades
    known = classes_of(basis.index, grades, basis.lists, basis.people).known
    told = leading_classes(basis)
    for question in basis.questions:
        qid = question.qid
        names = known.get(qid, ())
        labels = sorted(told[qid, name].label if (qid, name) in told else name for name in names)
        if labels:
            yield qid, b"".join(answers.write([(qid, question.text, labels)]))


def pyramid_blocks(basis: Basis) -> Blocks:
    """The nuggets of each retained question with their weights, in the order of their names."""
    texts = {(nugget.qid, nugget.name): nugget for nugget in basis.index.evaluation.nuggets}
    for question in basis.questions:
        qid = question.qid
        given = normalised(basis.weights.get(qid, {}))
        weights: Mapping[tuple[str, str], Fraction] = {(qid, name): weight for name, weight in given.items()}
        ordered = (texts[qid, name] for name in sorted(given, key=nuggets.in_order))
        if given:
            yield qid, b"".join(nuggets.write_pyramid(ordered, weights))


FILES: Mapping[str, Callable[[Basis], Blocks]] = {
    "nist/answers.txt": answer_blocks,
    "nist/pyramid.txt": pyramid_blocks,
}


def nist_files(index: Index) -> Iterator[tuple[str, bytes]]:
    """Path and content of each of these files that the judgments allow and that is not empty."""
    basis = basis_of(index)
    for path, blocks in FILES.items() if basis else ():
        try:
            content = b"".join(block for _, block in blocks(basis)) if basis else b""
        except RuleError:
            continue
        if content:
            yield path, content
