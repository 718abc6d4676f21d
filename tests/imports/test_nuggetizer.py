"""Nuggets and their labels in the layouts of nuggetizer and TREC RAG: in by commands and pages, scored, and out again."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import DraftedNugget, Nugget, NuggetMatch, NuggetVote
from assessment.people.services.accounts import ensure_member
from tests.alone import DEFINITION, alone
from tests.client import Client
from tests.commands import run
from tests.factory import make_member
from tests.results.test_breakdown import words
from tests.scenes import Kept, as_built

pytestmark = pytest.mark.django_db

LABELLED = (
    DEFINITION[: DEFINITION.index("[[scale]]")]
    + """[[type]]
name = "topic"
form = "nuggets"
cell_scale = "support"
measures = ["v_strict", "a_strict", "v", "a"]
"""
)
S, P, N = "support", "partial_support", "not_support"
TOPICS = {"1": "What is known of the lamp?", "2": "Who kept the light?"}
NUGGETS = {
    "1": {"burned whale oil": "vital", "was of brass": "vital", "came in 1843": "okay"},
    "2": {"Ada Rehn": "vital", "her brother": "okay"},
}
ANSWERS = {
    "lake": {"1": "Its lamp burned whale oil.\nIt was of brass.", "2": "Ada Rehn kept it."},
    "moor": {"1": "A lamp of 1843.", "2": "Nobody knows who."},
    "tern": {"1": "It burned oil, and was of brass, some say."},
}
LABELS = {
    ("lake", "1"): [S, S, N],
    ("lake", "2"): [S, N],
    ("moor", "1"): [N, P, S],
    ("moor", "2"): [N, N],
    ("tern", "1"): [P, P, N],
}
FACTS = ("--name", "umbra", "--of-version", "3", "--model", "llama-9b")


def lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def lists(**more: str) -> str:
    """The lists of nuggets, as the organizers of TREC RAG 2025 gave them out."""
    return lines(
        {
            "qid": qid,
            "nuggets": [{"text": text, "importance": vote, **more} for text, vote in of_question.items()],
        }
        for qid, of_question in NUGGETS.items()
    )


def assignments(labels: Mapping[tuple[str, str], list[str]] = LABELS) -> str:
    """What answers hold, as nuggetizer writes it; sentences are joined by blanks."""
    return lines(
        {
            "query": TOPICS[qid],
            "qid": qid,
            "answer_text": ANSWERS[name][qid].replace("\n", " "),
            "response_length": 5,
            "run_id": name,
            "nuggets": [
                {"text": text, "importance": vote, "assignment": label}
                for (text, vote), label in zip(NUGGETS[qid].items(), found, strict=True)
            ],
        }
        for (name, qid), found in labels.items()
    )


@pytest.fixture(scope="module")
def built(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    with kept():
        yield build(tmp_path_factory.mktemp("rag"))


@pytest.fixture
def campaign(db: None, built: Campaign) -> Campaign:
    return as_built(built)


def build(tmp_path: Path) -> Campaign:
    """Two topics with the lists of nuggets, three runs, of which one leaves a topic out, and a pool."""
    made = alone(tmp_path, "rag", LABELLED)
    table = "qid,text\n" + "".join(f"{qid},{text}\n" for qid, text in TOPICS.items())
    run("import_questions", "rag", file(tmp_path, "topics.csv", table))
    Campaign.objects.update(settings=made.settings | {"missing_questions": True})
    said = run("import_development", "rag", file(tmp_path, "nuggets.jsonl", lists()), "--format", "nuggets")
    assert "Added 5 nuggets and 5 votes on nuggets to 2 questions" in said
    for name, given in ANSWERS.items():
        rows = lines({"qid": qid, "answer": text} for qid, text in given.items())
        run("submit_run", "rag", file(tmp_path, f"{name}.jsonl", rows), "--team", name)
    run("pool", "rag")
    return made


def file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def metrics(nuggets: list[dict[str, str]]) -> dict[str, float]:
    """As nuggetizer has them."""
    worth = {S: (1, 1), P: (0, 0.5)}
    found = {}
    for name, some in (("v", [one for one in nuggets if one["importance"] == "vital"]), ("a", nuggets)):
        credits = [worth.get(one["assignment"], (0, 0)) for one in some]
        for place, kind in enumerate((f"{name}_strict", name)):
            found[kind] = sum(credit[place] for credit in credits) / len(some)
    return found


def scores(folder: Path, rule: str) -> dict[str, dict[str, float]]:
    target = folder / "scores.json"
    run("score", "rag", "--rule", rule, "--partial", "--json", str(target))
    return {name: one["measures"] for name, one in json.loads(target.read_text())["runs"].items()}


def test_labels_of_people_come_in_and_out_with_the_scores_of_nuggetizer(
    campaign: Campaign, tmp_path: Path
) -> None:
    votes = dict(NuggetVote.objects.values_list("nugget__text", "vote"))
    assert votes == {text: vote for of_question in NUGGETS.values() for text, vote in of_question.items()}
    run("import_matches", "rag", file(tmp_path, "assignments.jsonl", assignments()))
    assert NuggetMatch.objects.filter(member=None).count() == 13
    run("export_judged_runs", "rag", str(tmp_path / "judged"))
    out = tmp_path / "judged" / "nuggetizer"
    assert sorted(one.name for one in (tmp_path / "judged").iterdir()) == ["nuggetizer"]
    assert [json.loads(one) for one in (out / "nuggets.jsonl").read_text().splitlines()] == [
        {"query": TOPICS[one["qid"]], **one} for one in map(json.loads, lists().splitlines())
    ]
    found = scores(tmp_path, "adjudicated")
    for name in ANSWERS:
        rows = [json.loads(one) for one in (out / "assignments" / f"{name}.jsonl").read_text().splitlines()]
        assert [(row["qid"], row["run_id"]) for row in rows] == [("1", name), ("2", name)]
        each = [metrics(row["nuggets"]) for row in rows]
        means = {kind: (each[0][kind] + each[1][kind]) / 2 for kind in each[0]}
        assert found[name] == pytest.approx(means)
    silent = json.loads((out / "assignments" / "tern.jsonl").read_text().splitlines()[1])
    assert (silent["answer_text"], silent["response_length"]) == ("", 0)
    assert {one["assignment"] for one in silent["nuggets"]} == {N}
    # What goes out comes in: nothing is new.
    again = run("import_matches", "rag", str(out / "assignments" / "lake.jsonl"))
    assert "nothing" in again.lower()
    listed = run("import_development", "rag", str(out / "nuggets.jsonl"), "--format", "nuggets")
    assert "5 were known before" in listed


def test_labels_of_a_program_count_where_a_rule_names_it(campaign: Campaign, tmp_path: Path) -> None:
    run("import_matches", "rag", file(tmp_path, "assignments.jsonl", assignments()))
    kinder = LABELS | {("moor", "2"): [P, N], ("tern", "1"): [S, P, N]}
    said = file(tmp_path, "program.jsonl", assignments(kinder))
    run("import_machine", "rag", said, "--matches", *FACTS)
    assert NuggetMatch.programs.count() == 13
    before = scores(tmp_path, "adjudicated")
    found = scores(tmp_path, "assessor:umbra@3")
    assert found["lake"] == before["lake"]
    assert found["moor"]["v"] == before["moor"]["v"] + 0.25
    assert found["tern"]["v_strict"] == before["tern"]["v_strict"] + 0.25
    target = tmp_path / "found.json"
    run("machine", "rag", "umbra@3", "--json", str(target))
    report = json.loads(target.read_text())["matches"]
    assert "umbra@3" in {row["other"] for row in report["levels"]}
    assert report["scales"] == []  # the labels are settled, and nobody's


def test_the_page_shows_what_a_person_and_the_program_say_and_how_they_rank(
    campaign: Campaign, tmp_path: Path, client: Client
) -> None:
    ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None)
    run("assign", "rag", "--assessors", "ada", "--judges", "1")
    rows = [json.loads(line) | {"assessor": "ada"} for line in assignments().splitlines()]
    run("import_matches", "rag", file(tmp_path, "people.jsonl", lines(rows)))
    kinder = LABELS | {("moor", "2"): [P, P], ("tern", "1"): [S, P, N]}
    run("import_machine", "rag", file(tmp_path, "program.jsonl", assignments(kinder)), "--matches", *FACTS)
    client.force_login(make_member(campaign, "olga", "organizer"))
    client.post("/campaigns/rag/studies/machines/", {"name": "umbra@3"})
    shown = words(client, "/campaigns/rag/studies/machines/")
    assert "Rankings at three levels v_strict" in shown
    assert "No question was judged in full by two people" in shown
    # By hand: in the first topic the program alone tells tern from moor, 2 / √(2 · 3); in the second both say the same, 1.
    # Of the 15 pairs of all six values people tell 8 apart and the program 11: 8 / √(8 · 11).
    assert "people · umbra@3 blind .816 .908 .853 – – 1 3 2" in shown
    assert "What both say support · partial support · no support" in shown
    assert "people · umbra@3 blind 13 2 76.9 % 23.1 % 0.0 %" in shown
    assert "Most often apart: people say no support and umbra@3 partial support, in 15.4 %." in shown
    assert "no support 0 0.0 % 2 15.4 % 4 30.8 %" in shown
    assert "JSON lines instead, which nuggetizer reads." in words(client, "/campaigns/rag/exports/")


def test_labels_name_their_person_in_a_column(campaign: Campaign, tmp_path: Path) -> None:
    ensure_member(campaign=campaign, name="ada", roles=["assessor"], by=None)
    run("assign", "rag", "--assessors", "ada", "--judges", "1")
    rows = [json.loads(line) | {"assessor": "ada"} for line in assignments().splitlines()]
    run("import_matches", "rag", file(tmp_path, "people.jsonl", lines(rows)))
    assert set(NuggetMatch.objects.values_list("member__name", flat=True)) == {"ada"}


def test_a_program_drafts_lists(campaign: Campaign, tmp_path: Path) -> None:
    said = file(tmp_path, "drafts.jsonl", lists())
    run("import_machine", "rag", said, "--drafts", *FACTS)
    drafts = DraftedNugget.objects.values_list("text", "importance")
    assert set(drafts) == {pair for of_question in NUGGETS.values() for pair in of_question.items()}


@pytest.mark.both_databases
def test_groups_of_nuggets_come_in_and_go_out_and_their_sources_are_passed_over_and_named(
    campaign: Campaign, tmp_path: Path, client: Client
) -> None:
    client.force_login(make_member(campaign, "olga", "organizer"))
    more = lists(mapped_sub_narrative="the light", source="post-edit").replace("her brother", "her sister")
    sent = SimpleUploadedFile("nuggets.jsonl", more.encode())
    page = "/campaigns/rag/import-development/"
    shown = client.post(page, {"file": sent, "format": "nuggets"}, follow=True).text
    assert "Added 1 nuggets and 1 vote on a nugget" in shown
    assert "her sister" in shown
    assert "nuggets.source" in shown
    assert Nugget.objects.count() == 5
    run("import_development", "rag", file(tmp_path, "grouped.jsonl", more), "--format", "nuggets")
    assert dict(Nugget.objects.exclude(group="").values_list("text", "group")) == {
        "her sister": "the light"
    }  # what was there keeps what it has
    assert "her sister" in words(client, "/campaigns/rag/questions/2/")
    assert "the light" in words(client, "/campaigns/rag/questions/2/")
    run("export_judged_runs", "rag", str(tmp_path / "judged"))
    out = (tmp_path / "judged/nuggetizer/nuggets.jsonl").read_text().splitlines()
    groups = [[one.get("mapped_sub_narrative") for one in json.loads(line)["nuggets"]] for line in out]
    assert groups == [[None, None, None], [None, None, "the light"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (lists().replace('"okay"', '"failed"', 1), "vote"),
        (lists().replace('"qid": "2"', '"qid": "9"'), "unknown_question"),
        (lists().replace("Ada Rehn", ""), "nugget"),
        (lists()[:40], "json"),
        ('{"qid": "1", "nuggets": ["burned whale oil"]}', "header"),
        (lists(mapped_sub_narrative="x" * 201), "group"),
    ],
)
def test_what_is_wrong_with_a_list_is_named_with_its_line(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: str
) -> None:
    Nugget.objects.all().delete()
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_development", "rag", file(tmp_path, "bad.jsonl", text), "--format", "nuggets")
    assert code in capsys.readouterr().err
    assert not Nugget.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        assignments().replace("burned whale oil", "burned wale oil"),
        assignments().replace("Nobody knows who.", "Nobody knows."),
        assignments().replace('"not_support"', '"failed"', 1),
    ],
)
def test_a_text_that_is_none_of_ours_refuses_the_whole(campaign: Campaign, tmp_path: Path, text: str) -> None:
    said = file(tmp_path, "bad.jsonl", text)
    with pytest.raises(CommandError, match="Nothing was stored"):
        run("import_matches", "rag", said)
    with pytest.raises(CommandError, match="No match was stored"):
        run("import_machine", "rag", said, "--matches", *FACTS)
    assert not NuggetMatch.ever.exists()


IMPORTS = [
    ("import_matches", "rag"),
    ("import_machine", "rag", "--matches", *FACTS),
]


def brought(how: tuple[str, ...], folder: Path, text: str) -> None:
    command, slug, *more = how
    run(command, slug, file(folder, "brought.jsonl", text), *more)


def of_sister(text: str, run_id: str, blanks: str) -> str:
    """The same lines of another run that gives the same answers."""
    rows = [json.loads(line) for line in text.splitlines()]
    return lines(
        row | {"run_id": f"{run_id}-2", "answer_text": row["answer_text"].replace(" ", blanks)}
        for row in rows
        if row["run_id"] == run_id
    )


@pytest.mark.parametrize("blanks", [" ", "  "])
@pytest.mark.parametrize("how", IMPORTS, ids=["people", "program"])
def test_two_runs_with_the_same_answer_and_labels_say_it_once(
    campaign: Campaign, tmp_path: Path, how: tuple[str, ...], blanks: str
) -> None:
    brought(how, tmp_path, assignments() + of_sister(assignments(), "moor", blanks))
    assert NuggetMatch.ever.count() == 13


@pytest.mark.parametrize("blanks", [" ", "  "])
@pytest.mark.parametrize("how", IMPORTS, ids=["people", "program"])
def test_two_runs_with_the_same_answer_and_other_labels_refuse_the_whole(
    campaign: Campaign, tmp_path: Path, how: tuple[str, ...], blanks: str
) -> None:
    other = assignments(LABELS | {("moor", "1"): [S, P, S]})
    with pytest.raises(CommandError) as refused:
        brought(how, tmp_path, assignments() + of_sister(other, "moor", blanks))
    assert "Lines 3 and 6 are about the same thing, and differ." in refused.value.__notes__[0]
    assert not NuggetMatch.ever.exists()


def given_out(folder: Path, labels: Mapping[tuple[str, str], list[str]]) -> str:
    """The files of all runs, as they go out while no more than this is judged."""
    run("import_matches", "rag", file(folder, "some.jsonl", assignments(labels)))
    run("export_judged_runs", "rag", str(folder / "judged"))
    NuggetMatch.ever.all().delete()
    files = (folder / "judged" / "nuggetizer" / "assignments").iterdir()
    return "".join(one.read_text() for one in sorted(files))


@pytest.mark.both_databases
@pytest.mark.parametrize("how", IMPORTS, ids=["people", "program"])
def test_what_goes_out_while_people_judge_comes_in_without_what_nobody_said(
    campaign: Campaign, tmp_path: Path, how: tuple[str, ...]
) -> None:
    some = {("lake", "1"): [S, S, N], ("moor", "1"): [N, P, S]}
    text = given_out(tmp_path, some)
    assert ": null}" in text
    assert '"answer_text": ""' in text  # tern left topic 2 out
    brought(how, tmp_path, text)
    found = NuggetMatch.ever.values_list("item__answer", "nugget__text", "label")
    assert set(found) == {
        (ANSWERS[name][qid].replace("\n", " "), nugget, label)
        for (name, qid), labels in some.items()
        for nugget, label in zip(NUGGETS[qid], labels, strict=True)
    }


def test_a_file_in_which_nobody_said_anything_changes_nothing(campaign: Campaign, tmp_path: Path) -> None:
    text = lines(
        {"qid": qid, "answer_text": ANSWERS["moor"][qid], "nuggets": [{"text": nugget, "assignment": None}]}
        for qid in TOPICS
        for nugget in NUGGETS[qid]
    )
    run("import_matches", "rag", file(tmp_path, "silent.jsonl", text))
    with pytest.raises(CommandError, match="No match was stored") as refused:
        brought(IMPORTS[1], tmp_path, text)
    assert "No row of the file says anything." in refused.value.__notes__[0]
    assert not NuggetMatch.ever.exists()


@pytest.mark.parametrize(
    "row",
    [
        f"1,{ANSWERS['moor']['1']},burned whale oil,\n",
        f"1,,burned whale oil,{S}\n",
    ],
)
@pytest.mark.parametrize("how", IMPORTS, ids=["people", "program"])
def test_a_table_by_hand_leaves_no_cell_empty(
    campaign: Campaign, tmp_path: Path, how: tuple[str, ...], row: str
) -> None:
    with pytest.raises(CommandError):
        brought(how, tmp_path, "qid,answer,nugget,label\n" + row)
    assert not NuggetMatch.ever.exists()


@pytest.mark.parametrize("blanks", [" ", "  "])
@pytest.mark.parametrize("by_name", [True, False])
def test_labels_of_one_answer_that_differ_are_a_contradiction_whatever_words_name_it(
    campaign: Campaign, tmp_path: Path, blanks: str, by_name: bool
) -> None:
    oil, answer = "burned whale oil", ANSWERS["moor"]["1"]
    other = Nugget.objects.get(text=oil).name if by_name else oil
    rows = f"1,{answer},{oil},{S}\n1,{answer.replace(' ', blanks)},{other},{N}\n"
    with pytest.raises(CommandError, match="Nothing was stored") as refused:
        run("import_matches", "rag", file(tmp_path, "two.csv", "qid,answer,nugget,label\n" + rows))
    assert "Lines 2 and 3 are about the same thing, and differ." in refused.value.__notes__[0]
    assert not NuggetMatch.ever.exists()


def test_a_table_of_nuggets_needs_no_layout_of_a_program(campaign: Campaign, tmp_path: Path) -> None:
    table = "topic;nugget text;importance\n1;lit in 1850;okay\n2;his wife;\n"
    said = run("import_development", "rag", file(tmp_path, "more.csv", table), "--format", "nuggets")
    assert "Added 2 nuggets and 1 vote on a nugget to 2 questions" in said
