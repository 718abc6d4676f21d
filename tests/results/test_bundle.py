"""Bundles: in and out, with the same bytes and the same scores on every database."""

import json
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Adjudication, Assignment, Judgment, Ruling
from assessment.judging.services.rulings import write_ruling
from assessment.notices.models import Notice
from assessment.people.models import Account, Event, Member
from assessment.results.selectors import bundle
from assessment.results.services.bundle_import import import_folder
from assessment.results.services.export import export_bundle
from assessment.shared.errors import FileRefused, Refused
from assessment.submissions.models import PoolItem, QuestionPool, Run
from scoring.__main__ import main
from tests.factory import make_account
from tests.results.golden import NAMES, contents, expected_scores, golden, imported
from tests.users import users_python

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", NAMES)
def test_an_imported_bundle_is_exported_byte_for_byte(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    software = json.loads((golden(name) / "campaign.json").read_bytes())["software"]
    monkeypatch.setattr(bundle, "SOFTWARE", software)
    export_bundle(campaign=imported(name), folder=tmp_path / "out", by=None)
    assert contents(tmp_path / "out") == contents(golden(name))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", NAMES)
def test_export_import_export_changes_no_byte(name: str, tmp_path: Path) -> None:
    first, second, third = (tmp_path / part for part in ("first", "second", "third"))
    campaign = imported(name)
    export_bundle(campaign=campaign, folder=first, by=None)
    export_bundle(campaign=campaign, folder=second, by=None)
    assert contents(first) == contents(second)
    Campaign.objects.filter(pk=campaign.pk).update(slug="moved-away")
    export_bundle(campaign=import_folder(folder=first, slug="", by=None).campaign, folder=third, by=None)
    assert contents(first) == contents(third)


@pytest.mark.both_databases
@pytest.mark.parametrize("name", NAMES)
def test_scores_of_command_and_files_are_the_same_bytes(name: str, tmp_path: Path) -> None:
    imported(name)
    call_command("export", name, str(tmp_path / "bundle"))
    for number, (rule, text) in enumerate(expected_scores(name).items()):
        ours, theirs = tmp_path / f"{number}.json", tmp_path / f"{number}-files.json"
        call_command("score", name, rule=rule, partial=True, json=str(ours))
        arguments = ["score", str(tmp_path / "bundle"), "--rule", rule, "--partial", "--json", str(theirs)]
        if number == 0:  # without Django
            command = [str(users_python()), "-m", "scoring", *arguments]
            subprocess.run(command, check=True, capture_output=True, cwd=settings.BASE_DIR)
        else:
            assert main(arguments) == 0
        assert ours.read_bytes() == theirs.read_bytes()
        unnamed = {"software": "", "inputs_sha256": ""}
        assert json.loads(ours.read_bytes()) | unnamed == json.loads(text) | unnamed


def test_an_imported_campaign_stands_as_the_site_would_have_made_it() -> None:
    campaign = imported("trec8_small")
    assert campaign.state == "closed"
    assert list(campaign.runs.order_by("run_id").values_list("run_id", "pooled")) == [
        ("alpha1", True),
        ("beta1", True),
        ("late1", False),
    ]
    pool = PoolItem.objects.filter(question__campaign=campaign)
    assert sum(QuestionPool.objects.values_list("items", flat=True)) == pool.count()
    disputed = {item.pk for item in pool if len(counting_grades(item)) > 1}
    assert disputed == set(pool.filter(disputed=True).values_list("pk", flat=True))
    for assignment in campaign.questions.get(qid="1").assignments.all():
        assert assignment.judged == assignment.judgments(manager="ever").count()
    handed_over = campaign.questions.get(qid="4").assignments.get(member__name="bo")
    assert handed_over.handed_over_at is not None
    assert campaign.questions.get(qid="7").drop_reason
    assert Event.objects.filter(campaign=campaign, verb="campaign:imported").count() == 1


def counting_grades(item: PoolItem) -> set[str]:
    given = item.judgments.filter(assignment__handed_over_at=None)
    return set(given.values_list("grade", flat=True))


def test_people_of_a_bundle_are_never_the_accounts_of_the_same_name() -> None:
    ann = make_account("ann")
    campaign = imported("trec8_small")
    assert Member.objects.get(campaign=campaign, name="ann").account is None
    assert list(Account.objects.all()) == [ann]


def test_work_called_done_that_is_not_is_open_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("trec8_small", tmp_path)
    table = folder / "assignments.csv"
    table.write_bytes(table.read_bytes().replace(b"4,dee,judge,open,", b"4,dee,judge,done,"))
    call_command("import_bundle", str(folder))
    assert "Called done in assignments.csv but open here" in (said := capsys.readouterr().out)
    assert said.rstrip().endswith("part of it is not judged: question 4 (dee).")
    work = Assignment.objects.filter(question__campaign__slug="trec8_small").of_people()
    assert [row.member.name for row in work if row.state == "open"] == ["dee"]


@pytest.mark.parametrize("name", NAMES)
def test_work_without_a_table_is_finished_where_all_is_judged(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path)
    (folder / "assignments.csv").unlink()
    made = import_folder(folder=folder, slug="", by=None)
    work = Assignment.objects.filter(question__campaign=made.campaign).of_people()
    assert {row.state for row in work} >= {"done"}
    for row in work:
        assert row.state == ("done" if row.judged >= row.pool_size else "open")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_rulings_travel_with_their_dates_and_what_was_asked(tmp_path: Path) -> None:
    campaign = imported("series_small")
    work = Assignment.objects.filter(question__campaign=campaign).order_by("pk")[0]
    item = PoolItem.objects.filter(question=work.question).order_by("pk")[0]
    asked = {"campaign": campaign, "question": work.question, "asked_by": work.member}
    Ruling.objects.create(**asked, item=item, client_id=uuid4(), asked="Does a year,\nalone, count?")
    waits = Ruling.objects.create(**asked, client_id=uuid4(), asked="And names?")
    write_ruling(campaign=campaign, text="Names count.", by=None)
    write_ruling(campaign=campaign, text="It counts.", by=None, ruling=waits.pk - 1)
    first, second = tmp_path / "first", tmp_path / "second"
    export_bundle(campaign=campaign, folder=first, by=None)
    Campaign.objects.filter(pk=campaign.pk).update(slug="moved-away")
    before = Notice.objects.count()
    made = import_folder(folder=first, slug="", by=None).campaign
    export_bundle(campaign=made, folder=second, by=None)
    assert contents(first) == contents(second)
    assert Notice.objects.count() == before  # nobody is told again
    row = made.rulings.get(text="It counts.")
    assert row.item is not None
    assert (row.item.answer, row.asked, str(row.asked_by)) == (
        item.answer,
        "Does a year,\nalone, count?",
        str(work.member),
    )
    assert row.ruled_at == Ruling.objects.get(campaign=campaign, text="It counts.").ruled_at
    assert made.rulings.waiting().get().asked == "And names?"
    assert not made.rulings.unread().exists()


def test_rulings_with_faults_are_refused_by_their_lines(tmp_path: Path) -> None:
    folder = copied("series_small", tmp_path)
    (folder / "rulings.csv").write_text(
        "qid,docid,passage,answer,assessor,asked,asked_at,ruling,ruled_at\n"
        ",,,,,,,Names count.,\n"
        "99.9,,,,,,,Names count.,\n"
        ",,,,,,,,\n"
        ",,,,,,yesterday,Names count.,\n"
        "1.1,D0,,nowhere,ada,?,,,\n"
    )
    with pytest.raises(FileRefused) as refused:
        import_folder(folder=folder, slug="", by=None)
    lines = sorted(problem.line for problem in refused.value.problems if problem.file == "rulings.csv")
    assert lines == [3, 4, 5, 6]


def test_a_judgment_of_unknown_time_stays_so(tmp_path: Path) -> None:
    folder = copied("trec8_small", tmp_path)
    judgments = folder / "judgments.csv"
    judgments.write_bytes(judgments.read_bytes().replace(b"2026-03-01T10:00:00Z", b""))
    campaign = import_folder(folder=folder, slug="", by=None).campaign
    assert not Judgment.objects.filter(judged_at=None).exists()
    assert b"".join(bundle.table(campaign, "judgments")) == judgments.read_bytes()


def test_a_bundle_with_faults_leaves_nothing_and_lists_them_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied("trec8_small", tmp_path)
    judgments = (folder / "judgments.csv").read_text("utf-8").replace(",yes,", ",maybe,", 1)
    (folder / "judgments.csv").write_text(judgments + "99,D1,,x,ann,yes,,,,human,\r\n", "utf-8", newline="")
    (folder / "runs" / "alpha1.txt").unlink()
    with pytest.raises(CommandError) as failure:
        call_command("import_bundle", str(folder))
    assert failure.value.returncode == 1
    listed = capsys.readouterr().err
    assert "judgments.csv:2: unknown_grade" in listed
    assert "runs/alpha1.txt: run_file" in listed
    assert "not_in_pool" in listed
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("small", "table", "old", "new", "code"),
    [
        ("trec8_small", "judgments.csv", ",ann,", f",{'a' * 151},", "too_long"),
        ("rag_small", "nuggets.csv", ",why", f",{'w' * 201}", "too_long"),
        ("trec8_small", "runs.csv", "alpha1,alpha,", "alpha1,BETA,", "team_name_taken"),
        ("trec8_small", "runs.csv", "alpha1,alpha,1", "alpha1,alpha,40000", "number_too_large"),
        ("trec8_small", "runs.csv", "alpha1,alpha,", "alpha1,,", "team_name_invalid"),
    ],
)
def test_what_no_column_holds_is_refused_before_anything_is_stored(
    tmp_path: Path, small: str, table: str, old: str, new: str, code: str
) -> None:
    folder = copied(small, tmp_path)
    text = (folder / table).read_text("utf-8")
    assert old in text
    (folder / table).write_text(text.replace(old, new), "utf-8", newline="")
    with pytest.raises(FileRefused) as refusal:
        import_folder(folder=folder, slug="", by=None)
    assert code in {problem.code for problem in refusal.value.problems}
    assert not Campaign.objects.exists()


