"""Sentences labelled as required, borderline, unnecessary or inappropriate: by commands, by pages, and as a bundle and back."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment
from assessment.submissions.models import PoolItem
from scoring.__main__ import main
from tests.client import Client
from tests.commands import refusal, run
from tests.factory import make_account, make_member
from tests.journeys.test_cited_answers import SMALL, prepare, scores, submit, write
from tests.results.golden import contents

pytestmark = pytest.mark.django_db
LABELS = {
    "The lighthouse of Halden was built by Mira Dunn.": "required",
    "She built it after the wreck of the Aster.": "required",
    "It is a fine sight.": "unnecessary",
    "Nobody knows who built it.": "inappropriate",
    "Mira Dunn built the lighthouse.": "required",
    "The Tolm ferry stopped in 1962.": "required",
    "A bridge took its place.": "borderline",
    "| year | ferries |": "unnecessary",
    "The bay of Orrin is 84 m deep.": "required",
    "Captain Hale sounded it in 1811.": "required",
    "Its ground is mud & shells, <i>mostly</i>.": "required",
    "It is 48 m deep.": "inappropriate",
    "Nobody has measured all of it.": "borderline",
}
# Required sentences over all, of rag-1 to rag-3; tern1 leaves rag-2 out.
SHARES = {
    "lake1": (Fraction(2, 3) + Fraction(1, 2) + 1) / 3,
    "moor1": Fraction(1, 2) / 3,
    "tern1": (1 + Fraction(1, 2)) / 3,
}


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """A pool of sentences that nobody judged yet; ann and bo have them."""
    made = prepare(tmp_path, "types=SENTENCES")
    submit()
    run("close_campaign", "mine")
    run("pool", "mine")
    run("assign", "mine", "--assessors", "ann,bo")
    return made


LAST = "It is a fine sight."


def judged(folder: Path) -> str:
    """A table of what ann and bo say; they agree, but on the last sentence of an answer."""
    items = PoolItem.objects.filter(question__type="SENTENCES").order_by("pk").select_related("question")
    said = {"ann": LABELS, "bo": {**LABELS, LAST: "borderline"}}
    cells = [
        (item.question.qid, "", item.answer, name, labels[item.answer], "2026-05-04T09:00:00Z")
        for item in items
        for name, labels in said.items()
    ]
    names = ("qid", "docid", "answer", "assessor", "grade", "judged_at")
    return write(folder / "judgments.csv", [dict(zip(names, row, strict=True)) for row in cells])


def test_every_sentence_is_an_item_without_a_document(campaign: Campaign) -> None:
    items = PoolItem.objects.filter(question__campaign=campaign)
    assert {item.answer for item in items} == set(LABELS)
    assert {item.docid for item in items} == {""}
    kinds = campaign.questions.order_by("position").values_list("type", flat=True)
    assert list(kinds[:4]) == ["RELEVANCE", "NUGGETS", "SUPPORT", "SENTENCES"]


def test_by_commands_to_a_release_and_as_a_bundle_and_back(campaign: Campaign, tmp_path: Path) -> None:
    run("import_judgments", "mine", judged(tmp_path))
    assert Judgment.objects.filter(item__question__type="SENTENCES").count() == 2 * len(LABELS)
    decision = {
        "qid": "rag-1/sentences",
        "docid": "",
        "answer": LAST,
        "grade": "unnecessary",
        "ground": "opinion",
    }
    run("adjudicate", "mine", write(tmp_path / "decisions.csv", [decision]))
    run("finish_judged", "mine")
    found = scores("mine", tmp_path / "scores.json")
    assert {name: one["measures"]["mean_grade@1000"] for name, one in found.items()} == {
        name: pytest.approx(float(share)) for name, share in SHARES.items()
    }
    assert {name: one["score"] for name, one in found.items()} == {
        name: one["measures"]["mean_grade@1000"] for name, one in found.items()
    }
    run("release", "mine")
    bundle, again = tmp_path / "bundle", tmp_path / "again"
    run("export", "mine", str(bundle))
    assert f"rag-1/sentences - 5 {next(iter(LABELS))}" in (bundle / "qrels/union.txt").read_text()
    assert main(["score", str(bundle), "--json", str(tmp_path / "files.json")]) == 0
    run("import_bundle", str(bundle), "--slug", "elsewhere")
    assert scores("elsewhere", tmp_path / "there.json") == found
    run("export", "elsewhere", str(again))
    own = {"campaign.json", "MANIFEST.sha256", "release.json"}
    here, there = (
        {name: data for name, data in contents(folder).items() if name not in own}
        for folder in (bundle, again)
    )
    assert here == there


def test_a_program_labels_them_too(campaign: Campaign, tmp_path: Path) -> None:
    rows = [
        {"qid": item.question.qid, "docid": "", "answer": item.answer, "grade": LABELS[item.answer]}
        for item in PoolItem.objects.select_related("question")
    ]
    table = write(tmp_path / "machine.csv", rows)
    run("import_machine", "mine", table, "--name", "mill", "--of-version", "1", "--model", "mill")
    assert Judgment.programs.filter(item__question__type="SENTENCES").count() == len(LABELS)


def test_by_pages_a_sentence_is_labelled_within_its_answer(campaign: Campaign, client: Client) -> None:
    row = Assignment.objects.get(question__qid="rag-1/sentences", member__name="ann")
    row.member.account = make_account("ann")
    row.member.save()
    client.force_login(row.member.account)
    item = PoolItem.objects.get(answer=LAST)
    page = client.get(f"/judge/{row.pk}/?item={item.pk}").content.decode()
    assert f"<mark>{LAST}</mark>" in page
    assert "built by Mira Dunn. She built it" in page
    assert "lake1" not in page
    for label in ("required", "borderline", "unnecessary", "inappropriate"):
        assert f'value="{label}"' in page
    assert 'class="bench alone"' in page
    assert 'name="no_answer_found"' not in page
    beside = client.get(f"/judge/{row.pk}/document/?item={item.pk}").json()
    assert (beside["docid"], len(beside["around"])) == ("", 1)


def test_pages_of_judged_sentences(campaign: Campaign, client: Client, tmp_path: Path) -> None:
    """The board, the pool, agreement, adjudication and results; of no document anything is said."""
    run("import_judgments", "mine", judged(tmp_path))
    client.force_login(make_member(campaign, "olga", "organizer", "adjudicator"))

    def page(address: str) -> str:
        answered = client.get(f"/campaigns/mine/{address}")
        assert answered.status_code == 200, address
        return " ".join(answered.content.decode().split())

    item = PoolItem.objects.get(answer=LAST)
    case = page(f"adjudicate/rag-1/sentences/?item={item.pk}")
    assert f"<mark>{LAST}</mark>" in case
    assert 'data-part="paper" hidden' not in case
    decision = {
        "qid": "rag-1/sentences",
        "docid": "",
        "answer": LAST,
        "grade": "unnecessary",
        "ground": "opinion",
    }
    run("adjudicate", "mine", write(tmp_path / "decisions.csv", [decision]))
    run("finish_judged", "mine")
    run("score", "mine")
    for address in (
        "",
        "questions/",
        "pool/",
        "pool/rag-1/sentences/",
        "progress/",
        "results/1/",
        "studies/",
    ):
        page(address)
    assert "Unnecessary" in page("agreement/")
    question = page("results/1/questions/rag-1/sentences/")
    assert "Required" in question
    assert not re.search(r"<td[^>]*>\s*-\s*<", question)
    answers = page("results/1/runs/lake1/answers/")
    (part,) = re.findall(r"rag-1/sentences.*?</section>", answers)
    assert ("Labels of sentences" in part, "Unnecessary" in part, "not judged" in part) == (True, True, False)


def test_what_a_topic_asks_is_settled_before_it_is_there(campaign: Campaign, tmp_path: Path) -> None:
    """Else a campaign would judge a type of which it has no question, or have questions that its bundle lacks."""
    for types in ("NUGGETS", "NUGGETS,SUPPORT"):
        said = refusal("settings", "mine", f"types={types}")
        assert "setting_in_use" in said
        assert "type SENTENCES" in said
    run("settings", "mine", "types=SENTENCES,NUGGETS")
    run("create_campaign", "other", "--track", "rag")
    run("settings", "other", "types=SENTENCES")
    run("settings", "other", "types=NUGGETS")
    run("import_questions", "other", str(SMALL / "questions.jsonl"))
    assert "SENTENCES" in refusal("settings", "other", "types=NUGGETS,SENTENCES")
