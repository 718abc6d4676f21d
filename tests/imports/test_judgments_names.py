"""Whom a file of judgments names: known assessors, slips, new people; and how they are removed again."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from assessment.assignments.selectors.assign import assign_page
from assessment.assignments.services.handover import hand_over
from assessment.campaigns.models import Campaign, FileImport, Question
from assessment.judging.models import Adjudication, Assignment, Judgment
from assessment.judging.services.counters import recount
from assessment.people.models import Event, Member
from assessment.results.services.scores import freeze_qrels
from tests import factory
from tests.client import Client
from tests.commands import run
from tests.imports.test_judgments_page import PAGE, confirm, hand_in, preview, row
from tests.judging.history import changes, said_in
from tests.judging.scene import assessors, give, items_of, judge, pooled, who_has

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return factory.make_campaign(settings={"judges": 1})


@pytest.fixture
def question(campaign: Campaign) -> Question:
    (question,) = pooled(campaign, ["1"], items=3)
    return question


@pytest.fixture
def organizer(campaign: Campaign, question: Question) -> Client:
    client = Client()
    client.force_login(factory.make_member(campaign, "olga", "organizer"))
    return client


@pytest.fixture
def write(tmp_path: Any) -> Any:
    def write(*rows: str) -> str:
        file = tmp_path / "judgments.csv"
        head = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"
        file.write_text("\n".join([head, *rows, ""]))
        return str(file)

    return write


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str, **options: Any) -> str:
    with pytest.raises(CommandError) as caught:
        call_command(*arguments, **options)
    return capsys.readouterr().err + str(caught.value)


def graded() -> set[tuple[str, str]]:
    return set(Judgment.objects.exclude(grade="").values_list("member__name", "grade"))


def test_a_file_is_only_checked_where_that_is_asked(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assessors(campaign, "ann")
    file = write(row(0, "ann", "yes"), row(1, "ann", "no"), row(0, "zed", "yes"))
    assert "zed (1 judgment) is not an assessor" in refusal(
        capsys, "import_judgments", "trial", file, "--check"
    )
    said = run("import_judgments", "trial", file, "--new", "--check").splitlines()
    assert said == [
        "joins the campaign: zed",
        "3 judgments would be new, 0 changed, 0 the same. Nothing was stored.",
    ]
    assert (graded(), Member.objects.count(), FileImport.objects.of_judgments().count()) == (set(), 1, 0)


def test_before_an_undo_decisions_on_the_same_answers_are_told(
    campaign: Campaign, question: Question, write: Any
) -> None:
    run("import_judgments", "trial", write(row(0, "ann", "yes"), row(0, "bo", "no")), "--new")
    assert "decision" not in run("undo_import", "trial", "1", "--check")
    Adjudication.objects.create(item=items_of(question)[0], grade="yes", ground="opinion")
    assert "1 decision was made on an answer that this file judged" in run(
        "undo_import", "trial", "1", "--check"
    )


def test_a_slip_in_a_name_stops_the_import_and_names_the_nearest(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assessors(campaign, "annames", "bo")
    file = write(row(0, "anames", "yes"), row(1, "anames", "no"), row(0, "bo", "yes"), row(0, "qqq", "no"))
    output = refusal(capsys, "import_judgments", "trial", file)
    assert "judgments.csv:2: assessor_unknown: anames (2 judgments) is not an assessor" in output
    assert "Did you mean annames?" in output
    assert "judgments.csv:5: assessor_unknown: qqq (1 judgment)" in output
    assert "--new" in output
    assert "bo" not in {line.split(" ")[2] for line in output.splitlines()}
    assert (graded(), Member.objects.count()) == (set(), 2)


def test_a_slip_in_the_name_of_a_machine_stops_too(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_judgments", "trial", write(row(0, "robot", "yes")), "--new", machine="2")
    output = refusal(capsys, "import_judgments", "trial", write(row(1, "robbot", "yes")), machine="2")
    assert "robbot (1 judgment) is not an assessor of this campaign. Did you mean robot?" in output
    call_command("import_judgments", "trial", write(row(1, "robot", "yes")), machine="2")


def test_somebody_of_another_role_is_no_assessor(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    factory.make_member(campaign, "jude", "adjudicator")
    output = refusal(capsys, "import_judgments", "trial", write(row(0, "jude", "yes")), "--new")
    assert "assessor_role: jude belongs to this campaign, but is not an assessor." in output


def test_new_people_count_and_are_given_no_new_work(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    account = factory.make_account("ann")
    assessors(campaign, "bo")
    call_command("import_judgments", "trial", write(row(0, "ann", "yes")), "--new")
    ann = Member.objects.get(name="ann")
    assert (ann.account, ann.roles.count(), account.memberships.count()) == (None, 0, 0)
    assert who_has(question) == {"ann"}
    assert [member.name for member in assign_page(campaign).assessors] == ["bo"]
    pooled(campaign, ["2"])
    call_command("assign", "trial", judges=1)
    assert set(Assignment.objects.filter(question__qid="2").values_list("member__name", flat=True)) == {"bo"}
    call_command("import_judgments", "trial", write(row(1, "ann", "yes")))


def test_the_page_shows_everybody_before_anything_is_stored(organizer: Client, campaign: Campaign) -> None:
    assessors(campaign, "annames")
    page = preview(organizer, row(0, "anames", "yes"), row(1, "anames", "no"), row(0, "annames", "yes"))
    for output in ("did you mean", "annames", "1 no, 1 yes", "<b>3</b> would be new", 'name="newcomers"'):
        assert output in page, output
    assert not Judgment.objects.exists()
    refused = confirm(organizer, newcomers=False)
    assert refused.status_code == 422
    assert "is not an assessor of this campaign" in refused.content.decode()
    assert not Judgment.objects.exists()
    done = organizer.get(confirm(organizer).headers["Location"]).content.decode()
    assert "Stored 3 judgments of 2 assessors. New, without an account and given no work: anames." in done


def test_a_preview_tells_changes_from_repeats_and_can_be_discarded(
    organizer: Client, campaign: Campaign
) -> None:
    hand_in(organizer, row(0, "ann", "yes"), row(1, "ann", "no"))
    page = preview(organizer, row(0, "ann", "no"), row(1, "ann", "no"), row(2, "ann", "no"))
    assert (
        "<b>1</b> would be new, <b>1</b> would change what is stored (kept in the history), 1 repeats" in page
    )
    check = organizer.get(PAGE).context["imports"][0].campaign.jobs.latest("pk")
    organizer.post(f"{PAGE}{check.pk}/discard/")
    again = organizer.get(f"{PAGE}?job={check.pk}").content.decode()
    assert "File no longer available" in again
    assert "no longer kept" in confirm(organizer).content.decode()
    assert graded() == {("ann", "yes"), ("ann", "no")}


def test_an_import_is_taken_back_by_page_with_a_reason(
    organizer: Client, campaign: Campaign, question: Question
) -> None:
    hand_in(organizer, row(0, "ann", "yes"), row(1, "ann", "no"))
    hand_in(organizer, row(0, "ann", "no"), row(2, "ann", "no"), row(0, "bo", "yes"))
    second = FileImport.objects.of_judgments().latest("pk")
    address = f"{PAGE}imports/{second.number}/"
    assert organizer.post(f"{address}take-back/", {"reason": " "}).status_code == 422
    assert question.pool_items.filter(disputed=True).count() == 1
    done = organizer.post(f"{address}take-back/", {"reason": "wrong file"}, follow=True).content.decode()
    assert (
        "Took back 3 judgments from judgments.csv: they stay in the history. 1 has the former grade again. "
        "2 no longer count." in done
    )
    assert graded() == {("ann", "yes"), ("ann", "no")}
    assert "wrong file" in organizer.get(address).content.decode()
    assert not question.pool_items.filter(disputed=True).exists()
    assert who_has(question) == {"ann"}
    undone = [said_in(change.before) for change in changes() if change.is_undo]
    assert [former["source_id"] for former in undone] == [second.pk] * 3
    assert recount(campaign=campaign, by=None) == []
    assert Event.objects.filter(verb="judgments:taken_back").exists()
    assert "already been undone" in organizer.post(f"{address}take-back/", {"reason": "x"}).content.decode()
    first = FileImport.objects.of_judgments().earliest("pk")
    organizer.post(f"{PAGE}imports/{first.number}/take-back/", {"reason": "wrong too"})
    assert (graded(), who_has(question)) == (set(), set())
    assert Judgment.objects.count() == 4


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_imports_taken_back_in_any_order_leave_what_the_first_one_said(
    campaign: Campaign, question: Question, write: Any, order: tuple[int, int]
) -> None:
    call_command("import_judgments", "trial", write(row(0, "ann", "yes"), row(1, "ann", "yes")), "--new")
    call_command("import_judgments", "trial", write(row(0, "ann", "no"), row(1, "ann", "no")), "--replace")
    call_command("import_judgments", "trial", write(row(0, "ann", "yes")), "--replace")
    imports = list(FileImport.objects.of_judgments().order_by("number"))
    for place in order:
        call_command(
            "take_back_judgments", "trial", "--import", str(imports[place].number), "--reason", "a slip"
        )
    judgments = Judgment.objects.values_list("grade", "source_id")
    assert set(judgments) == {("yes", imports[0].pk)}
    assert recount(campaign=campaign, by=None) == []


def test_a_person_is_removed_and_may_come_back(
    organizer: Client, campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str], write: Any
) -> None:
    hand_in(organizer, row(0, "anames", "yes"), row(0, "bo", "no"), row(1, "bo", "no"))
    member = Member.objects.get(name="anames")
    assert "anames" in organizer.get(PAGE).content.decode()
    refused = organizer.post(f"{PAGE}people/{member.pk}/remove/", {"reason": ""})
    assert (refused.status_code, "A reason is needed" in refused.content.decode()) == (422, True)
    organizer.post(f"{PAGE}people/{member.pk}/remove/", {"reason": "a slip"})
    assert graded() == {("bo", "no")}
    assert who_has(question) == {"bo"}
    assert "anames" not in [load.member.name for load in assign_page(campaign).loads]
    freeze_qrels(campaign=campaign, rule="union", by=None)
    assert "assessor_unknown" in refusal(capsys, "import_judgments", "trial", write(row(1, "anames", "yes")))
    call_command("import_judgments", "trial", write(row(1, "anames", "yes")), "--new")
    assert graded() == {("bo", "no"), ("anames", "yes")}
    assert Judgment.objects.filter(member=member).exclude(grade="").count() == 1
    assert who_has(question) == {"bo", "anames"}
    assert recount(campaign=campaign, by=None) == []


def test_an_assignment_that_was_there_before_stays_when_an_import_is_taken_back(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (ann,) = assessors(campaign, "ann")
    give(question, ann)
    call_command("import_judgments", "trial", write(row(0, "ann", "yes")))
    number = str(FileImport.objects.of_judgments().get().number)
    assert "reason" in refusal(capsys, "take_back_judgments", "trial", "--import", number)
    call_command("take_back_judgments", "trial", "--import", number, "--reason", "wrong file")
    assert "Took back 1 judgment from judgments.csv" in capsys.readouterr().out
    assert (graded(), who_has(question)) == (set(), {"ann"})
    call_command("take_back_judgments", "trial")
    assert f"Imports: {number} (judgments.csv, undone). People from files: none." in capsys.readouterr().out


def test_what_a_person_changed_since_stays(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (ann,) = assessors(campaign, "ann")
    sheet = give(question, ann)
    call_command("import_judgments", "trial", write(row(0, "ann", "yes"), row(1, "ann", "yes")))
    judge(sheet, items_of(question)[0], "no")
    number = str(FileImport.objects.of_judgments().get().number)
    call_command("take_back_judgments", "trial", "--import", number, "--reason", "wrong file")
    assert (
        "Took back 1 judgment from judgments.csv: it stays in the history. 1 no longer counts. "
        "1 changed since then was left alone." in capsys.readouterr().out
    )
    assert graded() == {("ann", "no")}


def test_judgments_of_who_handed_over_are_not_stored_unseen(
    campaign: Campaign, question: Question, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bo = assessors(campaign, "ann", "bo")
    hand_over(assignment=give(question, ann), to=bo, by=None)
    output = refusal(capsys, "import_judgments", "trial", write(row(0, "ann", "yes")))
    assert "assignment_handed_over: ann handed question 1 over" in output


def test_judgments_are_listed_with_all_imports_and_undone_there(
    organizer: Client, campaign: Campaign, question: Question, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(organizer, row(0, "ann", "yes"), row(1, "ann", "no"))
    kept = campaign.imports.get()
    assert (kept.kind, kept.state, kept.counts["added"]) == ("judgments", "made", 2)
    address = f"/campaigns/trial/imports/{kept.number}/"
    assert b"ann" in b"".join(organizer.get(f"{address}files/0/"))
    judge(Assignment.objects.get(question=question), items_of(question)[0], "no")
    assert "What anybody changed since stays as it is" in organizer.get(address).content.decode()
    done = organizer.post(f"{address}undo/", {"reason": "wrong file"}, follow=True).content.decode()
    assert "Took back 1 judgment from judgments.csv" in done
    kept.refresh_from_db()
    assert (kept.state, kept.reason) == ("undone", "wrong file")
    assert graded() == {("ann", "no")}
    hand_in(organizer, row(2, "ann", "yes"))
    call_command("undo_import", "trial", str(kept.number + 1), "--reason", "again")
    assert "Took back 1 judgment" in capsys.readouterr().out
    assert graded() == {("ann", "no")}
    assert FileImport.objects.of_judgments().latest("pk").reason == "again"


def test_an_import_has_its_number_in_the_campaign_on_pages_in_events_and_for_commands(
    organizer: Client, campaign: Campaign, write: Any
) -> None:
    other = factory.make_campaign("other", settings={"judges": 1})
    pooled(other, ["1"], items=3)
    call_command("import_judgments", "other", write(row(0, "ann", "yes")), "--new")
    hand_in(organizer, row(0, "ann", "yes"))
    source = campaign.imports.get()
    assert (source.number, source.pk != source.number) == (1, True)
    assert "imports/1/" in organizer.get(PAGE).content.decode()
    page = organizer.get(f"{PAGE}imports/1/").content.decode()
    assert "Import 1:" in page
    assert "Known or unknown before the import." in page
    assert organizer.get(f"{PAGE}imports/{source.pk}/").status_code == 404
    assert Event.objects.get(campaign=campaign, verb="judgments:imported").data["number"] == 1
    assert "Imports: 1 (judgments.csv, imported)." in run("take_back_judgments", "trial")
    run("take_back_judgments", "trial", "--import", "1", "--reason", "a slip")
    assert set(Judgment.objects.exclude(grade="").values_list("item__question__campaign", "grade")) == {
        (other.pk, "yes")
    }
