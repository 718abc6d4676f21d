"""Machines against people: where they differ both ways, and the rankings by both; by command, page and without a site."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from assessment.campaigns.models import Campaign
from assessment.jobs.models import Job
from assessment.judging.models import Assignment
from scoring.records import Judgment
from scoring.studies.machines import UnknownMachine, against_people
from tests.client import Client
from tests.factory import make_member
from tests.imports.test_patterns import PATTERNS, lamps, written
from tests.results.golden import imported
from tests.scoring.campaigns import item, trec8

assert lamps  # a fixture

GRADES = st.sampled_from(["yes", "no"])


@given(
    st.dictionaries(
        st.tuples(st.sampled_from("123"), st.sampled_from("abcd")),
        st.tuples(GRADES, GRADES, GRADES),
        min_size=1,
    )
)
def test_every_item_is_in_one_cell_and_each_difference_is_listed(
    drawn: dict[tuple[str, str], tuple[str, ...]],
) -> None:
    """Two people and a machine on every item: what people dispute is counted apart."""
    votes = {place: {"ann": grades[0], "bob": grades[1]} for place, grades in drawn.items()}
    machine = tuple(
        Judgment(item(*place), "patterns", grades[2], kind="machine", version="v1")
        for place, grades in drawn.items()
    )
    runs = {"one": {qid: [text] for qid, text in drawn}, "two": {}}
    base = trec8(votes, runs)
    found = against_people(base._replace(judgments=(*base.judgments, *machine)), "patterns")
    agreed = {place: grades for place, grades in drawn.items() if grades[0] == grades[1]}
    assert found.total.items == len(agreed)
    assert found.undecided == len(drawn) - len(agreed)
    expected = {item(*place) for place, grades in agreed.items() if grades[0] != grades[2]}
    assert {one.item for one in found.differences} == expected
    assert found.total.machine_only == sum(one.is_machines for one in found.differences)
    assert all((one.machine == "yes") is one.is_machines for one in found.differences)
    by_machine = {one.run_id: one.by_machine for one in found.runs}
    first = {(qid, answers[0]) for qid, answers in runs["one"].items()}
    right = sum(drawn[place][2] == "yes" for place in first & agreed.keys())
    assert by_machine == {"one": Fraction(right, len({qid for qid, _ in drawn})), "two": 0}


def test_only_questions_that_the_machine_judged_in_full_are_compared() -> None:
    votes = {("1", "a"): {"ann": "yes"}, ("2", "a"): {"ann": "yes"}, ("2", "b"): {"ann": "no"}}
    base = trec8(votes, {"r": {"1": ["a"], "2": ["a"]}})
    machine = [Judgment(item(*place), "m", "no", kind="machine") for place in (("1", "a"), ("2", "a"))]
    found = against_people(base._replace(judgments=(*base.judgments, *machine)), "m")
    assert [row.qid for row in found.questions] == ["1"]
    assert [(run.by_people, run.by_machine) for run in found.runs] == [(1, 0)]
    assert found.ranking is None
    with pytest.raises(UnknownMachine, match="Machines are m"):
        against_people(base._replace(judgments=tuple(machine)), "ann")


def test_without_a_judgment_of_people_there_is_neither_score_nor_tau() -> None:
    """Nobody judged question 2, so its answers are not wrong; nor are all where nobody judged anything."""
    votes = {("1", "a"): {"ann": "yes"}, ("2", "a"): {"ann": "yes"}}
    base = trec8(votes, {"one": {"1": ["a"], "2": ["a"]}, "two": {"1": ["a"]}})
    machine = tuple(Judgment(item(*place), "m", "yes", kind="machine") for place in votes)
    first = tuple(one for one in base.judgments if one.item.qid == "1")
    found = against_people(base._replace(judgments=(*first, *machine)), "m")
    assert [(run.by_people, run.by_machine) for run in found.runs] == [(1, 1), (1, 1)]
    nothing = against_people(base._replace(judgments=machine), "m")
    assert [(run.by_people, run.by_machine) for run in nothing.runs] == [(None, None), (None, None)]
    assert nothing.ranking is None
    assert "tau" not in nothing.sentence


def test_the_command_lists_what_differs(
    lamps: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="No machine has judged"):
        call_command("patterns", "lamps")
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    capsys.readouterr()
    call_command("patterns", "lamps")
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "1 HN-1 'Ada Dunn': patterns yes, people no",
        "1 HN-2 'Bo': patterns no, people yes",
    ]
    assert lines[2].startswith(
        "patterns against people on 4 answers to 2 questions: 1 right by patterns alone"
    )
    file = tmp_path / "found.json"
    call_command("patterns", "lamps", "--json", str(file))
    found = json.loads(file.read_text())
    assert found["total"] == {
        "qid": "",
        "both_right": 1,
        "machine_only": 1,
        "people_only": 1,
        "both_wrong": 1,
        "items": 4,
    }
    assert found["runs"] == [{"run_id": "r", "by_people": 0.75, "by_machine": 1.0}]


def test_the_page_compares_when_it_is_asked_and_keeps_the_outcome(
    lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    client.force_login(make_member(lamps, "olga", "organizer"))
    page = "/campaigns/lamps/studies/machines/"
    assert "No machine has judged" in client.get(page).content.decode()
    assert client.post(page, {"name": "patterns"}).status_code == 422
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    assert "Not compared yet" in client.get(page).content.decode()
    assert client.post(page, {"name": "patterns"}).status_code == 302
    shown = client.get(page).content.decode()
    assert "1 right by patterns alone" in shown
    assert "/campaigns/lamps/pool/1/" in shown
    assert page in client.get("/campaigns/lamps/studies/").content.decode()


TIED = {
    "a": "1 Q0 HN-2 1 1 a Bo\n2 Q0 HN-4 1 1 a ADA\n",  # by people as good as b
    "b": "1 Q0 HN-1 1 1 b Ada Dunn\n2 Q0 HN-3 1 1 b in 1956\n",  # by the patterns as good as r
}


def test_the_page_counts_ties_apart_and_breaks_none_by_run_id(
    lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    for name, lines in TIED.items():
        file = written(tmp_path, f"{name}.txt", lines)
        call_command("submit_run", "lamps", file, "--team", name, "--length", "50")
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    client.force_login(make_member(lamps, "olga", "organizer"))
    client.post("/campaigns/lamps/studies/machines/", {"name": "patterns"})
    shown = " ".join(client.get("/campaigns/lamps/studies/machines/").text.split())
    assert "between people and patterns: .500 between the rankings of runs, .092 within a question" in shown
    assert "No question was judged in full by two people" in shown  # beside the three levels
    assert "Pairs of runs the other way round: 0; tied in either ranking: 2." in shown


@pytest.mark.parametrize("missing", [("reversed",), ("reversed", "tau_b")])
def test_a_comparison_from_before_pairs_were_counted_says_nothing_of_them(
    missing: tuple[str, ...], lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    file = written(tmp_path, "a.txt", TIED["a"])
    call_command("submit_run", "lamps", file, "--team", "a", "--length", "50")
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    client.force_login(make_member(lamps, "olga", "organizer"))
    client.post("/campaigns/lamps/studies/machines/", {"name": "patterns"})
    job = Job.objects.get(kind="studies.machine")
    for name in missing:
        del job.checkpoint["comparison"]["ranking"][name]
    job.save()
    shown = " ".join(client.get("/campaigns/lamps/studies/machines/").text.split())
    assert "Over the questions that both judged in full." in shown
    assert "Pairs of runs the other way round" not in shown
    assert "the other way round: ;" not in shown


def test_reports_of_a_machine_by_command_and_page(
    lamps: Campaign,
    tmp_path: Path,
    client: Client,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = "qid,docid,answer,grade\n1,HN-1,Ada Dunn,yes\n1,HN-2,Bo,no\n2,HN-3,in 1956,yes\n2,HN-4,ADA,no\n"
    facts = ("--name", "umbra", "--of-version", "3", "--model", "m", "--team", "r")
    call_command("import_machine", "lamps", written(tmp_path, "said.csv", table), *facts)
    capsys.readouterr()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    call_command("machine", "lamps", "umbra@3")
    said, told = capsys.readouterr()
    assert "\rComparing grades 1 of 3\rComparing matches 2 of 3" in told
    assert "kappa: .000" in said
    assert "Whether umbra@3 can be told from a further assessor cannot be said" in said
    with pytest.raises(CommandError, match="No judgment of a machine umbra@4"):
        call_command("machine", "lamps", "umbra@4")
    file = tmp_path / "found.json"
    call_command("machine", "lamps", "umbra@3", "--json", str(file))
    found = json.loads(file.read_text())
    assert found["items"]["counts"] == [[1, 1], [1, 1]]
    assert found["kin"] == {"by_team": ["r"], "by_model": []}
    client.force_login(make_member(lamps, "olga", "organizer"))
    page = "/campaigns/lamps/studies/machines/"
    client.post(page, {"name": "umbra@3"})
    shown = client.get(page, {"name": "umbra@3"}).content.decode()
    assert "umbra@3 may favour runs of the team that made it: r." in shown
    assert "Kindness to runs" in shown
    assert "cannot be said: No question was judged in full by the machine and by two people." in shown


def test_fewer_judgments_are_tried_and_refused_where_there_is_nothing_to_draw(
    lamps: Campaign, tmp_path: Path
) -> None:
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    with pytest.raises(CommandError, match="A sample needs 3 questions or more, and fewer than the 2"):
        call_command("fewer_judgments", "lamps", "patterns")
    with pytest.raises(CommandError, match="no list of numbers"):
        call_command("fewer_judgments", "lamps", "patterns", "--questions", "few")


def test_whoever_judges_or_decides_does_not_see_what_the_machine_said_of_an_answer(
    lamps: Campaign, tmp_path: Path, client: Client
) -> None:
    call_command("import_patterns", "lamps", written(tmp_path, "patterns", PATTERNS), "--machine", "v1")
    page = "/campaigns/lamps/studies/machines/"
    olga = make_member(lamps, "olga", "organizer", "assessor")
    client.force_login(olga)
    client.post(page, {"name": "patterns"})
    assert "Ada Dunn" in client.get(page).content.decode()
    call_command("assign", "lamps", "--assessors", "olga", "--judges", "2")
    assert "Ada Dunn" not in client.get(page).content.decode()  # question 1 is hers to judge
    client.force_login(make_member(lamps, "judy", "adjudicator"))
    shown = client.get(page).content.decode()
    assert "Ada Dunn" not in shown
    assert "shown to organizers" in shown


@pytest.mark.django_db
def test_anchoring_stands_on_the_page_for_each_scale_by_itself(client: Client) -> None:
    campaign = imported("rag_small")
    machine = campaign.members.get(name="mill@2")
    Assignment.objects.filter(member__name="bo", question__campaign=campaign).update(shown=machine)
    client.force_login(make_member(campaign, "olga", "organizer"))
    assert client.post("/campaigns/rag_small/studies/machines/", {"name": "mill@2"}).status_code == 302
    shown = " ".join(client.get("/campaigns/rag_small/studies/machines/").text.split())
    assert shown.count("Anchoring: post-editing less blind") == 2
    assert "<h3>Relevance of segments</h3>" in shown
    assert "<h3>Support of sentences</h3>" in shown
    assert "a share over several would count grades that can never meet" in shown
