"""Several criteria of one answer, and rubrics: from the declaration to the page, the labels, scores and agreement."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assessment.adjudication.selectors.agreement import agreement_page
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.services.campaigns import edit_settings
from assessment.judging.models import Assignment, Nugget, NuggetMatch
from assessment.judging.services.questions import finish
from assessment.people.models import Account
from assessment.results.models import RunScore
from assessment.results.selectors.evaluation import load_evaluation
from assessment.shared.errors import Refused
from assessment.submissions.models import PoolItem
from scoring.__main__ import main
from scoring.evaluate import Scorer
from scoring.evaluations.gallery import Entry, gallery
from scoring.formats.rows import as_weight
from tests.api.asking import client_of
from tests.client import Client
from tests.commands import run
from tests.factory import make_member

pytestmark = pytest.mark.django_db
ENTRIES = {entry.name: entry for entry in gallery()}


def pooled(name: str, judges: int = 1) -> Campaign:
    """A campaign of an entry of the gallery, with its answers pooled and given to ann, and to ben where two judge."""
    entry, folder = ENTRIES[name], folder_of(ENTRIES[name])
    run("create_campaign", "mine", "--evaluation", str(folder / "evaluation.toml"))
    run("settings", "mine", f"judges={judges}")
    run("import_questions", "mine", str(folder / "questions.csv"))
    run("open_campaign", "mine")
    for file in sorted((folder / "runs").iterdir()):
        run("submit_run", "mine", str(file), "--team", file.stem, "--run-id", file.stem)
    run("close_campaign", "mine")
    run("pool", "mine")
    campaign = Campaign.objects.get(slug="mine")
    people = ["ann", "ben"][:judges]
    for person in people:
        make_member(campaign, person, "assessor")
    run("assign", "mine", "--assessors", ",".join(people))
    assert campaign.track.title == entry.track.title
    return campaign


def folder_of(entry: Entry) -> Path:
    return Path(str(entry.folder))


def judged(name: str) -> Campaign:
    campaign = pooled(name)
    run("import_matches", "mine", str(folder_of(ENTRIES[name]) / "matches.csv"))
    run("finish_judged", "mine")
    return campaign


class Desk:
    """What one assessor sees and does of the first question."""

    def __init__(self, client: Client, campaign: Campaign, person: str = "ann") -> None:
        self.client, self.campaign = client, campaign
        self.account = Account.objects.get(username=person)
        self.row = Assignment.objects.get(question__qid="1", member__account=self.account)
        self.items = list(PoolItem.objects.filter(question=self.row.question).order_by("answer"))
        client.force_login(self.account)

    def page(self) -> str:
        return self.client.get(f"/judge/{self.row.pk}/", follow=True).content.decode()

    def act(self, action: str, **fields: Any) -> str:
        address = f"/judge/{self.row.pk}/nuggets/{action}/"
        found = self.client.post(address, {"client_id": str(uuid4()), **fields}, follow=True)
        return found.content.decode()

    def said(self, name: str, item: int) -> str:
        rows = NuggetMatch.objects.filter(member=self.row.member, item=self.items[item], nugget__name=name)
        return rows.values_list("label", flat=True).first() or ""

    def text(self, name: str) -> str:
        return Nugget.objects.get(question=self.row.question, name=name).text

    def label(self, name: str, label: str, item: int = 0) -> str:
        uid = Nugget.objects.get(question=self.row.question, name=name).uid
        return self.act(
            "label",
            item=self.items[item].pk,
            nugget=str(uid),
            label=label,
            was=self.said(name, item),
            text=self.text(name),
        )

    def labels(self) -> dict[str, str]:
        rows = NuggetMatch.objects.filter(member=self.row.member, item=self.items[0])
        return dict(rows.values_list("nugget__name", "label"))


def test_each_criterion_stands_on_the_page_with_its_help_and_the_labels_of_its_own_scale(
    client: Client,
) -> None:
    page = Desk(client, pooled("criteria")).page()
    assert "Whoever follows it may come to harm" in page
    for title in ("Correct", "Complete", "Clear", "Harmful", "Mostly", "Harmless", "Yes"):
        assert title in page
    assert page.count('value="harmful"') == 1
    assert page.count('name="label"') == 4 + 4 + 2 + 2
    assert "ugget" not in visible(page)
    assert "Vital" not in page
    assert "The rest" not in page


def visible(page: str) -> str:
    """What of a page people read: its texts, without addresses and names of classes."""
    import re

    bare = re.sub(r"<(script|style|template)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", bare)


def test_a_criterion_takes_the_labels_of_its_scale_alone(client: Client) -> None:
    desk = Desk(client, pooled("criteria"))
    desk.label("correct", "2")
    assert "“2” is no label here" in desk.label("clear", "2")
    desk.label("clear", "yes")
    assert desk.labels() == {"correct": "2", "clear": "yes"}


def test_nobody_writes_weighs_merges_or_marks_criteria(client: Client) -> None:
    desk = Desk(client, pooled("criteria"))
    uid = str(Nugget.objects.get(question=desk.row.question, name="clear").uid)
    said = desk.act("write", uid=str(uuid4()), text="Another", vote="vital")
    assert "The criteria of question 1 stand" in said
    acts: dict[str, dict[str, Any]] = {
        "vote": {"vote": "vital"},
        "reword": {"text": "Other words"},
        "remove": {},
        "move": {"place": 1},
        "merge": {"number": 1},
    }
    for action, fields in acts.items():
        assert "The criteria of question 1 stand" in desk.act(action, uid=uid, **fields)
    assert Nugget.objects.filter(question=desk.row.question, removed=False).count() == 4


def test_a_question_is_finished_when_each_criterion_of_each_answer_has_a_label(client: Client) -> None:
    desk = Desk(client, pooled("criteria"))
    for name, label in {"correct": "3", "complete": "2", "clear": "yes"}.items():
        desk.label(name, label)
        desk.label(name, label, item=1)
    desk.row.refresh_from_db()
    assert desk.row.judged == 0
    with pytest.raises(Refused, match="2 answers are not read yet"):
        finish(by=desk.account, assignment_id=desk.row.pk)
    desk.label("harmful", "harmless")
    desk.label("harmful", "harmless", item=1)
    desk.row.refresh_from_db()
    assert desk.row.judged == 2
    assert run("recount", "mine")
    finish(by=desk.account, assignment_id=desk.row.pk)


@pytest.mark.both_databases
def test_questions_that_come_later_have_the_declared_criteria_too(tmp_path: Path) -> None:
    folder = folder_of(ENTRIES["criteria"])
    run("create_campaign", "mine", "--evaluation", str(folder / "evaluation.toml"))
    run("import_questions", "mine", str(folder / "questions.csv"))
    more = (folder / "questions.csv").read_text() + "3,Is the ferry free?\n"
    (tmp_path / "more.csv").write_text(more)
    run("import_questions", "mine", str(tmp_path / "more.csv"))
    names = Nugget.objects.filter(question__qid="3").in_order().values_list("name", flat=True)
    assert [*names] == ["correct", "complete", "clear", "harmful"]
    assert Nugget.objects.filter(removed=False).count() == 12


@pytest.mark.both_databases
def test_before_answers_are_pooled_the_criteria_follow_the_evaluation() -> None:
    folder = folder_of(ENTRIES["criteria"])
    run("create_campaign", "mine", "--evaluation", str(folder / "evaluation.toml"))
    run("import_questions", "mine", str(folder / "questions.csv"))
    text = (folder / "evaluation.toml").read_text()
    other = text.replace('name = "clear"', 'name = "plain"').replace("criterion(clear)", "criterion(plain)")
    edit_settings(campaign=Campaign.objects.get(), by=None, evaluation=other)
    listed = Nugget.objects.filter(question__qid="1").current().in_order().values_list("name", flat=True)
    assert [*listed] == ["correct", "complete", "plain", "harmful"]


@pytest.mark.both_databases
def test_other_words_of_a_criterion_keep_its_labels(client: Client) -> None:
    desk = Desk(client, pooled("criteria"))
    desk.label("clear", "yes")
    text = desk.campaign.definition.replace('title = "Clear"', 'title = "Easy to read"')
    edit_settings(campaign=desk.campaign, by=None, evaluation=text)
    page = desk.page()
    assert "Easy to read" in page
    assert "You labelled other words:" not in visible(page).replace("You labelled other words: ", "", 4)
    assert desk.labels() == {"clear": "yes"}
    (one,) = load_evaluation(Campaign.objects.get()).matches
    assert (one.nugget, one.label) == ("clear", "yes")


def test_a_declared_criterion_is_changed_in_the_evaluation_alone(client: Client) -> None:
    campaign = pooled("criteria")
    client.force_login(make_member(campaign, "olga", "organizer"))
    uid = Nugget.objects.get(question__qid="1", name="clear").uid
    said = client.post("/campaigns/mine/known/1/remove/", {"uid": str(uid)}, follow=True)
    assert "The evaluation declares the criteria" in said.content.decode()
    assert not Nugget.objects.filter(removed=True).exists()


def test_scores_are_those_worked_out_by_hand() -> None:
    report = Scorer(load_evaluation(judged("criteria"))).score()
    heron, plover = report.runs["heron"], report.runs["plover"]
    # (3 · 1 + 2 · 1 + 1) / 6 and (1 - 4) / 6; (3 · 2/3 + 2 · 1/3 + 1) / 6 and (3 + 2 · 2/3) / 6
    assert [float(one.score or 0) for one in (heron, plover)] == [
        0.25,
        pytest.approx((11 / 18 + 13 / 18) / 2),
    ]
    assert [str(value) for value in heron.measures.values()] == ["1/4", "3/2", "3/2", "1", "1/2"]
    assert [str(value) for value in plover.measures.values()] == ["2/3", "5/2", "3/2", "1/2", "0"]
    assert {name: str(value) for name, value in heron.figures["2"].items()} == {
        "labelled": "4",
        "earned": "-3",
        "possible": "6",
    }


def test_a_rubric_takes_away_by_negative_weights_and_may_be_below_0() -> None:
    report = Scorer(load_evaluation(judged("rubrics"))).score()
    heron, plover = report.runs["heron"], report.runs["plover"]
    # (5 + 1 - 3) / 8.5 and 4 / 4; (5 + 2.5 / 2 + 1) / 8.5 and -1.5 / 4
    assert [str(value) for value in heron.measures.values()] == ["23/34", "19/30", "1"]
    assert [str(value) for value in plover.measures.values()] == ["65/272", "5/12", "1"]
    assert str(plover.questions["2"]["criteria"]) == "-3/8"


def test_the_page_of_a_question_shows_weights_labels_and_what_the_value_came_of(client: Client) -> None:
    campaign = judged("criteria")
    run("score", "mine")
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/mine/results/1/questions/2/", follow=True).content.decode()
    for words in ("−4", "Harmless", "earned", "possible", "Labels of answers"):
        assert words in page
    assert "vital" not in visible(page)
    stored = RunScore.objects.get(run__run_id="heron").figures["2"]
    assert stored == {"labelled": 4, "earned": -3.0, "possible": 6.0}


def test_a_rubric_comes_with_its_question_and_is_changed_before_judging(client: Client) -> None:
    folder = folder_of(ENTRIES["rubrics"])
    run("create_campaign", "mine", "--evaluation", str(folder / "evaluation.toml"))
    run("import_questions", "mine", str(folder / "questions.csv"))
    rows = Nugget.objects.filter(question__qid="1").in_order()
    assert [(row.name, row.group, as_weight(str(row.weight))) for row in rows][:2] == [
        ("1", "Content", "5"),
        ("2", "Content", "2.5"),
    ]
    campaign = Campaign.objects.get()
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/mine/known/1/").content.decode()
    assert 'value="2.5 | Content | Says who tends it."' in page
    address = "/campaigns/mine/known/1/"
    assert "is no weight" in client.post(address, {"known": "much | Content | Is kind."}).content.decode()
    client.post(address, {"known": "-0.25 | Writing | Rambles | wanders."})
    row = Nugget.objects.get(question__qid="1", text="Rambles | wanders.")
    assert (as_weight(str(row.weight)), row.group) == ("-0.25", "Writing")
    changed = {"uid": str(row.uid), "seen": row.text, "known": "-2 | Rambles."}
    client.post("/campaigns/mine/known/1/change/", changed)
    row.refresh_from_db()
    assert (as_weight(str(row.weight)), row.group, row.text) == ("-2", "", "Rambles.")


def test_other_words_by_a_program_leave_a_criterion_its_weight_and_group() -> None:
    folder = folder_of(ENTRIES["rubrics"])
    run("create_campaign", "mine", "--evaluation", str(folder / "evaluation.toml"))
    run("import_questions", "mine", str(folder / "questions.csv"))
    row = Nugget.objects.get(question__qid="1", name="2")
    sent = {"do": "change", "uid": str(row.uid), "seen": row.text, "text": "Says who tends it, and when."}
    program = client_of(make_member(Campaign.objects.get(), "olga", "organizer"))
    address = "/api/v1/campaigns/mine/known/1/"
    answered = program.post(address, {"changes": [sent]}, content_type="application/json")
    assert answered.status_code == 200, answered.content
    row.refresh_from_db()
    assert (as_weight(str(row.weight)), row.group, row.text) == ("2.5", "Content", sent["text"])


@pytest.mark.parametrize(
    ("checklist", "said"),
    [
        ("much | Content | Is kind.", '"much" is no weight'),
        ("-1 | Content | Is rude.", "No criterion has a weight above 0"),
        ("0 | Content | Is long.", "No criterion has a weight above 0"),
        ("1e3 | Content | Is long.", '"1e3" is no weight'),
        ("99999 | Content | Is long.", '"99999" is no weight'),
        ("1 | Content |", "the text is missing"),
        (f"1 | Content | {'x' * 2_001}", "a criterion has at most 2000 characters"),
        (f"1 | {'x' * 201} | Is long.", "and its group 200"),
        ("\n".join(f"1 | Content | Criterion {n}." for n in range(201)), "It has 201 criteria; at most 200"),
    ],
)
def test_a_rubric_that_cannot_be_taken_is_told_with_its_place_and_nothing_is_stored(
    tmp_path: Path, checklist: str, said: str
) -> None:
    run("create_campaign", "mine", "--evaluation", str(folder_of(ENTRIES["rubrics"]) / "evaluation.toml"))
    rows = [{"qid": "1", "text": "Why?", "checklist": checklist}]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(Exception, match="Nothing was stored") as error:
        run("import_questions", "mine", str(tmp_path / "questions.jsonl"))
    told = "\n".join(error.value.__notes__)
    assert said in told.replace(",", "")
    assert "questions.jsonl:1" in told
    assert not Question.objects.exists()


def test_a_checklist_beside_declared_criteria_is_refused(tmp_path: Path) -> None:
    run("create_campaign", "mine", "--evaluation", str(folder_of(ENTRIES["criteria"]) / "evaluation.toml"))
    (tmp_path / "q.csv").write_text("qid,text,checklist\n1,Why?,Is kind.\n")
    with pytest.raises(Exception, match="Nothing was stored") as error:
        run("import_questions", "mine", str(tmp_path / "q.csv"))
    assert "leave the checklist empty" in "\n".join(error.value.__notes__)


def test_rubrics_come_as_lists_in_json_also_in_arabic(tmp_path: Path) -> None:
    run("create_campaign", "mine", "--evaluation", str(folder_of(ENTRIES["rubrics"]) / "evaluation.toml"))
    rubrics = [
        {"criterion": "يذكر السبب | والنتيجة", "weight": 2.50, "axis": "المحتوى"},
        {"criterion": "Rambles\nand wanders.", "weight": -1, "axis": ""},
        {"criterion": "Is kind."},
    ]
    row = {"qid": "1", "text": "Why?", "rubrics": rubrics}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row))
    run("import_questions", "mine", str(tmp_path / "questions.jsonl"))
    found = Nugget.objects.in_order().values_list("text", "weight", "group")
    assert [(text, as_weight(str(weight or "")), group) for text, weight, group in found] == [
        ("يذكر السبب | والنتيجة", "2.5", "المحتوى"),
        ("Rambles and wanders.", "-1", ""),
        ("Is kind.", "", ""),
    ]
    run("import_questions", "mine", str(tmp_path / "questions.jsonl"))
    assert Nugget.objects.count() == 3


def test_agreement_is_that_of_each_criterion_on_its_own_scale(client: Client) -> None:
    campaign = pooled("criteria", judges=2)
    for person, labels in {
        "ann": {"correct": "3", "complete": "2", "clear": "yes", "harmful": "harmless"},
        "ben": {"correct": "2", "complete": "2", "clear": "no", "harmful": "harmless"},
    }.items():
        desk = Desk(client, campaign, person)
        for name, label in labels.items():
            desk.label(name, label)
    page = agreement_page(campaign)
    assert [title for title, *_ in page.others] == ["Correct", "Complete", "Clear", "Harmful"]
    correct = page.found.criteria["correct"]
    assert correct.twice == 1
    assert "kappa_linear" in correct.pairs[0].weighted
    assert not page.found.criteria["clear"].pairs[0].weighted
    assert page.found.matches is None


def test_what_the_primary_assessor_says_counts_where_two_judge(client: Client) -> None:
    campaign = pooled("criteria", judges=2)
    primary = Assignment.objects.get(question__qid="1", primary=True).member.name
    for person in ("ann", "ben"):
        desk = Desk(client, campaign, person)
        for name, label in {"correct": "3" if person == primary else "0", "complete": "3"}.items():
            desk.label(name, label)
        desk.label("clear", "yes")
        desk.label("harmful", "harmless")
    report = Scorer(load_evaluation(campaign)).score(partial=True)
    run_id = next(one for one, found in report.runs.items() if found.questions["1"]["criteria"])
    assert report.runs[run_id].questions["1"]["criteria"] == 1


def test_votes_on_criteria_in_a_file_are_refused(tmp_path: Path) -> None:
    pooled("criteria")
    (tmp_path / "votes.csv").write_text("qid,nugget,assessor,vote\n1,clear,,vital\n")
    with pytest.raises(Exception, match="Nothing was stored") as error:
        run("import_votes", "mine", str(tmp_path / "votes.csv"))
    assert "not judged by nuggets" in "\n".join(error.value.__notes__)


def test_a_program_labels_criteria_each_on_its_scale(client: Client, tmp_path: Path) -> None:
    campaign = pooled("criteria")
    answer = PoolItem.objects.filter(question__qid="1").order_by("answer").first()
    assert answer is not None
    right = {"correct": "3", "complete": "1", "clear": "no", "harmful": "harmless"}
    for name, labels in {"wrong": {**right, "clear": "3"}, "right": right}.items():
        row = {"qid": "1", "docid": "", "answer": answer.answer}
        lines = [json.dumps({**row, "nugget": one, "label": label}) for one, label in labels.items()]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    facts = ["--name", "judge", "--of-version", "1", "--model", "m"]
    with pytest.raises(Exception, match="stored"):
        run("import_machine", "mine", str(tmp_path / "wrong.jsonl"), "--matches", *facts)
    run("import_machine", "mine", str(tmp_path / "right.jsonl"), "--matches", *facts)
    assert {one.label for one in load_evaluation(campaign).machine_matches} == {"3", "1", "no", "harmless"}


def exported(name: str, folder: Path) -> Path:
    judged(name)
    run("score", "mine")
    run("export", "mine", str(folder))
    (folder / "MANIFEST.sha256").unlink()
    return folder


def scores_of(bundle: Path, into: Path) -> dict[str, Any]:
    assert main(["score", str(bundle), "--json", str(into)]) == 0
    return {name: found["measures"] for name, found in json.loads(into.read_text())["runs"].items()}


def test_a_folder_need_not_list_declared_criteria(tmp_path: Path) -> None:
    bundle = exported("criteria", tmp_path / "bundle")
    before = scores_of(bundle, tmp_path / "before.json")
    assert (bundle / "nuggets.csv").read_text().splitlines()[0] == "qid,nugget,text,origin,assessor"
    (bundle / "nuggets.csv").unlink()
    assert scores_of(bundle, tmp_path / "after.json") == before


def test_a_table_of_criteria_has_weights_and_groups_where_there_are_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = exported("rubrics", tmp_path / "bundle")
    lines = (bundle / "nuggets.csv").read_text().splitlines()
    assert lines[0] == "qid,nugget,text,origin,assessor,weight,group"
    assert lines[2] == "1,2,Says who tends it.,development,,2.5,Content"
    (bundle / "nuggets.csv").write_text("\r\n".join(lines).replace("2.5", "two"))
    assert main(["score", str(bundle)]) != 0
    assert "nuggets.csv:3" in (said := capsys.readouterr()).err + said.out


def test_programs_are_told_the_labels_of_each_criterion() -> None:
    campaign = pooled("criteria")
    olga, ann = make_member(campaign, "olga", "organizer"), Account.objects.get(username="ann")
    (one, *_) = client_of(olga).get("/api/v1/campaigns/mine/pool-matches/").json()
    assert {row["name"]: row["labels"] for row in one["nuggets"]}["clear"] == ["yes", "no"]
    number = Assignment.objects.get(question__qid="1").pk
    address = f"/api/v1/campaigns/mine/assignments/{number}/nuggets/"
    listed = client_of(ann).get(address).json()
    assert [row["labels"] for row in listed][2:] == [["yes", "no"], ["harmful", "harmless"]]
    assert not any(row["waits"] for row in listed)
