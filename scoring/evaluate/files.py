"""What is given out besides scores: judged runs, final answer sets and pyramids in NIST's forms, labels of nuggets as
nuggetizer writes them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from scoring.evaluate.key import forms_of
from scoring.evaluate.scorer import Scorer
from scoring.formats.judged import anonymous_tags
from scoring.formats.nuggetizer import assignments_line, nuggets_line
from scoring.forms import FORMS, LIST, NUGGETS
from scoring.forms.base import Form
from scoring.forms.nuggets import JudgedNuggets
from scoring.index import Index
from scoring.records import Response
from scoring.rules import Rule, RuleError

NUGGETS_FILE, ASSIGNMENTS_FILE = "nuggetizer/nuggets.jsonl", "nuggetizer/assignments/{}.jsonl"
FILES: Mapping[str, Form] = {form.file: form for form in FORMS if form.file}  # of a bundle


def judged_files(
    scorer: Scorer, rule: Rule | str = "adjudicated", anonymous: int | None = None
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Path and content of each run's judged lists and nuggets; `anonymous` is the seed that deals out other tags.

    Nuggets with labels come as nuggetizer writes them: all lists of nuggets in one file, and a file for each run.

    Raises RuleError where the rule cannot be followed.
    """
    forms = scorer.under(rule).forms
    run_ids = [run.run_id for run in scorer.evaluation.runs]
    tags = {name: name for name in run_ids} if anonymous is None else anonymous_tags(run_ids, anonymous)
    labelled = [one for one in forms.values() if isinstance(one, JudgedNuggets) and one.all.labelled]
    labels = {qid for one in labelled for qid in one.all.labelled}
    yield from ((NUGGETS_FILE, _lists(scorer, one)) for one in labelled)
    for run_id, tag in sorted(tags.items(), key=lambda entry: entry[1]):
        lines = scorer.evaluation.responses.get(run_id, ())
        for form, judged in forms.items():
            if form.run_file and (qids := judged.all.questions.keys() - labels):
                own = [line for line in lines if line.qid in qids and _counts(scorer, line)]
                yield form.run_file.format(tag), judged.judged_run(own, tag)
        yield from (
            (ASSIGNMENTS_FILE.format(tag), _assignments(scorer, one, run_id, tag)) for one in labelled
        )


def _counts(scorer: Scorer, line: Response) -> bool:
    """Whether a response can earn a score: of the citations of a sentence the first alone may be judged."""
    return bool(scorer.track.counting(scorer.kinds[line.qid], [line], scorer.settings))


def _lists(scorer: Scorer, judged: JudgedNuggets) -> Iterator[bytes]:
    """The nuggets of each question whose nuggets have labels."""
    for question in scorer.questions:
        if question.qid in judged.all.labelled:
            yield nuggets_line(question.text, question.qid, judged.assigned(question.qid, ()))


def _assignments(scorer: Scorer, judged: JudgedNuggets, run_id: str, tag: str) -> Iterator[bytes]:
    """What a run's answers hold, question by question, of all that it was asked; without an answer they hold nothing."""
    given: defaultdict[str, list[Response]] = defaultdict(list)
    for response in scorer.evaluation.responses.get(run_id, ()):
        given[response.qid].append(response)
    asked = set(scorer.asked(run_id)) & judged.all.labelled
    for question in scorer.questions:
        if (qid := question.qid) in asked:
            answers = [one.answer for one in given[qid] if one.item]
            items = [item for one in given[qid] if (item := one.item)]
            scale = scorer.evaluation.cell_scales[qid]
            yield assignments_line(question.text, qid, tag, answers, judged.assigned(qid, items), scale)


def final_answers(scorer: Scorer, rule: Rule | str = "adjudicated") -> Iterator[bytes]:
    """The final answer set of each retained list question, a label for each class.

    Raises RuleError where the rule cannot be followed.
    """
    return (block for _, block in scorer.blocks(LIST, rule))


def pyramid(scorer: Scorer) -> Iterator[bytes]:
    """The nuggets of all retained questions with their weights, by question and in their order."""
    return (block for _, block in scorer.blocks(NUGGETS))


def nist_files(index: Index) -> Iterator[tuple[str, bytes]]:
    """Path and content of each file of a bundle that the judgments allow and that is not empty."""
    forms = forms_of(index)
    for path, form in FILES.items():
        try:
            content = b"".join(block for _, block in forms[form].blocks()) if form in forms else b""
        except RuleError:
            continue
        if content:
            yield path, content
