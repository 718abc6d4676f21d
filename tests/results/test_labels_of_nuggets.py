"""An evaluation whose nuggets have labels, from questions to scores: by pages, API, files and programs, and as a bundle."""

import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment, ChangeBatch, Nugget, NuggetMatch, Reading
from assessment.judging.services.counters import recount
from assessment.judging.services.nuggets import remove_nugget, reword_nugget, write_nugget
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from assessment.submissions.services import pool
from scoring.__main__ import main
from tests.api.asking import client_of
from tests.client import Client
from tests.factory import make_account, make_assignment, make_items, make_questions
from tests.labelled import DEFINITION
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built
from tests.submissions.scene import submit

pytestmark = pytest.mark.django_db

QUESTIONS = "qid,type,text\n7,topic,What is known of the lighthouse?\n"
RUNS = {"lake1": ("D-1 its lamp burned whale oil",), "tern1": ("D-2 built in 1843", "D-3 a lamp of brass")}
HEAD = "qid,docid,answer,nugget,label,assessor\n"
HELD = {
    "its lamp burned whale oil": ("support", "not_support"),
    "built in 1843": ("not_support", "support"),
    "a lamp of brass": ("partial_support", "not_support"),
}


class Lamps:
    """A campaign with an evaluation of its own: questions, runs, pool, and ada, who judges all; ben judges beside her."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        declared = self.file("evaluation.toml", DEFINITION)
        call_command("create_campaign", "lamps", "--evaluation", declared, "--set", "judges=2")
        Campaign.objects.update(state=State.OPEN)
        self.campaign = Campaign.objects.get()
        call_command("import_questions", "lamps", self.file("topics.csv", QUESTIONS))
        self.ada, self.ben = make_account("ada"), make_account("ben")
        for account in (self.ada, self.ben):
            roles = ["organizer", "assessor"] if account == self.ada else ["assessor"]
            ensure_member(
                campaign=self.campaign, name=account.username, roles=roles, by=None, account=account
            )
        for name, lines in RUNS.items():
            submit(self.campaign, "".join(f"7 {name} {line}\n" for line in lines).encode(), team=name[:4])
        pool(by=None, campaign=self.campaign)
        (question,) = self.campaign.questions.all()
        self.mine = make_assignment(question, self.ada)
        Assignment.objects.update(primary=True)
        make_assignment(question, self.ben)
        self.nuggets = {name: self.write(name, vote) for name, vote in (("oil", "vital"), ("1843", "okay"))}
        self.items = dict(self.mine.question.pool_items.values_list("answer", "pk"))

    def work(self, account: Account) -> Assignment:
        return Assignment.objects.get(member__account=account, question__campaign=self.campaign)

    def file(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def write(self, text: str, vote: str) -> UUID:
        uid = uuid4()
        said: dict[str, Any] = {"by": self.ada, "assignment_id": self.mine.pk, "client_id": uuid4()}
        write_nugget(**said, uid=uid, text=text, vote=vote)
        return uid

    def by_hand(self) -> None:
        """Label all as the page does, cell by cell."""
        client = Client()
        client.force_login(self.ada)
        for answer, labels in HELD.items():
            for (text, uid), label in zip(self.nuggets.items(), labels, strict=True):
                fields = {"item": self.items[answer], "label": label, "nugget": uid, "was": "", "text": text}
                sent = {**fields, "client_id": str(uuid4())}
                response = client.post(f"/judge/{self.mine.pk}/nuggets/label/", sent)
                assert response.status_code == 302, response.content

    def scores(self, *options: str) -> dict[str, Any]:
        call_command("score", "lamps", "--json", str(self.folder / "scores.json"), *options)
        found: dict[str, Any] = json.loads((self.folder / "scores.json").read_text())
        return found

    def names(self) -> Mapping[str, str]:
        return dict(self.mine.question.entries.values_list("text", "name"))


@pytest.fixture(scope="module")
def built(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lamps]:
    with kept():
        yield Lamps(tmp_path_factory.mktemp("lamps"))


@pytest.fixture
def lamps(db: None, built: Lamps, tmp_path: Path) -> Lamps:
    lamps = as_built(built)
    lamps.folder = tmp_path
    return lamps


def measures(report: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    return {
        run: tuple(found["measures"][name] for name in ("v_strict", "v", "a_strict", "w"))
        for run, found in report["runs"].items()
    }


# lake1 holds "oil" (vital) and not "1843" (okay); tern1 holds "oil" in part and "1843" whole.
EXPECTED = {"lake1": (1, 1, 0.5, pytest.approx(2 / 3)), "tern1": (0, 0.5, 0.5, pytest.approx(2 / 3))}


def test_labels_by_the_page_are_scored(lamps: Lamps) -> None:
    lamps.by_hand()
    assert lamps.work(lamps.ada).judged == 3
    assert recount(campaign=lamps.campaign, by=None) == []
    assert measures(lamps.scores()) == EXPECTED


def test_a_bundle_holds_the_labels_and_scores_alike_elsewhere(lamps: Lamps) -> None:
    lamps.by_hand()
    bundle, again = lamps.folder / "lamps", lamps.folder / "again"
    call_command("export", "lamps", str(bundle))
    table = (bundle / "matches.csv").read_text()
    assert table.splitlines()[0] == "qid,docid,passage,answer,nugget,assessor,label"
    assert "7,D-3,,a lamp of brass,1,ada,partial_support" in table
    target = lamps.folder / "elsewhere.json"
    assert main(["score", str(bundle), "--json", str(target)]) == 0
    assert measures(json.loads(target.read_text())) == EXPECTED
    call_command("import_bundle", str(bundle), "--slug", "again")
    campaign = Campaign.objects.get(slug="again")
    assert recount(campaign=campaign, by=None) == []
    assert Assignment.objects.get(question__campaign=campaign, member__name="ada").judged == 3
    call_command("export", "again", str(again))
    assert (again / "matches.csv").read_text() == table


@pytest.mark.both_databases
def test_how_far_an_answer_holds_a_nugget_stays_with_each_version(lamps: Lamps) -> None:
    lamps.by_hand()
    lamps.scores()
    NuggetMatch.objects.filter(label="partial_support").update(label="support")
    lamps.scores()
    client = Client()
    client.force_login(lamps.ada)
    compared = words(client, "/campaigns/lamps/studies/compare/")
    assert "Items: 1 judged otherwise." in compared
    assert "1 nugget 1 partial support 1 nugget 1 support" in compared
    assert "1 item with other nuggets" in words(client, "/campaigns/lamps/results/2/changes/")


def test_who_labelled_is_assigned_where_a_bundle_does_not_say_so(lamps: Lamps) -> None:
    lamps.by_hand()
    row = "7,D-1,its lamp burned whale oil,1,support,ben\n"
    call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + row))
    bundle = lamps.folder / "lamps"
    call_command("export", "lamps", str(bundle))
    for name in ("MANIFEST.sha256", "assignments.csv"):
        (bundle / name).unlink()
    call_command("import_bundle", str(bundle), "--slug", "again")
    campaign = Campaign.objects.get(slug="again")
    rows = Assignment.objects.filter(question__campaign=campaign).order_by("member__name")
    assert [(str(row.member), row.judged, row.state) for row in rows] == [
        ("ada", 3, "done"),
        ("ben", 0, "open"),
    ]
    assert recount(campaign=campaign, by=None) == []


@pytest.mark.both_databases
def test_labels_come_as_a_table_and_go_with_it(lamps: Lamps) -> None:
    rows = "".join(
        f"7,{docid},{answer},{nugget},{label},ben\n"
        for docid, answer, nugget, label in (
            ("D-1", "its lamp burned whale oil", "1", "support"),
            ("D-1", "its lamp burned whale oil", "", "not_support"),
            ("D-2", "built in 1843", "", "not_support"),
        )
    )
    call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + rows))
    row = lamps.work(lamps.ben)
    assert row.judged == 2
    assert sorted(NuggetMatch.objects.filter(member=row.member).values_list("label", flat=True)) == [
        *("not_support",) * 3,
        "support",
    ]
    call_command("undo_batch", "lamps", "--number", str(ChangeBatch.objects.get().pk))
    assert lamps.work(lamps.ben).judged == 0
    assert not NuggetMatch.objects.filter(member=row.member).exists()


@pytest.mark.parametrize(("label", "said"), [("", "needs a label"), ("yes", "is no label of question 7")])
def test_a_table_with_a_wrong_label_is_refused(
    lamps: Lamps, label: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    row = f"7,D-1,its lamp burned whale oil,1,{label},ben\n"
    with pytest.raises(CommandError) as caught:
        call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + row))
    assert said in f"{caught.value}{capsys.readouterr()}"
    assert not NuggetMatch.objects.exists()


def test_a_program_labels_nuggets_and_a_rule_may_take_its_word(lamps: Lamps) -> None:
    lamps.by_hand()
    rows = "".join(
        f"7,{docid},{answer},{nugget},{label}\n"
        for docid, answer, nugget, label in (
            ("D-1", "its lamp burned whale oil", "1", "partial_support"),
            ("D-1", "its lamp burned whale oil", "2", "not_support"),
            ("D-2", "built in 1843", "", ""),
            ("D-3", "a lamp of brass", "", ""),
        )
    )
    file = lamps.file("program.csv", "qid,docid,answer,nugget,label\n" + rows)
    facts = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b")
    call_command("import_machine", "lamps", file, "--matches", *facts)
    assert measures(lamps.scores()) == EXPECTED
    by_program = measures(lamps.scores("--rule", "assessor:umbra@3"))
    assert by_program["lake1"][:2] == (0, 0.5)
    assert by_program["tern1"][:2] == (0, 0)
    call_command("machine", "lamps", "umbra@3")


OIL = "7,D-1,its lamp burned whale oil"


def matched(lamps: Lamps, rows: str) -> dict[tuple[str, str], str]:
    """The labels of a program, by document and nugget, after its table came."""
    file = lamps.file("program.csv", "qid,docid,answer,nugget,label,explanation\n" + rows)
    facts = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b")
    call_command("import_machine", "lamps", file, "--matches", *facts)
    found = NuggetMatch.programs.values_list("item__docid", "nugget__name", "label")
    return {(docid, name): label for docid, name, label in found}


def test_a_row_of_a_program_without_a_nugget_gives_its_label_to_the_rest(lamps: Lamps) -> None:
    rows = f"{OIL},,support,\n7,D-2,built in 1843,1,not_support,\n7,D-2,built in 1843,,partial_support,so\n"
    expected = {
        ("D-1", "1"): "support",
        ("D-1", "2"): "support",
        ("D-2", "1"): "not_support",
        ("D-2", "2"): "partial_support",
    }
    assert matched(lamps, rows) == expected
    assert matched(lamps, rows) == expected
    assert Reading.programs.get(item__docid="D-2").note == "so"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (f"{OIL},,yes,\n", "is no label of question 7"),
        (f"{OIL},1,support,\n{OIL},,yes,\n", "is no label of question 7"),
        (f"{OIL},1,support,\n{OIL},,,\n", "One row says that this answer holds no nugget"),
        (f"{OIL},,support,\n{OIL},,not_support,\n", "Lines 2 and 3 are about the same thing, and differ."),
    ],
)
def test_a_row_of_a_program_for_the_rest_is_checked(
    lamps: Lamps, rows: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError) as caught:
        matched(lamps, rows)
    assert said in f"{caught.value}{capsys.readouterr()}"
    assert not NuggetMatch.programs.exists()


def test_a_program_of_an_assessor_reads_and_gives_labels(lamps: Lamps) -> None:
    client = client_of(lamps.ada)
    work = f"/api/v1/campaigns/lamps/assignments/{lamps.mine.pk}/"
    changes = [
        {
            "do": "label",
            "nugget": str(uid),
            "item": lamps.items["built in 1843"],
            "label": label,
            "seen": text,
        }
        for (text, uid), label in zip(lamps.nuggets.items(), ("not_support", "support"), strict=True)
    ]
    said = client.post(f"{work}nuggets/", {"changes": changes}, content_type="application/json")
    assert said.status_code == 200, said.content
    found = client.get(f"{work}items/").json()
    of_answer = next(one for one in found if one["answer"] == "built in 1843")
    uids = list(map(str, lamps.nuggets.values()))
    assert of_answer["labels"] == dict(zip(uids, ("not_support", "support"), strict=True))
    assert (of_answer["read"], of_answer["nuggets"]) == (True, uids[1:])
    changes[0]["seen"] = "other words"
    stale = client.post(f"{work}nuggets/", {"changes": changes}, content_type="application/json")
    assert stale.status_code == 409


def test_a_page_of_answers_reads_the_labels_of_its_answers_alone(lamps: Lamps) -> None:
    lamps.by_hand()
    client = client_of(lamps.ada)
    with CaptureQueriesContext(connection) as asked:
        found = client.get(f"/api/v1/campaigns/lamps/assignments/{lamps.mine.pk}/items/", {"limit": 1}).json()
    (one,) = found
    assert set(one["labels"].values()) <= set(HELD[one["answer"]])
    (query,) = [one["sql"] for one in asked.captured_queries if '"judging_nuggetmatch"."label"' in one["sql"]]
    assert '"judging_nuggetmatch"."item_id" IN (' in query


@pytest.mark.both_databases
def test_labels_of_former_words_count_nowhere_until_they_are_given_again(lamps: Lamps) -> None:
    lamps.by_hand()
    said: dict[str, Any] = {"by": lamps.ada, "assignment_id": lamps.mine.pk, "client_id": uuid4()}
    reword_nugget(**said, uid=lamps.nuggets["oil"], text="whale oil", seen="oil")
    assert lamps.scores("--partial")["runs"]["lake1"]["unjudged"] == 1
    assert NuggetMatch.objects.filter(of_text="oil").count() == 3


@pytest.mark.both_databases
def test_a_removed_nugget_shows_how_often_answers_were_said_to_hold_it(lamps: Lamps) -> None:
    lamps.by_hand()
    said: dict[str, Any] = {"by": lamps.ada, "assignment_id": lamps.mine.pk}
    for uid in lamps.nuggets.values():
        remove_nugget(**said, client_id=uuid4(), uid=uid)
    client = Client()
    client.force_login(lamps.ada)
    address = f"/judge/{lamps.mine.pk}/nuggets/"
    marks = {row.text: row.marks for row in client.get(address).context["page"].removed}
    assert marks == {"oil": 2, "1843": 1}
    NuggetMatch.objects.filter(nugget__text="oil").update(of_text="whale oil")
    marks = {row.text: row.marks for row in client.get(address).context["page"].removed}
    assert marks == {"oil": 0, "1843": 1}


def test_a_row_for_the_rest_says_nothing_of_another_question(lamps: Lamps) -> None:
    (other,) = make_questions(lamps.campaign, "8", type="topic")
    make_items(other, ("D-9", "made of brass"))
    make_assignment(other, lamps.ben)
    Nugget.objects.create(question=other, uid=uuid4(), name="1", text="brass", position=1)
    rows = f"{OIL},,not_support,ben\n7,D-2,built in 1843,1,support,ben\n8,D-9,made of brass,,support,ben\n"
    call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + rows))
    found = NuggetMatch.objects.values_list("item__docid", "nugget__text", "label")
    assert {(docid, text): label for docid, text, label in found} == {
        ("D-1", "oil"): "not_support",
        ("D-1", "1843"): "not_support",
        ("D-2", "oil"): "support",
        ("D-9", "brass"): "support",
    }


def test_settled_labels_stand_in_the_place_of_the_primary_assessors(lamps: Lamps) -> None:
    lamps.by_hand()
    rows = "".join(
        f"7,{docid},{answer},{nugget},support,\n"
        for docid, answer in (("D-1", "its lamp burned whale oil"), ("D-2", "built in 1843"))
        for nugget in ("1", "2")
    )
    call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + rows))
    assert measures(lamps.scores("--partial")) == {"lake1": (1, 1, 1, 1), "tern1": (1, 1, 1, 1)}
    assert lamps.work(lamps.ada).judged == 3


def test_a_persons_copy_of_their_data_has_their_labels(lamps: Lamps) -> None:
    lamps.by_hand()
    target = lamps.folder / "data.zip"
    call_command("personal_data", "ada", str(target))
    with zipfile.ZipFile(target) as packed:
        found = [one for one in packed.namelist() if "marks" in one]
        said = "".join(packed.read(one).decode() for one in found) or packed.read("data.json").decode()
    assert "partial_support" in said


@pytest.mark.parametrize(
    "wrong",
    [
        {"label": "yes"},
        {"label": ""},
        {"nugget": str(uuid4())},
        {"nugget": "none"},
        {"item": "0"},
        {"item": "99999999"},
        {"text": ["one", "two"]},
    ],
)
def test_what_a_page_cannot_have_sent_is_refused_and_nothing_stored(
    lamps: Lamps, wrong: dict[str, Any]
) -> None:
    client = Client()
    client.force_login(lamps.ada)
    item = lamps.items["built in 1843"]
    fields = {"item": item, "label": "support", "nugget": lamps.nuggets["oil"], "was": "", "text": "oil"}
    sent = {**fields, "client_id": str(uuid4()), **wrong}
    response = client.post(f"/judge/{lamps.mine.pk}/nuggets/label/", sent, HTTP_X_ASSIZE_FETCH="1")
    assert 400 <= response.status_code < 500
    assert response.json()["message"]
    assert not NuggetMatch.objects.exists()


def test_nobody_labels_for_somebody_else(lamps: Lamps) -> None:
    client = Client()
    client.force_login(lamps.ben)
    fields = {"item": lamps.items["built in 1843"], "label": "support", "nugget": lamps.nuggets["oil"]}
    sent = {**fields, "was": "", "text": "oil", "client_id": str(uuid4())}
    assert client.post(f"/judge/{lamps.mine.pk}/nuggets/label/", sent).status_code == 404
    assert not NuggetMatch.objects.exists()


def test_people_who_differ_are_seen_in_agreement(lamps: Lamps) -> None:
    lamps.by_hand()
    rows = "".join(
        f"7,{docid},{answer},{nugget},{label},ben\n"
        for docid, answer, nugget, label in (
            ("D-1", "its lamp burned whale oil", "1", "partial_support"),
            ("D-2", "built in 1843", "2", "support"),
        )
    )
    call_command("import_matches", "lamps", lamps.file("said.csv", HEAD + rows))
    client = Client()
    client.force_login(lamps.ada)
    page = client.get("/campaigns/lamps/agreement/").content.decode()
    assert "partial support" in page
    assert ">partial_support<" not in page
