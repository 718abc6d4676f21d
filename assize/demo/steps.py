"""What the demo campaigns share: commands run without a word, a deadline, and questions finished once they are ready."""

import io
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Nugget, NuggetVote
from assessment.judging.services.questions import finish
from scoring.stages import CLASSES, LISTING

FOLDER = Path(settings.BASE_DIR) / "demo"


def run(command: str, *arguments: str) -> None:
    """Do what a user does on the command line."""
    call_command(command, *arguments, stdout=io.StringIO(), stderr=io.StringIO())


def deadline() -> str:
    """When runs are due where a campaign is still open for them: half a year from now at least."""
    return f"{timezone.now().year + 1}-06-30 23:59 Europe/Paris"


def judge(campaign: Campaign) -> None:
    """Pool, take in the judgments, and give out what is left."""
    run("pool", campaign.slug)
    run("import_judgments", campaign.slug, str(FOLDER / campaign.slug / "judgments.csv"))
    run("assign", campaign.slug)


def finish_ready(campaign: Campaign) -> None:
    """Finish what its assessor, who has an account, has wholly judged, grouped and voted on."""
    rows = Assignment.objects.filter(question__campaign=campaign, member__account__isnull=False)
    for row in rows.select_related("question__pool", "question__campaign", "member__account"):
        if row.pool_size and row.judged == row.pool_size and _nothing_waits(row):
            nothing = row.work.may_find_none and not _found(row)
            finish(by=row.member.account, assignment_id=row.pk, no_answer_found=nothing)


def _nothing_waits(row: Assignment) -> bool:
    """Whether every correct list answer has its class, and every nugget the vote of its writer."""
    form = row.question.kind.form
    if form.asks(CLASSES):
        return not row.judgments.filter(grade="correct", answer_class=None).exists()
    if row.work.does(LISTING):
        voted = NuggetVote.objects.filter(nugget__question=row.question, member__in=(row.member_id, None))
        return voted.count() >= Nugget.objects.filter(question=row.question).current().count()
    return True


def _found(row: Assignment) -> bool:
    """Whether its assessor found a right answer or a nugget, or the gold standard did."""
    scale = row.question.kind.scale
    if scale is None:
        return Nugget.objects.filter(question=row.question).current().exists()
    judged = row.judgments.filter(grade__in=scale.correct)
    return judged.exists() or row.question.pool_items.filter(automatic=True).exists()
