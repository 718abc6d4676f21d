"""What is given out besides scores, in NIST's forms: judged runs, final answer sets, pyramids."""

from collections.abc import Iterator, Mapping

from scoring.evaluate.key import forms_of
from scoring.evaluate.scorer import Scorer
from scoring.formats.judged import anonymous_tags
from scoring.forms import FORMS, LIST, NUGGETS
from scoring.forms.base import Form
from scoring.index import Index
from scoring.rules import Rule, RuleError

FILES: Mapping[str, Form] = {form.file: form for form in FORMS if form.file}  # of a bundle


def judged_files(
    scorer: Scorer, rule: Rule | str = "adjudicated", anonymous: int | None = None
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Path and content of each run's judged lists and nuggets; `anonymous` is the seed that deals out other tags.

    Raises RuleError where the rule cannot be followed.
    """
    forms = scorer.under(rule).forms
    run_ids = [run.run_id for run in scorer.evaluation.runs]
    tags = {name: name for name in run_ids} if anonymous is None else anonymous_tags(run_ids, anonymous)
    for run_id, tag in sorted(tags.items(), key=lambda entry: entry[1]):
        lines = scorer.evaluation.responses.get(run_id, ())
        for form, judged in forms.items():
            if form.run_file:
                own = [line for line in lines if line.qid in judged.all.questions]
                yield form.run_file.format(tag), judged.judged_run(own, tag)


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
