"""A campaign's pool some thousand items at a time, so that files of any size need little memory."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property

from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.selectors.gold import gold_of
from assessment.judging.models import Judgment
from assessment.judging.models.judgments import kind_in_files
from assessment.results.selectors.chosen import Chosen, in_chunks
from assessment.results.selectors.evaluation import (
    class_that_counts,
    load_adjudications,
    load_assignments,
    load_classes,
    load_dropped,
    load_items,
    load_machine_matches,
    load_matches,
    load_nuggets,
    load_topics,
    load_votes,
    track_settings,
)
from assessment.submissions.models import in_pool
from scoring import records
from scoring.gold import automatic_judgments
from scoring.index import Index

ITEMS_AT_A_TIME = 5_000
# What stands in the database for the time of a judgment that came without one.
UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)


class QuestionBatch:
    """Some questions of a campaign (primary key -> qid) with their pools; each part is read once, when asked for."""

    def __init__(self, campaign: Campaign, qids: dict[int, str]) -> None:
        self.campaign, self.qids = campaign, qids
        self.chosen = Chosen(campaign, qids.keys())

    @cached_property
    def items(self) -> dict[int, records.Item]:
        return load_items(self.chosen, self.qids)

    @cached_property
    def judgments(self) -> list[records.Judgment]:
        """Every grade with its note and time, by item and assessor; those that the gold standard gives too."""
        items = self.items
        columns = (
            "item_id",
            "member__name",
            "grade",
            class_that_counts(self.campaign),
            "note",
            "judged_at",
            kind_in_files(),
            "version",
        )
        rows = (
            Judgment.ever.filter(in_pool("item"), self.chosen.of("item__question"))
            .exclude(grade="")
            .values_list(*columns)
        )
        given = (
            records.Judgment(items[item], name, grade, named or "", note, format_time(at), kind, version)
            for item, name, grade, named, note, at, kind, version in in_chunks(rows)
        )
        return sorted([*given, *automatic_judgments(items.values(), self.gold)])

    @cached_property
    def gold(self) -> tuple[records.GoldAnswer, ...]:
        return tuple(gold_of(self.qids)) if self.campaign.track.gold else ()

    @cached_property
    def adjudications(self) -> tuple[records.Adjudication, ...]:
        return load_adjudications(self.chosen, self.items)

    @cached_property
    def matches(self) -> tuple[records.Match, ...]:
        return load_matches(self.chosen, self.items)

    @cached_property
    def machine_matches(self) -> tuple[records.MachineMatch, ...]:
        return load_machine_matches(self.chosen, self.items, with_notes=True)

    def graded(self, topics: records.Topics, dropped: dict[str, str]) -> Index:
        """What a rule works grades out of; the campaign's topics and dropped ids are read once by the caller."""
        return Index(self._evaluation(topics, dropped))

    def index(self, topics: records.Topics, dropped: dict[str, str]) -> Index:
        """The same with what classes and nuggets are worked out of."""
        evaluation = self._evaluation(topics, dropped)._replace(
            known_answers=load_classes(self.chosen, self.qids),
            nuggets=load_nuggets(self.chosen, self.qids),
            nugget_votes=load_votes(self.chosen, self.qids),
            matches=self.matches,
        )
        return Index(evaluation)

    def _evaluation(self, topics: records.Topics, dropped: dict[str, str]) -> records.Evaluation:
        return records.Evaluation(
            campaign=self.campaign.slug,
            title=self.campaign.title,
            track=self.campaign.track_slug,
            settings=track_settings(self.campaign),
            topics=topics,
            runs=(),
            responses={},
            pool=tuple(self.items.values()),
            judgments=tuple(self.judgments),
            adjudications=self.adjudications,
            assignments=load_assignments(self.chosen, self.qids),
            dropped=dropped,
            scales=self.campaign.track.scales(topics),
            cell_scales=self.campaign.track.cell_scales(topics),
            gold=self.gold,
            definition=self.campaign.definition,
        )


def batches(campaign: Campaign) -> Iterator[QuestionBatch]:
    """All questions by qid, as many at a time as make a batch."""
    counts = (
        Question.objects.filter(campaign=campaign).order_by("qid").values_list("pk", "qid", "pool__items")
    )
    qids: dict[int, str] = {}
    items = 0
    for pk, qid, pooled in counts:
        qids[pk] = qid
        items += pooled or 0
        if items >= ITEMS_AT_A_TIME:
            yield QuestionBatch(campaign, qids)
            qids, items = {}, 0
    if qids:
        yield QuestionBatch(campaign, qids)


def indexes(campaign: Campaign) -> Iterator[Index]:
    """What rules work grades out of, batch by batch."""
    topics, dropped = load_topics(campaign), load_dropped(campaign)
    for batch in batches(campaign):
        yield batch.graded(topics, dropped)


def format_time(at: datetime) -> str:
    """A time as tables hold it: ISO 8601, UTC; empty where it is not known."""
    if at == UNKNOWN_TIME:
        return ""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"
