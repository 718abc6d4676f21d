"""Topics answered in sentences with citations, from an empty site to a release: by commands, and as a bundle and back."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assessment.campaigns.models import Campaign, State
from assessment.judging.models import Assignment
from assessment.people.models import Event
from assessment.results.models import RunScore
from assessment.submissions.models import PoolItem, Run
from assessment.submissions.models import Response as StoredResponse
from scoring.__main__ import main
from scoring.evaluations.rag.topics import ENDINGS, NUGGETS, RELEVANCE, SENTENCES, SUPPORT
from tests.api.test_whole_campaign import Programs
from tests.client import Client
from tests.commands import GOLDEN, refusal, run
from tests.factory import make_member
from tests.results.golden import contents, imported

pytestmark = pytest.mark.django_db
SMALL = GOLDEN / "rag_small"
RUNS = ("lake1", "moor1", "tern1")


def rows(name: str) -> list[dict[str, str]]:
    with (SMALL / f"{name}.csv").open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def write(path: Path, found: Sequence[dict[str, str]]) -> str:
    with path.open("w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, list(found[0]))
        writer.writeheader()
        writer.writerows(found)
    return str(path)


def by_ann(name: str) -> list[dict[str, str]]:
    """The rows of the primary assessor: whoever writes nuggets looks for them, and others vote."""
    return [row for row in rows(name) if row["assessor"] == "ann"]


def segments() -> set[str]:
    return {row["docid"] for row in rows("pool") if row["docid"]}


def prepare(folder: Path, *settings: str, without: Iterable[str] = ()) -> Campaign:
    """A campaign with the questions and runs of the small one, of a collection whose ids alone are known."""
    (folder / "ids.txt").write_text("".join(f"{one}\n" for one in sorted(segments() - set(without))))
    run("import_collection", "--ids-only", str(folder / "ids.txt"), "--slug", "segments")
    chosen = [part for one in ("judges=2", "citations=2", *settings) for part in ("--set", one)]
    run("create_campaign", "mine", "--track", "rag", "--collection", "segments", *chosen)
    said = run("import_questions", "mine", str(SMALL / "questions.jsonl"))
    assert f"{12 if 'SENTENCES' in ''.join(settings) else 9} questions in 3 series" in said
    assert "nearly equal" not in said
    run("guidelines", "mine", str(_guidelines(folder)))
    run("deadline", "mine", "2130-06-30 23:59 Europe/Paris")
    run("open_campaign", "mine")
    return Campaign.objects.get(slug="mine")


def _guidelines(folder: Path) -> Path:
    (folder / "guidelines.md").write_text("Read the answer, then the segment.")
    return folder / "guidelines.md"


def submit() -> None:
    for name in RUNS:
        run("submit_run", "mine", str(SMALL / f"runs/{name}.jsonl"), "--team", name[:4])


def judge(folder: Path) -> None:
    """Everything that people and the program said of the small campaign, by files."""
    run("close_campaign", "mine")
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ann", "--judges", "1")
    run("assign", "mine", "--assessors", "bo", "--judges", "2", "--new")
    people = [row for row in rows("judgments") if row["kind"] == "human"]
    run("import_judgments", "mine", write(folder / "judgments.csv", people))
    votes = {(row["qid"], row["nugget"]): row["vote"] for row in rows("votes")}
    known = [
        {
            "qid": row["qid"],
            "text": row["text"],
            "group": row["group"],
            "vote": votes[row["qid"], row["nugget"]],
        }
        for row in rows("nuggets")
    ]
    run("import_development", "mine", write(folder / "nuggets.csv", known), "--format", "nuggets")
    run("import_matches", "mine", write(folder / "matches.csv", by_ann("matches")))
    run("import_votes", "mine", write(folder / "votes.csv", rows("votes")))
    run("adjudicate", "mine", write(folder / "decisions.csv", rows("adjudications")))
    run("finish_judged", "mine", "--nothing-found")


def scores(slug: str, path: Path) -> dict[str, Any]:
    run("score", slug, "--json", str(path))
    found: dict[str, Any] = json.loads(path.read_text())["runs"]
    return found


def test_by_commands_from_topics_to_a_release_with_the_scores_of_the_files(tmp_path: Path) -> None:
    campaign = prepare(tmp_path)
    submit()
    judge(tmp_path)
    found = scores("mine", tmp_path / "scores.json")
    expected = json.loads((GOLDEN / "expected/rag_small/adjudicated.json").read_text())["runs"]
    assert found == expected
    run("release", "mine")
    campaign.refresh_from_db()
    assert campaign.state == State.RELEASED
    bundle, again = tmp_path / "bundle", tmp_path / "again"
    run("export", "mine", str(bundle))
    assert main(["score", str(bundle), "--json", str(tmp_path / "files.json")]) == 0
    assert json.loads((tmp_path / "files.json").read_text())["runs"] == found
    run("import_bundle", str(bundle), "--slug", "elsewhere")
    assert scores("elsewhere", tmp_path / "there.json") == found
    run("export", "elsewhere", str(again))
    here, there = contents(bundle), contents(again)
    own = {
        "campaign.json",
        "MANIFEST.sha256",
        "release.json",
    }  # they hold the name of the campaign, and its release
    assert {name: data for name, data in here.items() if name not in own} == {
        name: data for name, data in there.items() if name not in own
    }


def test_a_bundle_comes_in_and_goes_out_byte_for_byte(tmp_path: Path) -> None:
    imported("rag_small")
    run("export", "rag_small", str(tmp_path / "out"))
    before, after = contents(SMALL), contents(tmp_path / "out")
    for name in (
        "questions.jsonl",
        "pool.csv",
        "judgments.csv",
        "nuggets.csv",
        "votes.csv",
        "matches.csv",
        "adjudications.csv",
    ):
        assert before[name] == after[name], name
    assert {name for name in before if name.startswith("runs/")} == {
        name for name in after if name.startswith("runs/")
    }


def test_what_the_site_keeps_of_an_answer_is_what_the_reader_gives(tmp_path: Path) -> None:
    prepare(tmp_path)
    submit()
    kept = StoredResponse.objects.filter(run__run_id="lake1", question__qid="rag-1/support")
    assert list(kept.order_by("line").values_list("rank", "docid")) == [
        (1, "halden_01#0_100"),
        (2, "halden_01#1_137"),
        (1, "halden_02#0_200"),
        (0, ""),
    ]
    run("pool", "mine")
    pooled = PoolItem.objects.filter(question__type=NUGGETS, question__qid="rag-1")
    assert sorted(item.answer.count("\n") for item in pooled) == [0, 1, 2]
    assert not PoolItem.objects.filter(question__type=SUPPORT, answer="").exists()
    assert set(ENDINGS) == {RELEVANCE, NUGGETS, SUPPORT, SENTENCES}
    assert not StoredResponse.objects.filter(question__type=SENTENCES).exists()


@pytest.mark.parametrize(
    ("types", "left"), [("NUGGETS", {NUGGETS}), ("SUPPORT,RELEVANCE", {SUPPORT, RELEVANCE})]
)
def test_only_what_is_judged_is_pooled_and_assigned(types: str, left: set[str], tmp_path: Path) -> None:
    campaign = prepare(tmp_path, f"types={types}")
    submit()
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ann,bo")
    assert set(PoolItem.objects.values_list("question__type", flat=True)) == left
    assert (
        set(Assignment.objects.filter(question__campaign=campaign).values_list("question__type", flat=True))
        == left
    )


def test_a_topic_is_corrected_whole_and_its_files_are_read_again(tmp_path: Path) -> None:
    campaign = prepare(tmp_path)
    submit()
    judge(tmp_path)
    before = scores("mine", tmp_path / "before.json")
    said = "who built the old lighthouse of halden"
    assert "reason" in refusal("edit_question", "mine", "rag-1", "--text", said)
    run("edit_question", "mine", "rag-1", "--text", said, "--reason", "A word was missing.")
    of_topic = campaign.questions.filter(series__key="rag-1/topic")
    assert set(of_topic.values_list("text", "series__target")) == {(said, said)}
    assert [row.corrections.get().after for row in of_topic] == [said] * 3
    assert Event.objects.filter(verb="question:corrected").count() == 3
    assert Event.objects.get(verb="series:edited").data["changes"]["target"][1] == said
    bundle = tmp_path / "bundle"
    run("export", "mine", str(bundle))
    assert said in (bundle / "questions.jsonl").read_text()
    assert main(["score", str(bundle), "--json", str(tmp_path / "files.json")]) == 0
    run("import_bundle", str(bundle), "--slug", "elsewhere")
    assert scores("elsewhere", tmp_path / "there.json") == before


@pytest.mark.both_databases
def test_parts_of_a_topic_are_not_changed_by_themselves(tmp_path: Path) -> None:
    campaign = prepare(tmp_path)
    state = list(campaign.questions.in_order().values_list("qid", "text", "series__target"))
    for command in (
        ("edit_question", "mine", "rag-1/support", "--text", "Another text"),
        ("edit_series", "mine", "rag-1/topic", "--target", "Another text"),
        ("edit_series", "mine", "rag-1/topic", "--target-type", "PERSON"),
        ("edit_series", "mine", "rag-1/topic", "--order", "rag-1/support,rag-1,rag-1/relevance"),
    ):
        assert "Change question rag-1: its whole topic goes along." in refusal(*command)
    asked = ("add_question", "mine", "rag-1/topic", "Extra?", "--type", "RELEVANCE")
    assert "made by whole topics" in refusal(*asked)
    assert list(campaign.questions.in_order().values_list("qid", "text", "series__target")) == state
    run("edit_question", "mine", "rag-1/support", "--source", "a log")
    run("edit_question", "mine", "rag-1", "--text", "Another text")
    texts = campaign.questions.filter(series__key="rag-1/topic").values_list("text", "series__target")
    assert set(texts) == {("Another text", "Another text")}


def test_pages_and_programs_say_where_a_topic_is_changed(tmp_path: Path) -> None:
    campaign = prepare(tmp_path)
    client = Client()
    client.force_login(make_member(campaign, "org", "organizer"))
    part, whole, series = (
        f"/campaigns/mine/{at}/"
        for at in ("questions/rag-1/support", "questions/rag-1", "series/rag-1/topic")
    )
    assert "Change it at question rag-1" in client.get(part).text
    assert "its whole topic" not in client.get(whole).text
    shown = client.get(series).text
    assert f'href="{whole}"' in shown
    assert "Add a question" not in shown
    assert 'name="place-' not in shown
    fields = {"type": "RELEVANCE", "text": "Extra?", "source": ""}
    assert client.post(f"{series}add/", fields).status_code == 422
    assert client.post(whole, {"text": "Another text", "source": ""}).status_code == 302
    assert "Another text" in client.get(part).text
    api = "/api/v1/campaigns/mine"
    for address in (f"{api}/questions/rag-1/support/", f"{api}/series/rag-1/topic/"):
        sent = {"text": "Third text"} if "questions" in address else {"target": "Third text"}
        response = client.patch(address, json.dumps(sent), content_type="application/json")
        assert response.status_code == 422, response.text
        assert "Change question rag-1" in response.text


@pytest.mark.both_databases
def test_types_that_something_stands_on_stay_judged(tmp_path: Path) -> None:
    campaign = prepare(tmp_path, "types=RELEVANCE,SUPPORT")
    run("settings", "mine", "types=NUGGETS")  # nothing stands on the others yet
    run("settings", "mine", "types=NUGGETS,SUPPORT")
    submit()
    run("close_campaign", "mine")
    run("pool", "mine")
    assert "setting_in_use: Questions of these types" in refusal("settings", "mine", "types=NUGGETS")
    run("settings", "mine", "types=RELEVANCE,NUGGETS,SUPPORT")
    run("settings", "mine", "types=NUGGETS,SUPPORT")  # that of segments is not pooled
    client = Client()
    client.force_login(make_member(campaign, "org", "organizer"))
    assert client.get("/campaigns/mine/").status_code == 200
    campaign.refresh_from_db()
    assert campaign.settings["types"] == ["NUGGETS", "SUPPORT"]


def test_a_segment_that_the_collection_does_not_hold_is_refused_with_its_line(tmp_path: Path) -> None:
    prepare(tmp_path, without=["halden_02#0_200"])
    with pytest.raises(Exception, match="Nothing was stored") as error:
        run("submit_run", "mine", str(SMALL / "runs/tern1.jsonl"), "--team", "tern")
    assert any("halden_02#0_200" in note for note in error.value.__notes__)
    assert not StoredResponse.objects.exists()


def test_a_run_that_is_cut_off_or_too_long_is_refused_whole(tmp_path: Path) -> None:
    prepare(tmp_path, "max_words=5")
    assert "words_many" in refusal("submit_run", "mine", str(SMALL / "runs/lake1.jsonl"), "--team", "lake")
    cut = tmp_path / "lake1.jsonl"
    cut.write_bytes((SMALL / "runs/lake1.jsonl").read_bytes()[:-30])
    assert "json" in refusal("submit_run", "mine", str(cut), "--team", "lake")
    assert not StoredResponse.objects.exists()


def test_a_long_answer_is_trimmed_where_a_setting_says_so_and_that_is_told(tmp_path: Path) -> None:
    prepare(tmp_path, "max_words=12", "over_length=trim")
    run("submit_run", "mine", str(SMALL / "runs/lake1.jsonl"), "--team", "lake")
    assert "words_many" in {rule["code"] for rule in Run.objects.get().warnings}
    kept = StoredResponse.objects.get(run__run_id="lake1", question__qid="rag-1")
    assert kept.answer == "The lighthouse of Halden was built by Mira Dunn."


@pytest.mark.both_databases
def test_a_topic_is_dropped_whole_and_one_of_its_questions_alone(tmp_path: Path) -> None:
    imported("rag_small")
    run("drop", "rag_small", "rag-2", "--reason", "no nugget is vital")
    found = scores("rag_small", tmp_path / "scores.json")["tern1"]
    assert "rag-2/support" in found["questions"]
    assert "rag-2" not in found["questions"]
    run("drop", "rag_small", "rag-1/topic", "--reason", "asked twice")
    found = scores("rag_small", tmp_path / "scores.json")["tern1"]
    assert not {"rag-1", "rag-1/support", "rag-1/relevance"} & set(found["questions"])


PAGES = (
    "",
    "questions/",
    "questions/rag-1/",
    "questions/rag-1/support/",
    "runs/",
    "pool/",
    "pool/rag-1/",
    "pool/rag-1/support/",
    "assign/",
    "progress/",
    "agreement/",
    "results/",
    "results/1/",
    "results/1/runs/moor1/",
    "results/1/runs/moor1/answers/",
    "results/1/questions/rag-1/",
    "results/1/questions/rag-1/support/",
    "results/1/questions/rag-1/relevance/",
    "results/1/report.html",
    "results/1/leaderboard.csv",
    "settings/",
    "studies/",
)


@pytest.mark.both_databases
def test_every_page_of_the_campaign_is_there_and_the_run_page_has_both_means(client: Client) -> None:
    campaign = imported("rag_small")
    run("score", "rag_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    found = {page: client.get(f"/campaigns/rag_small/{page}").status_code for page in PAGES}
    assert {page: code for page, code in found.items() if code != 200} == {}
    page = client.get("/campaigns/rag_small/results/1/runs/moor1/").content.decode()
    assert "Score over what it answered" in page
    assert "Weighted precision" in page
    answers = client.get("/campaigns/rag_small/results/1/runs/lake1/answers/").content.decode()
    assert "not judged" not in answers
    assert answers.count("a sentence that cites nothing") == 1
    question = client.get("/campaigns/rag_small/results/1/questions/rag-1/support/").content.decode()
    assert "First correct at rank" not in question
    assert ".750" in question
    nuggets = client.get("/campaigns/rag_small/results/1/questions/rag-1/").content.decode()
    assert nuggets.count("who built the lighthouse of halden") == 1  # it is the target of its series, too
    assert ">Document</th>" in question
    assert ">Document</th>" not in nuggets
    kept = RunScore.objects.get(run__run_id="lake1").figures["rag-1/support"]
    assert kept == {"support": 1.5, "cited": 2, "sentences": 3}


def test_agreement_is_told_of_each_task_by_itself(client: Client) -> None:
    """Grades of relevance and of support never meet, so no number and no table counts both."""
    campaign = imported("rag_small")
    client.force_login(make_member(campaign, "voorhees", "adjudicator"))
    page = client.get("/campaigns/rag_small/agreement/").content.decode()
    assert "figures of each stand" in page
    for title, labels in {"Relevance of segments": "3210", "Support of sentences": "FPN"}.items():
        part = page.split(f"<h2>{title}</h2>")[1].split("</section>")[0]
        assert "Cohen’s kappa" in part
        assert "Gwet’s AC2, linear" in part
        assert part.split('class="list confusion"')[1].count('<th scope="col"') == len(labels)
        assert "/agreement/items/?" in part


def test_what_an_answer_holds_in_part_is_not_told_as_held(client: Client) -> None:
    campaign = imported("rag_small")
    run("score", "rag_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    answers, question = (
        " ".join(client.get(f"/campaigns/rag_small/results/1/{page}/").content.decode().split())
        for page in ("runs/tern1/answers", "questions/rag-1")
    )
    import re

    print(re.findall("<li>.*?</li>", answers), re.findall("<td class=.r.> .{0,60}", question))
    assert "<li>after the wreck of the Aster (Partial support)</li>" in answers
    assert "<li>built by Mira Dunn (Support)</li>" in answers
    assert "Partial support: " in question
    assert "an okay one 0" not in question


def test_one_axis_has_values_of_one_kind(client: Client) -> None:
    """Grades from 0 to 3 beside shares would make every share look like nothing."""
    campaign = imported("rag_small")
    run("score", "rag_small")
    client.force_login(make_member(campaign, "olga", "organizer"))
    page = client.get("/campaigns/rag_small/results/1/runs/moor1/").content.decode()
    assert "The run against all runs, by question type" in page
    figure = client.get("/campaigns/rag_small/results/1/runs/moor1/figures/against.csv").content.decode()
    assert "Support of sentences" in figure
    assert "Relevance of segments" not in figure
    answers = client.get("/campaigns/rag_small/results/1/runs/moor1/answers/").content.decode()
    assert "Support of sentences" in answers
    assert "SUPPORT" not in answers


def test_pages_say_nothing_of_what_an_item_does_not_have(client: Client) -> None:
    """An answer without a document is from none, and a segment without an answer is called by its name."""
    campaign = imported("rag_small")
    client.force_login(make_member(campaign, "olga", "organizer", "adjudicator"))
    pool = client.get("/campaigns/rag_small/pool/rag-1/").content.decode()
    assert "0 documents" not in pool
    case = client.get("/campaigns/rag_small/adjudicate/rag-1/relevance/").content.decode()
    assert "halden_01#0_100" in case
    assert "∅" not in case


def test_by_the_api_alone_from_topics_to_a_release(tmp_path: Path) -> None:
    """Ada grades segments and sentences, writes nuggets and says how far each answer holds them, all by a program of hers."""
    (tmp_path / "ids.txt").write_text("".join(f"{one}\n" for one in sorted(segments())))
    run("import_collection", "--ids-only", str(tmp_path / "ids.txt"), "--slug", "segments")
    programs = Programs()
    get, post, patch, send = (programs.names[name] for name in ("get", "post", "patch", "send"))
    post(
        "campaigns/",
        {"slug": "coast", "track": "rag", "collection": "segments", "settings": {"citations": "2"}},
    )
    send("campaigns/coast/imports/", SMALL / "questions.jsonl", kind="questions")
    patch("campaigns/coast/", {"to": "open"})
    post("campaigns/coast/people/", {"account": "ada", "roles": ["assessor"]})
    for name in RUNS:
        post("campaigns/coast/teams/", {"name": name[:4]})
        send("campaigns/coast/runs/", SMALL / f"runs/{name}.jsonl", team=name[:4])
    cut = tmp_path / "moor2.jsonl"
    cut.write_bytes((SMALL / "runs/moor1.jsonl").read_bytes()[:-9])
    refused = programs.send("campaigns/coast/runs/", cut, team="moor")
    assert (refused.status_code, "json" in refused.content.decode()) == (422, True)
    patch("campaigns/coast/", {"to": "closed"})
    programs.done(programs.ask("post", "campaigns/coast/pools/", {}))
    post("campaigns/coast/work/", {})
    grades = {key_of(row): row["grade"] for row in rows("judgments") if row["assessor"] == "ann"}
    labels = {(*key_of(row), row["nugget"]): row["label"] for row in by_ann("matches")}
    for work in get("campaigns/coast/assignments/", by="ada"):
        here = f"campaigns/coast/assignments/{work['id']}/"
        items = get(f"{here}items/", by="ada")
        if "/" in work["qid"]:
            said = [
                {
                    "assignment": work["id"],
                    "item": item["id"],
                    "grade": grades[key_of({"qid": work["qid"], **item})],
                }
                for item in items
            ]
            post("campaigns/coast/judgments/", {"judgments": said}, by="ada")
        else:
            judge_nuggets(programs, here, work["qid"], items, labels)
        post(f"{here}finish/", {}, by="ada")
    programs.done(programs.ask("post", "campaigns/coast/release/preview/", {}))
    shown = get("campaigns/coast/release/")
    assert shown["can_release"], shown["missing"]
    programs.done(
        programs.ask("post", "campaigns/coast/release/", {"seen": shown["seen"], "audience": "all"})
    )
    found = get("campaigns/coast/scores/")["runs"]
    expected = json.loads((GOLDEN / "expected/rag_small/assessor-ann.json").read_text())["runs"]
    assert {name: one["measures"] for name, one in found.items()} == {
        name: one["measures"] | {"coverage": None}
        for name, one in expected.items()  # who writes a list makes no groups
    }


def key_of(row: dict[str, str]) -> tuple[str, str, str]:
    return row["qid"], row["docid"], row["answer"]


def judge_nuggets(
    programs: Programs,
    here: str,
    qid: str,
    items: Sequence[dict[str, Any]],
    labels: Mapping[tuple[str, str, str, str], str],
) -> None:
    """Write the nuggets of a topic, and label each in each answer."""
    post = programs.names["post"]
    votes = {row["nugget"]: row["vote"] for row in rows("votes") if row["qid"] == qid}
    changes = []
    for row in (row for row in rows("nuggets") if row["qid"] == qid):
        uid = str(uuid4())
        post(
            f"{here}nuggets/",
            {"changes": [{"do": "write", "nugget": uid, "text": row["text"], "vote": votes[row["nugget"]]}]},
            by="ada",
        )
        changes += [
            {
                "do": "label",
                "nugget": uid,
                "item": item["id"],
                "seen": row["text"],
                "label": labels[qid, "", item["answer"], row["nugget"]],
            }
            for item in items
        ]
    post(f"{here}nuggets/", {"changes": changes}, by="ada")
