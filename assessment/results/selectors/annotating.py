"""How a campaign's annotators work: the ways their decisions take, each of them beside the others, and how far they agree."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Sum
from django.http import Http404

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.judging.models import Assignment
from assessment.people.selectors.access import Access, Permission, Visitor
from assessment.results.selectors.answers import NO_REASON, counting_examples, kind_of
from assessment.results.selectors.chosen import Chosen
from assessment.results.selectors.spans import LABELS
from assessment.shared.say import say, sentence
from assessment.shared.templatetags.assize import percent, probability
from scoring.annotations import BAD_QUESTION, AnnotatedExample, Part
from scoring.spans.annotators import AT_LEAST, LEVEL, Annotator, NullShare, annotators, medians
from scoring.spans.flow import Flow, flow_of, votes_of
from scoring.spans.people import shares_of_most_popular
from scoring.spans.scores import PARTS, VOTES

MOST = (1, 2, 3)  # most popular answers
ENDS = {
    "spans": sentence("short answer"),
    "yes": sentence("yes"),
    "no": sentence("no"),
    "none": sentence("no short answer"),
}


class Way(NamedTuple):
    """One of the answers to a step; `depth` 1 is a part of the answer above it."""

    label: str
    number: int
    of_step: int
    depth: int = 0


class Step(NamedTuple):
    """A step of annotating with the ways out of it."""

    label: str
    asked: str  # of whom
    ways: Sequence[Way]


class Row(NamedTuple):
    """An annotator with what was assigned; `did` is None where nothing counts yet."""

    name: str
    done: int
    due: int
    did: Annotator | None

    @property
    def nulls(self) -> Sequence[NullShare]:
        """Long, then short; nothing where nothing counts."""
        return [self.did.nulls[part] for part in PARTS] if self.did else []


class Alarm(NamedTuple):
    """Somebody who finds no answer far more or less often than the others."""

    name: str
    part: Part
    null: NullShare

    @property
    def sentence(self) -> str:
        """It in words."""
        null = self.null
        p = probability(null.p)
        values = {
            "name": self.name,
            "share": percent(null.null, null.annotations),
            "n": null.annotations,
            "others": percent(null.others_null, null.others),
            "probability": p if p.startswith("<") else f"= {p}",
        }
        if self.part == "long":
            return say(
                "{name} gave no long answer in {share} of {n} annotations, the others in {others} (p {probability}).",
                **values,
            )
        return say(
            "{name} gave no short answer in {share} of {n} annotations, the others in {others} (p {probability}).",
            **values,
        )


class PartAgreement(NamedTuple):
    """How far people agree on long or on short answers."""

    label: str
    shares: Sequence[float | None]  # by MOST
    votes: Mapping[int, int]  # questions by the number of people who gave an answer

    def questions_from(self, needed: int) -> int:
        """How many questions have an answer."""
        return sum(count for votes, count in self.votes.items() if votes >= needed)


class AnnotationsPage(NamedTuple):
    """Everything on the page."""

    questions: int
    done: int
    due: int
    flow: Flow
    steps: Sequence[Step]
    rows: Sequence[Row]
    seconds: Sequence[float | None]  # of all annotators
    parts: Sequence[PartAgreement]
    needed: int
    annotated: int  # questions that somebody annotated

    @property
    def alarms(self) -> list[Alarm]:
        """Who is to be looked at."""
        return [
            Alarm(row.name, part, row.did.nulls[part])
            for row in self.rows
            if row.did
            for part in PARTS
            if row.did.nulls[part].is_far_off
        ]

    @property
    def level(self) -> float:
        """Of the test behind the alarms."""
        return LEVEL

    @property
    def at_least(self) -> int:
        """Annotations below which there is no alarm."""
        return AT_LEAST

    @property
    def votes(self) -> list[tuple[int, list[int]]]:
        """Questions by the number of people who gave a long and a short answer."""
        return [(votes, [part.votes.get(votes, 0) for part in self.parts]) for votes in self.parts[0].votes]

    @property
    def popular(self) -> list[tuple[str, list[float | None]]]:
        """How many annotations the most popular answers cover."""
        names = (say("most popular answer"), say("two most popular"), say("three most popular"))
        return [(name, [part.shares[n] for part in self.parts]) for n, name in enumerate(names)]

    @property
    def with_answer(self) -> list[int]:
        """Questions with a long and with a short answer."""
        return [part.questions_from(self.needed) for part in self.parts]


def access_annotations(account: Visitor, slug: str) -> Access:
    """How annotators work, for those who see how assessors agree; Http404 where nothing is annotated."""
    access = access_campaign(account, slug, Permission.ADJUDICATE)
    if not access.campaign.track.marks_places:
        raise Http404
    return access


def annotations_page(campaign: Campaign) -> AnnotationsPage:
    """Work everything out of the annotations that count (three queries, whatever there is)."""
    qids = dict(campaign.questions.retained().values_list("pk", "qid"))
    examples = counting_examples(Chosen(campaign), qids)
    rows = _rows(campaign, annotators(examples))
    said = [one for example in examples for one in example.annotations]
    flow = flow_of(said)
    return AnnotationsPage(
        questions=len(qids),
        done=sum(row.done for row in rows),
        due=sum(row.due for row in rows),
        flow=flow,
        steps=steps_of(flow),
        rows=rows,
        seconds=medians(said),
        parts=[_agreement(part, examples) for part in PARTS],
        needed=int(str(campaign.rules.get("gold_votes") or VOTES)),
        annotated=len(examples),
    )


def _rows(campaign: Campaign, did: Sequence[Annotator]) -> list[Row]:
    assigned = Assignment.objects.counting().judging().filter(question__campaign=campaign)
    counts = assigned.values_list("member__name").annotate(asked=Count("pk"), kept=Sum("judged"))
    by_name = {one.name: one for one in did}
    return [Row(name, done, due, by_name.get(name)) for name, due, done in counts.order_by("member__name")]


def _agreement(part: Part, examples: Sequence[AnnotatedExample]) -> PartAgreement:
    shares = shares_of_most_popular(part, examples, MOST)
    found = [None if share is None else float(share) for share in shares]
    return PartAgreement(say(LABELS[part]), found, votes_of(part, examples))


def steps_of(flow: Flow) -> list[Step]:
    """The three steps as people answer them."""
    reasons = [(say(BAD_QUESTION.get(name, NO_REASON)), count) for name, count in flow.reasons.items()]
    kinds = [(kind_of(name), count) for name, count in flow.kinds.items()]
    first = [
        Way(say("good"), flow.good, flow.annotations),
        Way(say("bad"), flow.bad, flow.annotations),
        *(Way(label, count, flow.annotations, 1) for label, count in reasons),
    ]
    second = [
        Way(say("no long answer"), flow.no_long, flow.good),
        Way(say("long answer"), flow.long, flow.good),
        *(Way(label, count, flow.good, 1) for label, count in kinds),
    ]
    third = [Way(say(ENDS[name]), count, flow.long) for name, count in flow.short.items()]
    return [
        Step(say("Question"), say("all annotations"), first),
        Step(say("Long answer"), say("of good questions"), second),
        Step(say("Short answer"), say("where there is a long answer"), third),
    ]
