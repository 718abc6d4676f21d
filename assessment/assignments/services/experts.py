"""Asking experts for their judgment of what annotators answered (Natural Questions, section 4.2).

First each expert judges by themselves; on what they differ in, an adjudicator enters the consensus.
"""

from collections.abc import Sequence
from typing import NamedTuple

from assessment.assignments.selectors.experts import annotated_examples, drawn_answers
from assessment.assignments.selectors.sentences import listed
from assessment.assignments.selectors.units import assessors_of
from assessment.assignments.services.assign import AT_ONCE, NAMES_HINT, lock_assignments
from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.people.models import Account, Member
from assessment.people.services.events import record_event
from assessment.shared.errors import Refused
from assessment.shared.say import say, say_n
from assessment.submissions.services.pooling_answers import pool_answers
from documents.steps import Pace
from scoring.forms.spans import EXPERTS_STAGE

SHOWN = 5  # names in a sentence


class Asked(NamedTuple):
    """What was asked of experts."""

    answers: int  # that came into the pools
    added: int  # assignments
    experts: tuple[str, ...]
    sample: int | None  # questions
    seed: int

    @property
    def facts(self) -> dict[str, int]:
        """What the event keeps: the draw, too, where there was one."""
        drawn = {"sample": self.sample, "seed": self.seed} if self.sample else {}
        return {"answers": self.answers, "added": self.added, **drawn}

    def __str__(self) -> str:
        values = {"added": self.added, "names": ", ".join(self.experts)}
        if not self.sample:
            return say_n(
                "Pooled {n} answer of annotators; made {added} assignments for {names}.",
                "Pooled {n} answers of annotators; made {added} assignments for {names}.",
                self.answers,
                **values,
            )
        return say_n(
            "Pooled {n} answer of annotators to {sample} drawn questions (seed {seed}); made {added} assignments"
            " for {names}.",
            "Pooled {n} answers of annotators to {sample} drawn questions (seed {seed}); made {added} assignments"
            " for {names}.",
            self.answers,
            sample=self.sample,
            seed=str(self.seed),
            **values,
        )


def ask_experts(
    *,
    campaign: Campaign,
    by: Account | None,
    experts: Sequence[str],
    sample: int | None = None,
    seed: int = 1,
) -> Asked:
    """Put annotators' answers into the pools and give every pooled question to each of some experts.

    `sample` takes the answers to so many questions, drawn by the seed, which the event keeps.
    Only what is missing is added. Refused where an expert annotated one of these questions: nobody judges themselves.
    """
    members = _members(campaign, experts)
    if sample is not None and sample < 1:
        raise Refused(
            say("A sample has at least 1 question."), "sample_invalid", say("Leave it out to take all.")
        )
    _refuse_half_stored(campaign)
    items = drawn_answers(annotated_examples(campaign), sample, seed)
    if not items:
        raise Refused(
            say("There are no answers to judge: no annotation with an answer is complete."),
            "no_answers",
            say("Ask experts once questions are annotated."),
        )
    _refuse_annotators(campaign, members, {item.qid for item in items})
    answers = pool_answers(by=by, campaign=campaign, items=items)
    added = 0
    while made := _assign_some(campaign, members):
        added += made
    names = tuple(member.name for member in members)
    asked = Asked(answers, added, names, sample, seed)
    record_event(by=by, campaign=campaign, verb="experts:asked", subject=", ".join(names), **asked.facts)
    return asked


def _members(campaign: Campaign, names: Sequence[str]) -> list[Member]:
    if not campaign.track.marks_places:
        raise Refused(
            say(
                "Nothing is annotated in {campaign}, so there is nothing for experts.", campaign=campaign.slug
            ),
            "not_annotated",
            say("Assign its questions to assessors."),
        )
    known = {member.name: member for member in assessors_of(campaign)}
    unknown = [name for name in names if name not in known]
    if unknown:
        message = say("Not among the assessors of this campaign: {listed}.", listed=", ".join(unknown))
        raise Refused(message, "assessor_unknown", NAMES_HINT)
    if not names:
        raise Refused(
            say("No expert was chosen."), "no_experts", say("Choose at least one; the paper had four.")
        )
    return [known[name] for name in dict.fromkeys(names)]


def _refuse_annotators(campaign: Campaign, members: Sequence[Member], qids: set[str]) -> None:
    own = Assignment.objects.filter(question__campaign=campaign, member__in=members)
    annotating = own.filter(stage__in=EXPERTS_STAGE.not_with).order_by("member__name", "question__qid")
    pairs = annotating.values_list("member__name", "question__qid")
    found = [f"{name} (question {qid})" for name, qid in pairs if qid in qids]
    if found:
        raise Refused(
            say(
                "Experts judge what others answered, but these annotate the same question: {names}. Nothing was changed.",
                names=listed(found, SHOWN),
            ),
            "expert_annotates",
            say("Choose experts who annotate none of these questions."),
        )


def _refuse_half_stored(campaign: Campaign) -> None:
    if campaign.imports.of_judgments().unfinished().exists():
        raise Refused(
            say(
                "Annotations are being imported, and half of them would be asked about. Nothing was changed."
            ),
            "import_under_way",
            say("Wait until the import is done."),
        )


def _assign_some(campaign: Campaign, members: Sequence[Member]) -> int:
    """Make the first AT_ONCE assignments that are missing; return how many."""
    with Pace().step():
        lock_assignments(campaign)
        have = set(
            Assignment.objects.filter(question__campaign=campaign, member__in=members).values_list(
                "question_id", "member_id"
            )
        )
        pooled = campaign.questions.retained().in_order().filter(pool__items__gt=0)
        missing = [
            Assignment(question_id=question, member=member, stage=EXPERTS_STAGE.name)
            for question in pooled.values_list("pk", flat=True)
            for member in members
            if (question, member.pk) not in have
        ][:AT_ONCE]
        if missing:
            Assignment.objects.bulk_create(missing)
    return len(missing)
