"""What a run may be called: whatever has an address and can name a file."""

from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.shared.errors import FileRefused
from assessment.submissions.models import Run
from assessment.submissions.services import pool
from scoring import bundle, evaluations
from tests.submissions import scene

pytestmark = pytest.mark.django_db
ODD = [".hidden", "-", "_", "a..b", "...x", "CON", "com1", "2006", "x" * 64]


def tagged(tag: str) -> bytes:
    return scene.as_bytes([line.replace(" lkg1 ", f" {tag} ") for line in scene.whole_run()])


def test_runs_of_any_sound_tag_have_pages_and_come_back_in_a_bundle(
    campaign: Campaign, tmp_path: Path
) -> None:
    client = scene.client_of("olga")
    for tag in ODD:
        scene.submit(campaign, tagged(tag))
        for part in ("", "file/", "warnings/"):
            answer = client.get(f"/campaigns/{campaign.slug}/runs/{tag}/{part}")
            assert answer.status_code == 200, (tag, part)
        assert client.get(f"/api/v1/campaigns/{campaign.slug}/runs/{tag}/file/").status_code == 200
    export_bundle(campaign=campaign, folder=tmp_path / "bundle", by=None)
    copy = import_folder(folder=tmp_path / "bundle", slug="copy", by=None).campaign
    assert set(copy.runs.values_list("run_id", flat=True)) == set(ODD)


@pytest.mark.parametrize("tag", [".", "..", "..."])
def test_dots_alone_name_no_run(campaign: Campaign, tmp_path: Path, tag: str) -> None:
    client = scene.client_of("olga")
    page = f"/campaigns/{campaign.slug}/submit/"
    in_file = client.post(page, scene.form(data=tagged(tag)))
    assert in_file.status_code == 422
    [(code, line)] = [
        (rule.code, problem.line) for rule in in_file.context["broken"] for problem in rule.problems
    ]
    assert (code, line) == ("run_tag_form", 1)
    assert "and not dots alone" in in_file.content.decode()
    declared = client.post(page, scene.form(run_id=tag))
    assert declared.status_code == 422
    assert "and not dots alone" in declared.content.decode()
    assert not Run.objects.exists()
    scene.submit(campaign, tagged("lkg1"))
    export_bundle(campaign=campaign, folder=tmp_path / "bundle", by=None)
    table = tmp_path / "bundle" / "runs.csv"
    table.write_bytes(table.read_bytes().replace(b"lkg1,", f"{tag},".encode(), 1))
    (tmp_path / "bundle" / bundle.MANIFEST).unlink()
    with pytest.raises(FileRefused) as refused:
        import_folder(folder=tmp_path / "bundle", slug="copy", by=None)
    assert ("runs.csv", 2, "run_id") in {(one.file, one.line, one.code) for one in refused.value.problems}
    assert client.get(f"/campaigns/{campaign.slug}/runs/%2e%2e%2f/").status_code == 404


def test_a_run_stored_under_dots_does_not_break_the_list(campaign: Campaign) -> None:
    run = scene.submit(campaign, tagged("lkg1"))
    Run.objects.filter(pk=run.pk).update(run_id="..", run_key="..")
    assert scene.client_of("olga").get(f"/campaigns/{campaign.slug}/runs/").status_code == 200


def test_questions_with_a_slash_have_pages_and_those_of_dots_are_refused(campaign: Campaign) -> None:
    campaign.questions.filter(qid="10").update(qid="10/a")
    run = scene.whole_run()
    scene.submit(campaign, scene.as_bytes([line.replace("10 Q0", "10/a Q0") for line in run]))
    pool(campaign=campaign, by=None)
    client = scene.client_of("olga")
    for page in ("pool/", "pool/10/a/", "questions/", "questions/10/a/", "assign/"):
        assert client.get(f"/campaigns/{campaign.slug}/{page}").status_code == 200, page
    for qid in (".", "..", "1/../2"):
        _, problems = evaluations.get("trec8").read_topics(
            f"<top>\n<num> Number: {qid}\n<desc> Description:\nWho?\n</top>\n".encode(), "topics"
        )
        assert [(problem.line, problem.code) for problem in problems][:1] == [(1, "question_id")]
        assert "cannot be part of an address" in problems[0].message