def test_a_slug_is_taken_once_and_can_be_chosen() -> None:
    imported("trec8_small")
    with pytest.raises(Refused, match="already"):
        imported("trec8_small")
    made = import_folder(folder=golden("trec8_small"), slug="other", by=None)
    assert made.campaign.slug == "other"
    assert Run.objects.filter(run_id="alpha1").count() == 2


def test_settings_deadline_and_collection_travel(tmp_path: Path) -> None:
    folder = copied("series_small", tmp_path)
    output = json.loads((folder / "campaign.json").read_bytes())
    output["settings"]["deadline"] = "2126-12-01 23:59 Europe/Paris"
    output["collection"] = "halden"
    (folder / "campaign.json").write_text(json.dumps(output), "utf-8")
    campaign = import_folder(folder=folder, slug="", by=None).campaign
    again = json.loads(bundle.campaign_json(campaign))
    assert again["settings"] == output["settings"]
    assert again["collection"] == "halden"


def test_export_takes_no_folder_with_files_and_leaves_none_behind(tmp_path: Path) -> None:
    campaign = imported("trec8_small")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "notes.txt").write_text("mine")
    with pytest.raises(Refused):
        export_bundle(campaign=campaign, folder=tmp_path / "kept", by=None)
    assert contents(tmp_path) == {"kept/notes.txt": b"mine"}
    (tmp_path / "empty").mkdir()
    export_bundle(campaign=campaign, folder=tmp_path / "empty", by=None)
    assert (tmp_path / "empty" / "MANIFEST.sha256").is_file()


