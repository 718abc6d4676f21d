"""What is given out besides scores: judged runs and pyramids in NIST's forms."""

from collections.abc import Iterator

from scoring.evaluate.nist import answer_blocks, pyramid_blocks
from scoring.evaluate.scorer import Scorer
from scoring.formats import judged
from scoring.rules import Rule


def judged_files(
    scorer: Scorer,
    rule: Rule | str = "adjudicated",
    partial: bool = False,
    anonymous: int | None = None,
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Path and content of each run's judged lists and nuggets; `anonymous` is the seed that deals out other tags.

    Raises RuleError where the rule cannot be followed.
    """
    qrels, ground = scorer.ground(rule, partial)
    if ground is None or scorer.basis is None:
        return
    basis, told = scorer.basis, scorer.evaluation
    run_ids = [run.run_id for run in told.runs]
    tags = (
        {name: name for name in run_ids} if anonymous is None else judged.anonymous_tags(run_ids, anonymous)
    )
    for run_id, tag in sorted(tags.items(), key=lambda entry: entry[1]):
        lines = told.responses.get(run_id, ())
        listed = [line for line in lines if line.qid in basis.lists]
        noted = [line for line in lines if line.qid in basis.pyramids]
        if basis.lists:
            classes = ground.classes.of_item
            yield f"list/{tag}.list_judged", judged.write_list(listed, tag, qrels.grades, classes)
        if basis.pyramids:
            yield f"other/{tag}.otherjudged", judged.write_nuggets(noted, tag, ground.nuggets)


def final_answers(scorer: Scorer, rule: Rule | str = "adjudicated", partial: bool = False) -> Iterator[bytes]:
    """The final answer set of each retained list question, a label for each class, in NIST's form.

    Raises RuleError where the rule cannot be followed.
    """
    if scorer.basis is not None:
        yield from (block for _, block in answer_blocks(scorer.basis, rule, partial))


def pyramid(scorer: Scorer) -> Iterator[bytes]:
    """The nuggets of all retained questions with their weights, in NIST's form, by question and in their order."""
    if scorer.basis is not None:
        yield from (block for _, block in pyramid_blocks(scorer.basis))
