"""What was declared of post-editing in a campaign, and what the machine said that is shown there."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, DraftedNugget, Judgment, PostEditingPlan
from assessment.people.models import Member
from assessment.submissions.models import in_pool
from scoring.conditions import digest
from scoring.records import Item, PostEditing


def plan_of(campaign: Campaign) -> PostEditingPlan | None:
    """What was declared, with the machine."""
    found = PostEditingPlan.objects.filter(campaign=campaign)
    return found.select_related("machine", "declared_by").first()


def post_editing_of(campaign: Campaign) -> PostEditing | None:
    """The same, as scoring knows it."""
    found = plan_of(campaign)
    return found.record if found else None


def machine_members(campaign: Campaign) -> list[Member]:
    """The machines that judged in a campaign, by name."""
    judging = Assignment.objects.of_programs().filter(question__campaign=campaign).values("member")
    return list(Member.objects.filter(pk__in=judging).order_by("name", "pk"))


def digest_of(machine: Member) -> str:
    """SHA-256 of all that a machine says now."""
    rows = Judgment.programs.filter(in_pool("item"), member=machine).exclude(grade="")
    columns = ("item__question__qid", "item__docid", "item__passage", "item__answer", "grade")
    said = rows.values_list(*columns).iterator(chunk_size=5_000)
    return digest((Item(*item), grade) for *item, grade in said)


def may_be_shown(question: Question) -> bool:
    """Whether a machine's grade can stand beside each answer, or its draft beside the list of nuggets."""
    return question.kind.form.pools


def drafted_questions(machine: Member, among: Collection[str] = ()) -> set[int]:
    """The questions for which a machine drafted nuggets; where ids are named, among these."""
    drafted = DraftedNugget.objects.filter(member=machine)
    if among:
        drafted = drafted.filter(question__qid__in=among)
    return set(drafted.values_list("question_id", flat=True).distinct())


def judged_anything(machine: Member) -> bool:
    """Whether a machine gave any grade, so that there is something to see beside answers."""
    return Judgment.programs.filter(member=machine).exclude(grade="").exists()


def drafts_in_view(machine: Member, questions: Iterable[int]) -> set[str]:
    """Of some questions the ids of those whose list somebody writes, or wrote, with the machine's drafts in view."""
    drafted = DraftedNugget.objects.filter(member=machine, question=OuterRef("question"))
    found = Assignment.objects.filter(Exists(drafted), shown=machine, question__in=questions)
    return set(found.values_list("question__qid", flat=True))
