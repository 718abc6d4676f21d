"""What would leave a pool, and what people have said of it: shown before anything is taken out."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Judgment
from assessment.shared.say import say_n
from assessment.submissions.selectors.taking_out import Cut, all_leaving, taken_by


class Affected(NamedTuple):
    """A question of which items would leave."""

    question: Question
    items: int
    judged: int


class Preview(NamedTuple):
    """What a cut would take out."""

    cut: Cut
    runs: int
    questions: Sequence[Affected]
    assessors: Sequence[tuple[str, int]]  # and how many of their judgments would leave, most first

    @property
    def items(self) -> int:
        """Items that nothing else in the pool gives."""
        return sum(row.items for row in self.questions)

    @property
    def judged(self) -> int:
        """Those of them that somebody judged."""
        return sum(row.judged for row in self.questions)

    @property
    def figures(self) -> list[int]:
        """What somebody who confirms it has seen."""
        return [self.runs, self.items, self.judged, len(self.questions)]

    @property
    def sentence(self) -> str:
        """What would happen, in words."""
        said = {
            "cut": self.cut.words,
            "runs": say_n("{n} run", "{n} runs", self.runs),
            "questions": say_n("{n} question", "{n} questions", len(self.questions)),
        }
        if not self.judged:
            return say_n(
                "Taking out {cut} ({runs}): {n} item would leave the pools of {questions}, not judged yet.",
                "Taking out {cut} ({runs}): {n} items would leave the pools of {questions}, none of them judged.",
                self.items,
                **said,
            )
        names = ", ".join(f"{name} ({number:,})" for name, number in self.assessors)
        return say_n(
            "Taking out {cut} ({runs}): {n} item would leave the pools of {questions}, "
            "{judged} of them judged by {names}.",
            "Taking out {cut} ({runs}): {n} items would leave the pools of {questions}, "
            "{judged} of them judged by {names}.",
            self.items,
            judged=self.judged,
            names=names,
            **said,
        )


def preview(campaign: Campaign, cut: Cut) -> Preview:
    """Count what would leave, without changing anything. Refused where the cut names nothing that is pooled."""
    taken = taken_by(campaign, cut)
    items, judged, names = Counter[int](), Counter[int](), Counter[str]()
    for leaving in all_leaving(taken):
        counted = leaving.order_by().values("question_id").annotate(n=Count("pk"))
        items.update(dict(counted.values_list("question_id", "n")))
        given = Judgment.ever.filter(item__in=leaving.values("pk")).exclude(grade="").order_by()
        by_question = given.values("item__question_id").annotate(n=Count("item", distinct=True))
        judged.update(dict(by_question.values_list("item__question_id", "n")))
        by_name = given.values("member__name").annotate(n=Count("pk"))
        names.update(dict(by_name.values_list("member__name", "n")))
    rows = campaign.questions.filter(pk__in=items).in_order()
    return Preview(
        cut,
        len({pk for runs in taken.gone.values() for pk in runs}),
        [Affected(row, items[row.pk], judged[row.pk]) for row in rows],
        sorted(names.items(), key=lambda pair: (-pair[1], pair[0])),
    )