@pytest.mark.both_databases
def test_rules_that_fail_are_left_out_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    campaign = imported("trec8_small")
    Adjudication.objects.filter(item__question__qid="1").delete()
    call_command("export", campaign.slug, str(tmp_path / "out"))
    assert {path.stem for path in (tmp_path / "out" / "qrels").iterdir()} == {"intersection", "union"}
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert "Left out: qrels/adjudicated.txt" in line


def test_answers_and_pyramids_travel_in_their_own_forms(tmp_path: Path) -> None:
    campaign = imported("tac_small")
    assert export_bundle(campaign=campaign, folder=tmp_path / "out", by=None).failed == {}
    assert (
        b"# 1.1\nQ: Which makers of glass do people praise?\nDunn & Penn\n"
        in (tmp_path / "out" / "nist" / "answers.txt").read_bytes()
    )
    assert (
        b"2.1\t2\t0.666666666666667\tnobody says why\n"
        in (tmp_path / "out" / "nist" / "pyramid.txt").read_bytes()
    )


def test_a_list_with_unclassed_answers_leaves_out_the_answer_sets_alone(tmp_path: Path) -> None:
    campaign = imported("tac_small")
    Judgment.objects.filter(item__question__qid="1.1").update(answer_class=None)
    exported = export_bundle(campaign=campaign, folder=tmp_path / "out", by=None)
    assert {path: error.code for path, error in exported.failed.items()} == {"nist/answers.txt": "unclassed"}
    assert "Left out: nist/answers.txt" in exported.sentence
    assert not (tmp_path / "out" / "nist" / "answers.txt").exists()
    assert (tmp_path / "out" / "nist" / "pyramid.txt").is_file()
    assert (tmp_path / "out" / "qrels" / "adjudicated.txt").is_file()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("answers.txt", "Dunn & Penn", "Dunn and Penn"), ("pyramid.txt", "0.666666666666667", "0.67")],
)
def test_forms_that_say_something_else_than_the_tables_are_refused(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    folder = copied("tac_small", tmp_path)
    (folder / "nist").mkdir()
    text = (golden("tac_small") / "nist" / file).read_text("utf-8")
    (folder / "nist" / file).write_text(text, "utf-8")
    import_folder(folder=folder, slug="fine", by=None)
    (folder / "nist" / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(FileRefused) as refusal:
        import_folder(folder=folder, slug="", by=None)
    assert [(problem.file, problem.code) for problem in refusal.value.problems] == [
        (f"nist/{file}", "nist_differs")
    ]


def copied(name: str, tmp_path: Path) -> Path:
    """A copy of a committed bundle that a test may change; without checksums and what is worked out, which would notice."""
    folder = tmp_path / name
    for path, data in contents(golden(name)).items():
        if path.startswith(("qrels/", "nist/")) or path == "MANIFEST.sha256":
            continue
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder
