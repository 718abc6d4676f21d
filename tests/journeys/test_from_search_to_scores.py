"""From a search to scores: a question is found, verified, accepted, asked, pooled, judged and scored, in each evaluation."""

import json
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from uuid import uuid4
from xml.sax.saxutils import escape

import pytest
from django.conf import settings as project
from pytest_django import Settings

from assessment.campaigns.models import Campaign, KeptSearch
from assessment.judging.models import Assignment
from assessment.people.models import Account
from assessment.submissions.models import PoolItem
from documents.layouts import layout_of
from documents.paragraphs import paragraph
from scoring.stages import CLASSES
from tests.client import Client
from tests.commands import run
from tests.development.whole import accept_by_page, enter_rows
from tests.factory import make_account, make_member
from tests.judging.annotating import PARAGRAPH, import_pages

pytestmark = pytest.mark.django_db
ROOT = Path(project.BASE_DIR)
XML = """<?xml version="1.0" encoding="UTF-8"?>
<output><task_AS><a q_id="0001" run_id="gull101ASenen" answered="YES"><passage_string p_id="{passage}"
docid="{docid}">{text}</passage_string><exact_answer>{answer}</exact_answer></a></task_AS></output>
"""


@dataclass(frozen=True)
class Journey:
    """What is looked for in a collection of the demo, the question made of it, and the run that answers."""

    track: str
    collection: str
    query: str
    answer: str
    type: str
    text: str
    line: str = ""  # of the run
    passage: str = ""
    grade: str = "correct"

    def row(self, docid: str) -> dict[str, str]:
        """The question as the form of candidates sends it."""
        known = " | ".join(filter(None, (self.answer, docid, self.passage)))
        row = {"type": self.type, "text": self.text, "source": "assessor", "known": known}
        return row | ({"language": "EN"} if self.passage else {})


JOURNEYS = (
    Journey(
        "trec8",
        "halden-newswire",
        '+"Maren Tveit" director',
        "Maren Tveit",
        "factoid",
        "Who directs the Halden observatory?",
        "1 Q0 {docid} 1 0.5 gull1 {answer}\n",
        grade="yes",
    ),
    Journey(
        "series2004",
        "halden-newswire",
        '+"Maren Tveit" director',
        "Maren Tveit",
        "FACTOID",
        "Who directs it?",
        "1.1 gull1 {docid} {answer}\n",
    ),
    Journey(
        "tac2008",
        "harbour-talk",
        '"fish soup"',
        "fish soup",
        "RigidList",
        "Which dishes do people like?",
        "1.1 gull1 {docid} {answer}\n",
    ),
    Journey(
        "respubliqa2010",
        "coast-council",
        '+"40 crowns" id:jrc31935R0004*',
        "40 crowns",
        "Factoid",
        "What does it cost?",
        passage="16",
        grade="R",
    ),
)


@pytest.fixture
def made(tmp_path: Path, settings: Settings, journey: Journey) -> Campaign:
    """A draft whose collection was imported, and with that indexed."""
    settings.DATA_DIR = tmp_path / "data"
    run("import_collection", str(ROOT / "collections" / journey.collection))
    run(
        "create_campaign",
        "mine",
        "--track",
        journey.track,
        "--collection",
        journey.collection,
        "--set",
        "judges=1",
    )
    run("guidelines", "mine", str(ROOT / "demo" / "coast-facts" / "guidelines.txt"))
    return Campaign.objects.get(slug="mine")


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda one: one.track)
def test_from_a_search_to_a_score(made: Campaign, journey: Journey, tmp_path: Path) -> None:
    client = signed_in("olga", site_admin=True)
    docid = first_hit(client, journey.query)
    candidate = enter_rows(client, made, journey.row(docid))
    page = client.get(f"/campaigns/mine/candidates/{candidate.pk}/").text
    assert '<span class="chip">In the document</span>' in page
    accept_by_page(client, candidate)
    run("deadline", "mine", "2130-06-30 23:59 Europe/Paris")
    run("open_campaign", "mine")
    submit(journey, docid, tmp_path)
    run("close_campaign", "mine")
    run("pool", "mine")
    item = PoolItem.objects.get()
    if item.question.pool_left:  # a paragraph of the gold standard is right without anybody
        judge(journey, item, tmp_path)
    scores = tmp_path / "scores.json"
    run("score", "mine", "--json", str(scores))
    [scored] = json.loads(scores.read_text())["runs"].values()
    assert scored["score"] == 1
    assert KeptSearch.objects.get().query == journey.query


def first_hit(client: Client, query: str) -> str:
    """The id of the best document that the page of the search finds."""
    page = client.get("/campaigns/mine/search/", {"q": query})
    assert page.status_code == 200
    found = re.search(r"document=([^&\"]+)", page.text)
    assert found, page.text
    return unescape(found[1])


def submit(journey: Journey, docid: str, folder: Path) -> None:
    """A run that answers the question as its developer would."""
    file = write_run(journey, docid, folder)
    options = ["--length", "50"] if journey.track == "trec8" else ["--priority", "1"]
    run("submit_run", "mine", str(file), "--team", "gull", *(options if not journey.passage else []))


def write_run(journey: Journey, docid: str, folder: Path) -> Path:
    """The file of it."""
    file = folder / ("gull101ASenen.xml" if journey.passage else "gull1.txt")
    words = {"docid": docid, "answer": journey.answer, "passage": journey.passage}
    text = paragraph(journey.collection, docid, journey.passage) or "" if journey.passage else ""
    file.write_text((journey.line or XML).format(text=escape(text), **words))
    return file


def judge(journey: Journey, item: PoolItem, folder: Path) -> None:
    """The pooled answer is right, says its assessor."""
    run("assign", "mine", "--assessors", "ada")
    heads = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at"
    label = journey.answer if item.question.kind.form.asks(CLASSES) else ""
    cells = (
        item.question.qid,
        item.docid,
        item.passage,
        item.answer,
        "ada",
        journey.grade,
        label,
        "",
        "2026-11-09T09:00:00Z",
    )
    file = folder / "judgments.csv"
    file.write_text(f"{heads}\n{','.join(cells)}\n")
    run("import_judgments", "mine", str(file))
    run("finish_judged", "mine", "--nothing-found")


def test_from_a_search_to_a_page_that_is_annotated_and_scored(tmp_path: Path, settings: Settings) -> None:
    """In Natural Questions the question has the page that the search found."""
    settings.DATA_DIR = tmp_path / "data"
    import_pages(tmp_path / "pages", qids=("72",))
    run("index_collection", "pages")
    chosen = ("--set", "judges=1", "--set", "gold_votes=1")
    run("create_campaign", "mine", "--track", "nq", "--collection", "pages", *chosen)
    run("guidelines", "mine", str(ROOT / "demo" / "page-answers" / "guidelines.txt"))
    client = signed_in("olga", site_admin=True)
    docid = first_hit(client, '"Edda Rehn" comet')
    row = {"type": "question", "text": "who discovered the halden comet", "page": docid}
    accept_by_page(client, enter_rows(client, Campaign.objects.get(), row))
    run("deadline", "mine", "2130-06-30 23:59 Europe/Paris")
    run("open_campaign", "mine")
    file = write_predictions(docid, tmp_path)
    run("submit_run", "mine", str(file), "--team", "gull")
    make_member(Campaign.objects.get(), "ada", "assessor")
    ada = signed_in("ada")
    run("assign", "mine", "--assessors", "ada", "--judges", "1")
    assignment = Assignment.objects.get()
    for seen, (step, said) in enumerate(
        {
            "question": {"question": "good"},
            "long": {"candidate": str(PARAGRAPH)},
            "short": {"ranges": "[]", "yes_no": "NONE"},
        }.items()
    ):
        sent = {"client_id": str(uuid4()), "seen": seen, **said}
        response = ada.post(f"/judge/{assignment.pk}/annotation/{step}/", sent)
        assert response.status_code == 302, response.text
    scores = tmp_path / "scores.json"
    run("score", "mine", "--json", str(scores))
    [scored] = json.loads(scores.read_text())["runs"].values()
    assert scored["measures"]["long_f1"] == 1


def signed_in(name: str, **extra: bool) -> Client:
    """A browser in which somebody is signed in, who has an account from now on where they had none."""
    client = Client()
    client.force_login(Account.objects.filter(username=name).first() or make_account(name, **extra))
    return client


def write_predictions(docid: str, folder: Path) -> Path:
    """A run that predicts the paragraph of the page."""
    box = layout_of("pages", docid).candidates[PARAGRAPH]
    predicted = {
        "example_id": int(docid),
        "long_answer": {"start_byte": box.start, "end_byte": box.end},
        "long_answer_score": 1.0,
        "short_answers": [],
        "yes_no_answer": "NONE",
    }
    file = folder / "gull1.json"
    file.write_text(json.dumps({"predictions": [predicted]}))
    return file
