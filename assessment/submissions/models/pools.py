"""The pools made of runs: their rounds, what each took of which run, their items, and their counters."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from assessment.campaigns.models import Campaign, Question
from assessment.shared.say import say, say_n
from assessment.submissions.models.runs import Run
from documents.fields import MAX_DOCID, CodePointCharField, CodePointTextField


class PoolRound(models.Model):
    """One act of pooling: which runs, how deep, what it added. Later rounds only add."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="pool_rounds", db_index=False)
    number = models.PositiveIntegerField()
    priorities = models.JSONField(default=list, help_text="empty: all")
    depth = models.PositiveSmallIntegerField(null=True)
    runs = models.PositiveIntegerField()
    added = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    again = models.BooleanField(default=False, help_text="also runs that were taken out before")
    returned = models.PositiveIntegerField(default=0, help_text="items that had left, and came back")
    takes_out = models.BooleanField(default=False, help_text="it took runs or depth out, and added nothing")
    left = models.PositiveIntegerField(default=0, help_text="items that left with what it took out")
    what = models.CharField(max_length=200, blank=True, help_text="what it took out, in words")
    reason = models.TextField(blank=True, help_text="why it took that out")
    unfinished = models.BooleanField(default=False, help_text="a part of its items may be missing yet")
    asked = models.CharField(max_length=40, blank=True, help_text="a name that whoever asked for it gave it")
    turn = models.PositiveIntegerField(
        default=0, help_text="raised by whoever takes it up; others are out then"
    )
    step_at = models.DateTimeField(default=timezone.now, help_text="when it last went on")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="pool_round_unique"),
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(unfinished=True), name="pool_round_unfinished_once"
            ),
        ]

    @property
    def sentence(self) -> str:
        """What the round did."""
        number = str(self.number)
        if self.takes_out:
            items = say_n("{n} item leaves", "{n} items leave", self.left)
            return say(
                "Round {number} took {cut} out of the pool: {items}.",
                number=number,
                cut=self.taken,
                items=items,
            )
        runs = say_n("{n} run", "{n} runs", self.runs)
        items = say_n("{n} item", "{n} items", self.added)
        if self.depth:
            done = say(
                "Round {number} pooled {runs} to depth {depth} and added {items}.",
                number=number,
                runs=runs,
                depth=self.depth,
                items=items,
            )
        else:
            done = say(
                "Round {number} pooled {runs} and added {items}.", number=number, runs=runs, items=items
            )
        back = say_n(
            "{n} came back with its judgments.", "{n} came back with their judgments.", self.returned
        )
        return f"{done} {back}" if self.returned else done

    @property
    def taken(self) -> str:
        """What it took out, in words."""
        return words_of_cut(self.what, self.depth)


def words_of_cut(what: str, depth: int | None) -> str:
    """What is taken out of the pool, in a few words, by its name (`Cut.code`); what is no such name is in words already."""
    kind, _, name = what.partition(":")
    if kind == "run":
        below = say("what the run {run} gave below rank {depth}", run=name, depth=depth or 0)
        return below if depth else say("the run {run}", run=name)
    if kind == "team":
        below = say("what the team {team} gave below rank {depth}", team=name, depth=depth or 0)
        return below if depth else say("the runs of the team {team}", team=name)
    if kind == "round":
        below = say("what round {round} took below rank {depth}", round=name, depth=depth or 0)
        return below if depth else say("round {round}", round=name)
    if kind == "ended":
        below = say("what withdrawn and replaced runs gave below rank {depth}", depth=depth or 0)
        return below if depth else say("withdrawn and replaced runs")
    if kind == "all":
        below = say("what all runs gave below rank {depth}", depth=depth or 0)
        return below if depth else say("what all runs gave")
    return what


class PooledRunQuerySet(models.QuerySet["PooledRun"]):
    """Ways of choosing what rounds took of runs."""

    def kept(self) -> "PooledRunQuerySet":
        """What no later round took out again. Whether the run itself was withdrawn or replaced does not matter."""
        return self.filter(taken_out=None)


