"""What programs say is found only in the modules that are named here, each with its reason.

`Judgment.objects`, and so the judgments of an assignment or a class, are people's alone, and so are `Nugget.objects` and
the entries of a question. A module that reads the others, reaches judgments or entries by a join (which no manager can
narrow), or reads the tables of programs is seen here before a person is.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from assessment.judging import models

TABLES = {"DraftedNugget", "KINDS_OF_MARKS", "holds_marks", "said_by_program"}
MARKS = {kind.__name__ for kind in models.KINDS_OF_MARKS}
JOINS = (
    "judgments__",
    "entries__",
    "__entries",
    "draft__",
    "matches__",
    "readings__",
    "votes__",
)  # in lookups
RELATIONS = {
    "judgments",
    "entries",
    "matches",
    "votes",
    "readings",
}  # to rows among which are those of programs
NAMING = {"Count", "Exists", "FilteredRelation", "Prefetch", "prefetch_related"}
ROOMS = ("assessment", "assize")
READERS = {
    # what is counted, checked, taken back or deleted is so for whoever said it; none of it is shown
    "assessment/judging/services/counters.py": "counters of assignments, those of programs too",
    "assessment/judging/selectors/ledger_check.py": "the history is held against everything that stands",
    "assessment/judging/services/nugget_checks.py": "a draft that an assessor is shown is taken into the list",
    "assessment/development/services/known.py": "a class in which a program put an answer is not deleted",
    "assessment/judging/selectors/begun.py": "an assignment that holds anything is begun, one of a program never asked for",
    "assessment/judging/selectors/marks.py": "an assignment that holds anything is not taken away; programs that said anything",
    "assessment/results/services/deletion.py": "counts what a deleted campaign held",
    "assessment/campaigns/services/question_losses.py": "questions with nuggets of people",
    "assessment/campaigns/selectors/question_list.py": "counts nuggets of people",
    "assessment/campaigns/services/campaigns.py": "a scale is fixed once anybody judged by it",
    "assessment/results/selectors/without_value.py": "votes, of people alone",
    # the person's own, which a join narrows by member or kind
    "assessment/judging/models/entries.py": "classes in use: people's unless programs are asked for",
    "assessment/judging/selectors/rows.py": "own grades; a program's only in an assignment made to show them",
    "assessment/judging/services/parts/judgments.py": "own grades, with the lock of their items",
    "assessment/judging/services/questions.py": "own grades",
    "assessment/adjudication/selectors/disputes.py": "who differ, of people alone",
    "assessment/judging/selectors/nuggets.py": "a draft in an assignment that is made to show it",
    "assessment/judging/selectors/drafts.py": "organizers, of questions that they are not to judge themselves",
    # imports: what a program's file says, checked, stored and undone
    "assessment/imports/api/programs.py": "programs send drafts",
    "assessment/imports/selectors.py": "organizers, who has judgments from files; organizers' programs",
    "assessment/imports/services/checks.py": "what a file says again",
    "assessment/imports/services/storing.py": "what a file says again",
    "assessment/imports/services/words.py": "what stands on an import",
    "assessment/imports/services/takeback.py": "what an import brought",
    "assessment/imports/services/patterns.py": "whether a name is a person's",
    "assessment/imports/services/machines.py": "what is known of a program",
    "assessment/imports/services/machine_matches.py": "checks and stores a program's matches",
    "assessment/imports/services/drafts.py": "checks and stores a program's drafts",
    # relations of the same name to what people alone say of candidate questions
    "assessment/campaigns/selectors/campaigns.py": "votes on candidates",
    "assessment/campaigns/selectors/candidate_list.py": "readings of candidates",
    # organizers
    "assessment/assignments/selectors/person.py": "all that hangs on a member who is to be removed",
    "assessment/judging/selectors/post_editing.py": "what a program has to show",
    "assessment/judging/selectors/taking_out.py": "what leaves the pool, by who judged it",
    "assessment/studies/selectors/machines.py": "programs against people, hidden as scores by programs are",
    # bundles and scores, where rules leave programs out unless they name one
    "assessment/results/selectors/evaluation.py": "the records of an evaluation",
    "assessment/results/selectors/batches.py": "the same, for files",
    "assessment/results/services/bundle_nuggets.py": "a bundle comes in",
}


def signs(tree: ast.AST) -> Iterator[str]:
    """What in a module reaches what programs say."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=table), attr="programs" | "ever" as name) if table in MARKS:
                yield f"{table}.{name}"
            case ast.Name(id=name) if name in TABLES:
                yield name
            case ast.Constant(value=str(text)) | ast.keyword(arg=str(text)) if any(
                join in text for join in JOINS
            ):
                yield text
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in NAMING:
                yield from (said for said in map(_said, node.args) if said in RELATIONS)
            case ast.Call(func=ast.Attribute(attr="QuerySet")):  # made past every manager
                yield "QuerySet"
            case ast.Attribute(value=ast.Attribute(attr="draft"), attr=name):
                yield f"draft.{name}"


def _said(argument: ast.expr) -> str:
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def reaching() -> dict[str, set[str]]:
    found = {}
    for room in ROOMS:
        for path in (settings.BASE_DIR / room).rglob("*.py"):
            if "migrations" not in path.parts and (here := set(signs(ast.parse(path.read_text("utf-8"))))):
                found[Path(path).relative_to(settings.BASE_DIR).as_posix()] = here
    return found


def test_only_the_modules_named_reach_what_programs_say() -> None:
    defined = {"assessment/judging/models/__init__.py", "assessment/judging/models/machines.py"}
    found = reaching()
    unnamed = {name: signs for name, signs in found.items() if name not in READERS.keys() | defined}
    assert unnamed == {}, "Read people's alone, or name the module in READERS with its reason."
    assert READERS.keys() - found.keys() == set(), "These reach nothing of programs any more."


@pytest.mark.parametrize(
    "code",
    [
        "Judgment.programs.all()",
        "NuggetMatch.ever.all()",
        "models.QuerySet(Judgment).all()",
        "rows.filter(judgments__grade='yes')",
        'rows.annotate(n=Count("matches"))',
        'rows.annotate(n=FilteredRelation("votes"))',
        "DraftedNugget.objects.all()",
        "holds_marks()",
    ],
)
def test_each_way_to_what_programs_say_is_seen(code: str) -> None:
    assert set(signs(ast.parse(code)))
