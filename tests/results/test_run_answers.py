"""What judges made of each answer of a run: for organizers, and for its own team once the scores are released."""

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign, Question, State
from assessment.results.models import RunScore
from assessment.results.services.release import release
from assessment.results.services.scores import score
from assessment.shared.spreadsheets import SIGNS
from assessment.submissions.models import Response, Team
from tests.client import Client
from tests.factory import make_member
from tests.query_counts import QueryCount
from tests.results.golden import imported

pytestmark = pytest.mark.django_db


def scored(client: Client, name: str) -> tuple[Campaign, RunScore]:
    """A scored campaign with its organizer signed in, and its first run."""
    campaign = imported(name)
    client.force_login(make_member(campaign, "olga", "organizer"))
    score(campaign=campaign, rule="adjudicated", by=None)
    return campaign, RunScore.objects.select_related("run__team").order_by("run__run_id")[0]


def address(campaign: Campaign, row: RunScore, end: str = "/") -> str:
    return f"/campaigns/{campaign.slug}/results/1/runs/{row.run.run_id}/answers{end}"


def table(client: Client, campaign: Campaign, row: RunScore) -> list[dict[str, str]]:
    content = client.get(address(campaign, row, ".csv")).content.decode()
    return list(csv.DictReader(io.StringIO(content)))


@pytest.mark.parametrize("name", ["trec8_small", "series_small", "tac_small", "respubliqa_small"])
def test_every_response_stands_in_the_table_once(client: Client, name: str) -> None:
    campaign, row = scored(client, name)
    rows = table(client, campaign, row)
    given = Response.objects.filter(run=row.run, question__qid__in=row.questions)
    assert sorted((one["qid"], one["docid"], one["answer"]) for one in rows if one["rank"]) == sorted(
        given.values_list("question__qid", "docid", "answer")
    )
    assert {one["qid"] for one in rows} == set(row.questions)


def test_grades_and_differences_are_those_of_the_version(client: Client) -> None:
    campaign, row = scored(client, "trec8_small")
    rows = table(client, campaign, row)
    assert {one["grade"] for one in rows} <= {"yes", "no", ""}
    right = {one["qid"]: float(one["score"]) for one in rows}
    for qid, value in right.items():
        ranks = [int(one["rank"]) for one in rows if one["qid"] == qid and one["grade"] == "yes"]
        assert value == (1 / min(ranks) if ranks else 0)
    assert {one["judged_differently"] for one in rows} == {"0", "1"}
    page = client.get(address(campaign, row)).content.decode()
    assert "judged differently" in page


def test_classes_and_nuggets_are_told_in_words(client: Client) -> None:
    campaign, row = scored(client, "series_small")
    rows = table(client, campaign, row)
    assert any(one["class"] for one in rows)
    assert any(one["nuggets"] for one in rows)


def test_a_team_sees_its_own_after_release_and_nobody_elses(client: Client) -> None:
    campaign, row = scored(client, "trec8_small")
    other = RunScore.objects.exclude(run__team=row.run.team).select_related("run").order_by("pk")[0]
    member = make_member(campaign, "tessa", "participant")
    row.run.team.members.add(campaign.members.get(account=member))
    client.force_login(member)
    assert client.get(address(campaign, row)).status_code == 404
    release(campaign=campaign, by=None)
    assert Campaign.objects.get(pk=campaign.pk).state == State.RELEASED
    assert client.get(address(campaign, row)).status_code == 200
    assert client.get(address(campaign, row, ".csv")).status_code == 200
    assert client.get(address(campaign, other)).status_code == 404


def test_the_page_asks_the_database_a_few_times(client: Client, query_count: QueryCount) -> None:
    campaign, row = scored(client, "series_small")
    with query_count("results: answers of a run"):
        assert client.get(address(campaign, row)).status_code == 200


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_a_table_for_people_is_a_formula(client: Client, sign: str) -> None:
    campaign, row = scored(client, "trec8_small")
    response = Response.objects.filter(run=row.run).first()
    assert response
    typed = f"{sign}cmd|' /C calc'!A0"
    Response.objects.filter(pk=response.pk).update(answer=typed)
    Question.objects.filter(pk=response.question_id).update(text=typed)
    Team.objects.filter(pk=row.run.team_id).update(name=typed)
    rows = table(client, campaign, row)
    assert {one["answer"] for one in rows} & {f"'{typed}"}
    campaign.state = State.RELEASED
    campaign.save()
    tables = [client.get(address(campaign, row, ".csv")).content.decode()]
    start = f"/campaigns/{campaign.slug}/"
    tables.append(client.get(f"{start}results/1/leaderboard.csv").content.decode())
    tables.append(client.get(f"{start}teams.csv").content.decode())
    judged = zipfile.ZipFile(io.BytesIO(client.get(f"{start}results/1/judged-runs.zip").getvalue()))
    tables += [judged.read(name).decode() for name in judged.namelist()]
    cells = [cell for text in tables for line in csv.reader(io.StringIO(text, newline="")) for cell in line]
    assert f"'{typed}" in cells
    assert not [cell for cell in cells if cell.startswith(SIGNS) and not is_number(cell)]


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_tables_for_people_are_written_in_one_place_and_those_for_programs_are_named() -> None:
    """A table of its own would not be guarded."""
    raw = {
        "campaigns/selectors/archives.py",
        "campaigns/services/examples.py",
        "imports/services/machines.py",
    }
    room = Path("assessment")
    found = {
        path.relative_to(room).as_posix()
        for path in room.rglob("*.py")
        if re.search(r"csv\.(Dict)?[Ww]riter", path.read_text(encoding="utf-8"))
    }
    assert found == raw
