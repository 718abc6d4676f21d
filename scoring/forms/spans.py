"""Long and short answers on a page, annotated by several people (Natural Questions, sections 3 and 5.1).

No rule has a part in it: a question has an answer where enough people give one, and what people and systems say is
compared place by place. The grades of experts are of what people said, and never of runs. A question that nobody
annotated has no value; a run that left a question out predicts that it has no answer.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from scoring.annotations import AnnotatedExample, Prediction, Verdict, Verdicts
from scoring.forms.base import NOT_ANNOTATED, Facts, Form, Judged, Questions
from scoring.records import Qrels, Response
from scoring.spans.experts import experts_json
from scoring.spans.people import often_annotated
from scoring.spans.report import part_json, people_json
from scoring.spans.scores import PARTS, VOTES, curve, is_gold, verdict
from scoring.stages import ANNOTATED, EXPERT, GRADES, ITEM, PAGE, PLACES, Stage


class SpanQuestions(Questions):
    """Questions whose answers are places on a page."""

    @property
    def votes(self) -> int:
        """How many people make an answer."""
        return int(self.index.evaluation.settings.get("gold_votes") or VOTES)

    def gathered(self, qid: str, responses: Sequence[Response]) -> Prediction | None:
        return responses[-1].prediction if responses else None

    def under(self, qrels: Qrels, partial: bool = False) -> Judged:
        return JudgedSpans(self, qrels)

    @cached_property
    def examples(self) -> dict[str, AnnotatedExample]:
        """What people said of each question: complete annotations of those who did not hand it over."""
        gone = self.index.gone
        found = {}
        for example in self.index.evaluation.annotations:
            qid = example.example_id
            counting = tuple(
                one for one in example.annotations if one.complete and (qid, one.annotator) not in gone
            )
            if qid in self.questions and counting:
                found[qid] = example._replace(annotations=counting)
        return found

    @cached_property
    def gold(self) -> dict[str, tuple[bool, bool]]:
        """Whether each question has a long and a short answer."""
        votes = self.votes
        return {
            qid: (is_gold("long", example, votes), is_gold("short", example, votes))
            for qid, example in self.examples.items()
        }


class JudgedSpans(Judged):
    """The same under a rule, which changes nothing of it."""

    all: SpanQuestions

    def facts(self, qid: str, gathered: Prediction | None) -> Facts:
        example = self.all.examples.get(qid) or AnnotatedExample(qid, ())
        long, short = self.all.gold.get(qid, (False, False))
        found = Verdicts(verdict("long", example, gathered, long), verdict("short", example, gathered, short))
        return Facts(found, found, int(gathered is not None), 0)

    def of_run(self, facts: Mapping[str, Facts]) -> Mapping[str, Any]:
        known = self.all.examples
        found: dict[str, Any] = {
            "missing": [qid for qid, one in facts.items() if not one.lines and qid in known]
        }
        for part in PARTS:
            verdicts: dict[str, Verdict] = {
                qid: getattr(one.given, part) for qid, one in facts.items() if qid in known
            }
            outcomes = list(verdicts.values())
            summary = part_json(part, outcomes, known, curve(outcomes))
            by_question = {qid: [int(bit) for bit in one[1:4]] for qid, one in verdicts.items()}
            scores = {qid: one.score for qid, one in verdicts.items()}
            found[part] = summary | {"verdicts": by_question, "scores": scores}
        return {"spans": found}

    def of_people(self) -> Mapping[str, Any]:
        often = often_annotated(self.all.examples.values())
        seed = int(self.all.index.evaluation.settings.get("split_seed") or 1)
        people = {"people": people_json(often, self.all.votes, seed)} if often else {}
        experts = experts_json(self.all.examples, self.grades)
        return {"gold_votes": self.all.votes} | people | ({"experts": experts} if experts else {})

    def reason(self, qid: str, untouched: bool) -> str:
        return "" if qid in self.all.examples else NOT_ANNOTATED


ANNOTATION_STAGE = Stage("annotation", "annotate", PAGE, (PLACES,))
EXPERTS_STAGE = Stage(
    "experts",
    "answers",
    ITEM,
    (GRADES,),
    ANNOTATED,
    role=EXPERT,
    after=ANNOTATION_STAGE.name,
    not_with=(ANNOTATION_STAGE.name,),
    on_top=True,
)
SPANS = Form(
    name="spans",
    scored=SpanQuestions,
    stages=(ANNOTATION_STAGE, EXPERTS_STAGE),
)