class PooledRun(models.Model):
    """What one round took of one run, down to which rank, and the round that took it out again, if any did."""

    round = models.ForeignKey(PoolRound, models.CASCADE, related_name="pooled_runs", db_index=False)
    run = models.ForeignKey(Run, models.CASCADE, related_name="pooled_in")
    depth = models.PositiveSmallIntegerField(null=True)
    taken_out = models.ForeignKey(PoolRound, models.SET_NULL, null=True, related_name="took_out")

    objects = PooledRunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "run"], condition=models.Q(taken_out=None), name="pooled_run_stands_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.run} in round {self.round.number}"


class DocumentFlag(models.Model):
    """A pooled document at which an organizer should look, as it stood when it was last asked about."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="document_flags", db_index=False)
    docid = CodePointCharField(max_length=MAX_DOCID)
    outcome = models.CharField(max_length=10, blank=True, help_text="of the second reading: differs, unread")
    missing = models.PositiveIntegerField(help_text="cited answers that do not stand in it literally")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "docid"], name="document_flag_of_campaign")
        ]


class QuestionPool(models.Model):
    """Counters of one question's pool, so that no page counts the rows of a big table."""

    question = models.OneToOneField(Question, models.CASCADE, primary_key=True, related_name="pool")
    items = models.PositiveIntegerField(default=0)
    documents = models.PositiveIntegerField(default=0)
    shared = models.PositiveIntegerField(
        default=0, help_text="items given by several of the standing pooled runs"
    )
    automatic = models.PositiveIntegerField(default=0, help_text="items that the gold standard settles")

    @property
    def left(self) -> int:
        """Items for people to judge."""
        return self.items - self.automatic


def in_pool(path: str = "") -> models.Q:
    """The condition on rows that reach a pool item by `path` ("item"): that it has not left its pool."""
    return models.Q(**{f"{path}__left_at" if path else "left_at": None})


class PoolItemManager(models.Manager["PoolItem"]):
    """The items that are in the pools. What left them is found by `PoolItem.ever` alone."""

    def get_queryset(self) -> "models.QuerySet[PoolItem]":
        """Only items that have not left."""
        return super().get_queryset().filter(in_pool())


class PoolItem(models.Model):
    """A distinct (question, document, passage, answer string). Judgments attach to it.

    An item that no pooled run gives any more has left: it is in no list, counter, file or score, and `objects`
    does not find it. It is kept with its judgments, which come back with it when a later round pools it again.
    """

    question = models.ForeignKey(Question, models.CASCADE, related_name="pool_items", db_index=False)
    key = CodePointCharField(max_length=64)
    docid = CodePointCharField(max_length=MAX_DOCID)
    passage = CodePointCharField(max_length=64, blank=True)
    answer = CodePointTextField(blank=True)
    round = models.ForeignKey(PoolRound, models.PROTECT, related_name="pool_items")
    disputed = models.BooleanField(
        default=False, help_text="two different grades by people whose judgments count"
    )
    majority = models.CharField(
        max_length=20, blank=True, db_default="", help_text="of a disputed item: the grade of more than half"
    )
    dissenters = models.PositiveSmallIntegerField(
        db_default=0, help_text="of a disputed item: who gave another grade than the most frequent one"
    )
    automatic = models.BooleanField(
        default=False, help_text="the gold standard has it: right, unless somebody says otherwise"
    )
    left_at = models.DateTimeField(
        null=True, help_text="when what gave it was taken out of the pool; empty while it is in the pool"
    )

    objects = PoolItemManager()
    ever: "models.Manager[PoolItem]" = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "key"], name="pool_item_unique")]
        indexes = [
            models.Index(fields=["question"], condition=models.Q(disputed=True), name="pool_item_disputed"),
            models.Index(
                fields=["question"], condition=models.Q(left_at__isnull=False), name="pool_item_left"
            ),
        ]

    def __str__(self) -> str:
        return self.answer
