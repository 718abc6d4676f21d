"""What was declared of post-editing in a campaign, and what the machine said that is shown there."""

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import MACHINE, Assignment, Judgment, PostEditingPlan
from assessment.people.models import Member
from assessment.submissions.models import in_pool
from scoring.records import Item, PostEditing
from scoring.studies.designs import digest


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
    judging = Assignment.objects.filter(question__campaign=campaign, role=MACHINE).values("member")
    return list(Member.objects.filter(pk__in=judging).order_by("name", "pk"))


def digest_of(machine: Member) -> str:
    """SHA-256 of all that a machine says now."""
    rows = Judgment.objects.filter(in_pool("item"), member=machine).exclude(grade="")
    columns = ("item__question__qid", "item__docid", "item__passage", "item__answer", "grade")
    said = rows.values_list(*columns).iterator(chunk_size=5_000)
    return digest((Item(*item), grade) for *item, grade in said)


def may_be_shown(question: Question) -> bool:
    """Whether the answers of a question are graded one by one, so that a machine's grade can stand beside each."""
    form = question.kind.form
    return form.page == "answers" and not form.is_annotated
