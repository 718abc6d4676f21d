"""Training stays apart: no pool, score or export of the campaign tells of it."""

from pathlib import Path
from uuid import uuid4

from django.core.management import call_command

from assessment.campaigns.models import Campaign, Question
from assessment.judging.models import Assignment, Judgment
from assessment.judging.services.judgments import record_judgment
from assessment.people.models import Account, Member
from assessment.submissions.models import PoolItem
from assessment.training.models import TrainingAttempt
from assessment.training.services.samples import write_sample
from assessment.training.services.training import begin_try, finish_try, save_grades
from tests import factory
from tests.training.conftest import SAMPLE


def exported(folder: Path) -> dict[str, bytes]:
    """The bundle of the campaign, file by file."""
    call_command("export", "facts", str(folder))
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def scored(folder: Path) -> bytes:
    """The scores as JSON."""
    folder.mkdir(exist_ok=True)
    call_command("score", "facts", "--rule", "union", "--json", str(folder / "scores.json"))
    return (folder / "scores.json").read_bytes()


def train(campaign: Campaign, name: str) -> None:
    """A whole try."""
    sample = write_sample(campaign=campaign, sample=SAMPLE._replace(name=name), seen=0, by=None)
    account = Account.objects.get(username="ada")
    attempt = begin_try(question=sample, member=Member.objects.get(name="ada"), by=account)
    save_grades(
        try_id=attempt.pk, grades=dict.fromkeys(sample.items.values_list("pk", flat=True), "no"), by=account
    )
    finish_try(try_id=attempt.pk, by=account)


def test_a_try_changes_no_score_and_no_export(campaign: Campaign, tmp_path: Path) -> None:
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    (item,) = factory.make_items(question, ("AP-2", "Vasquez"))
    ada = Account.objects.get(username="ada")
    assignment = factory.make_assignment(question, ada)
    record_judgment(
        by=ada, assignment_id=assignment.pk, item_id=item.pk, seen=0, client_id=uuid4(), grade="yes"
    )
    scores, bundle = scored(tmp_path / "a"), exported(tmp_path / "before")
    train(campaign, "names-1")
    train(campaign, "names-2")
    assert scored(tmp_path / "b") == scores
    assert exported(tmp_path / "after") == bundle
    assert TrainingAttempt.objects.count() == 2
    counts = [model.objects.count() for model in (Question, PoolItem, Assignment, Judgment)]
    assert counts == [1, 1, 1, 1]
