"""Files as well-known evaluations of answers have them become campaigns by pages alone: judged, scored, released, exported.

All words and numbers in them are made up.
"""

import json
from pathlib import Path

import pytest

from assessment.campaigns.services.questions import edit_question
from assessment.judging.models import AnswerClass, Assignment, Judgment, Nugget
from scoring.evaluations.gallery import gallery
from tests.client import Client
from tests.commands import run as run_command
from tests.factory import make_member
from tests.journeys.by_pages import ByPages, people

pytestmark = pytest.mark.django_db
ALONE = next(entry.text for entry in gallery() if entry.name == "answers-alone")

LIVEQA = """title = "Live questions"
[questions]
reader = "table"
[runs]
reader = "table"
documents = false
[[scale]]
name = "live"
cannot_judge = true
right = ["4", "3"]
grades = [
  { label = "4", title = "Excellent", value = 3 },
  { label = "3", title = "Good", value = 2 },
  { label = "2", title = "Okay", value = 1 },
  { label = "1", title = "Bad", value = 0 },
]
[[type]]
name = "question"
scale = "live"
measures = ["mean_grade"]
"""


def test_answers_to_live_questions_with_grades_from_1_to_4(tmp_path: Path) -> None:
    olga = ByPages(LIVEQA)
    seen = olga.bring(
        "import-questions/", "qids.txt", b"7001\tHow do I oil a hinge?\n7002\tWhy do bees swarm?\n"
    )
    assert "2 questions" in seen
    run = b"7001\tA drop of oil on the pin.\n7002\tThey look for a new home.\n"
    other = b"7001\tUse water.\n7002\tThey look for a new home.\n"
    olga.runs(heron=("heron.tsv", run), plover=("plover.tsv", other))
    grades = b"7001\t4\tA drop of oil on the pin.\n7001\t1\tUse water.\n7002\t2\tThey look for a new home.\n"
    olga.bring("judgments/", "anon-qrels.txt", grades, people(nist="2"))
    assert Judgment.objects.count() == 3
    assert olga.release(tmp_path) == {"heron": pytest.approx(2), "plover": pytest.approx(0.5)}


def test_what_somebody_could_not_read_is_said_by_their_own_code(tmp_path: Path) -> None:
    olga = ByPages(LIVEQA)
    olga.bring("import-questions/", "qids.txt", b"7001\tHow do I oil a hinge?\n")
    olga.runs(heron=("heron.tsv", b"7001\tqwrtz\n"))
    assert "has no header line" in olga.check("judgments/", "anon-qrels.txt", b"7001\t-2\tqwrtz\n")
    asked = olga.check("judgments/", "anon-qrels.txt", b"7001\t-2\tqwrtz\n", people(nist="2"))
    assert "What do these grades mean?" in asked
    said = people(nist="2") | {"column-grade:-2": "cannot_judge"}
    olga.bring("judgments/", "anon-qrels.txt", b"7001\t-2\tqwrtz\n", said)
    assert Judgment.objects.get().grade == "cannot_judge"


def test_commas_in_files_with_tabs_separate_nothing(tmp_path: Path) -> None:
    olga = ByPages(LIVEQA)
    asked = b"7001\tHow do I oil a hinge, and when?\n7002\tWhat squeaks; what, then, is to do?\n"
    assert "2 questions" in olga.bring("import-questions/", "qids.txt", asked)
    olga.runs(heron=("heron.tsv", b"7001\tWith oil, in May\n7002\tDoors; windows, too\n"))
    judged = b"7001\t4\tWith oil, in May\n7002\t2\tDoors; windows, too\n"
    olga.bring("judgments/", "anon-qrels.txt", judged, people(nist="2"))
    assert Judgment.objects.count() == 2
    assert olga.release(tmp_path) == {"heron": pytest.approx(2)}


BIOASQ = ALONE.replace(
    """[[type]]
name = "question"
label = "Question"
scale = "acceptable"
""",
    "".join(
        f"""[[type]]
name = "{name}"
scale = "acceptable"
measures = ["accuracy"]
"""
        for name in ("yesno", "factoid", "list")
    ),
).removesuffix('measures = ["accuracy"]\n')
QUESTIONS = [
    {
        "id": "a1",
        "type": "yesno",
        "body": "Does the Vell moth feed by day?",
        "documents": ["http://example.org/1"],
        "snippets": [
            {"text": "It feeds at night.", "document": "http://example.org/1", "beginSection": "abstract"}
        ],
        "ideal_answer": ["No, it feeds at night."],
        "exact_answer": "no",
    },
    {
        "id": "a2",
        "type": "factoid",
        "body": "Which gland makes its scent?",
        "documents": [],
        "snippets": [],
        "ideal_answer": ["The tibial gland."],
        "exact_answer": [["tibial gland", "gland of the tibia"]],
    },
]


def test_questions_and_answers_in_one_object_of_json(tmp_path: Path) -> None:
    olga = ByPages(BIOASQ)
    seen = olga.bring(
        "import-questions/", "test.json", json.dumps({"questions": QUESTIONS}, indent=1).encode()
    )
    assert "2 questions" in seen
    known = AnswerClass.objects.order_by("pk").values_list("question__qid", "text")
    assert list(known) == [("a1", "no"), ("a2", "tibial gland"), ("a2", "gland of the tibia")]
    given = [("a1", "no"), ("a2", [["tibial gland", "the gland of the leg"]])]
    system = {"questions": [{"id": qid, "exact_answer": said, "ideal_answer": "…"} for qid, said in given]}
    data = json.dumps(system).encode()
    olga.runs("answer=exact_answer", heron=("system1.json", data))
    judged = b"qid,answer,assessor,grade\na1,no,ann,yes\na2,tibial gland,ann,no\n"
    olga.bring("judgments/", "judgments.csv", judged)
    assert olga.release(tmp_path) == {"system1": pytest.approx(0.5)}


def test_a_question_without_an_exact_answer_is_passed_over_in_a_run() -> None:
    olga = ByPages(BIOASQ)
    run_command("settings", "theirs", "missing_questions=true")
    olga.bring("import-questions/", "test.json", json.dumps({"questions": QUESTIONS}).encode())
    said = [{"id": "a1", "exact_answer": "no"}, {"id": "a2", "ideal_answer": "A gland."}]
    data = json.dumps({"questions": said}).encode()
    olga.runs("answer=exact_answer", heron=("system1.json", data))
    page = olga.client.get("/campaigns/theirs/runs/system1/")
    assert "Row 2: Question a2 has an empty answer." in page.text


CAST = """title = "Passages of a conversation"
[questions]
reader = "table"
[runs]
reader = "lines"
columns = "qid Q0 docid rank score tag"
ranks = 10
[[scale]]
name = "passages"
right = ["4", "3", "2"]
grades = [
  { label = "4", title = "Fully meets", value = 4 },
  { label = "3", title = "Highly meets", value = 3 },
  { label = "2", title = "Moderately meets", value = 2 },
  { label = "1", title = "Slightly meets", value = 1 },
  { label = "0", title = "Fails to meet", value = 0 },
]
[[type]]
name = "turn"
scale = "passages"
measures = ["nDCG@3", "P@1"]
"""
RUN = b"31_1 Q0 CAR_a 1 9.5 heron\n31_1 Q0 MARCO_7 2 9.1 heron\n31_2 Q0 MARCO_9 1 4 heron\n"


def test_passages_that_runs_rank_and_qrels_grade(tmp_path: Path) -> None:
    olga = ByPages(CAST)
    olga.bring("import-questions/", "turns.tsv", b"31_1\tWhat is a heron?\n31_2\tWhere does it nest?\n")
    olga.settings(unknown_docids="true")
    olga.runs(heron=("heron.run", RUN))
    qrels = b"31_1 0 CAR_a 2\n31_1 0 MARCO_7 4\n31_2 0 MARCO_9 0\n31_2 0 MARCO_99 3\n"
    seen = olga.bring("judgments/", "qrels.txt", qrels, people(nist="4"))
    assert "1 row names a question or an answer that is not in the pool" in seen
    assert Judgment.objects.count() == 3
    scores = olga.release(tmp_path)
    assert scores["heron"] == pytest.approx((2 + 4 / 1.584962501) / (4 + 2 / 1.584962501) / 2)
    files = [path for path in (tmp_path / "bundle" / "qrels").rglob("*") if path.is_file()]
    assert any(b"31_1 CAR_a 2\n" in path.read_bytes() for path in files), files
    page = olga.client.get("/campaigns/theirs/pool/31_1/").text
    assert "CAR_a" in page


def test_questions_of_open_domain_that_have_no_ids(tmp_path: Path) -> None:
    olga = ByPages(ALONE)
    lines = [
        {"question": "who lit the lamp of vell", "answer": ["Anna Marden", "A. Marden"]},
        {"question": "when was it lit", "answer": ["1871"]},
    ]
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    assert "2 questions" in olga.bring("import-questions/", "NQ-open.dev.jsonl", data)
    asked = olga.campaign.questions.order_by("position").values_list("qid", "suggested_answer")
    assert list(asked) == [("1", "Anna Marden / A. Marden"), ("2", "1871")]
    predicted = [line | {"prediction": said} for line, said in zip(lines, ("Anna", "1871"), strict=True)]
    run = "".join(f"{json.dumps(line)}\n" for line in predicted).encode()
    olga.runs(heron=("heron.jsonl", run))
    sheet = "question\tmodel answer\tannotator1\tannotator2\n"
    sheet += "who lit the lamp of vell\tAnna\tNo\tNo\nwhen was it lit\t1871\tYes\tYes\n"
    olga.bring("judgments/", "sheet.tsv", sheet.encode())
    assert olga.release(tmp_path) == {"heron": pytest.approx(0.5)}


NUGGETS = """title = "Nuggets"
[questions]
reader = "table"
[runs]
reader = "lines"
columns = "qid tag docid rank score answer"
[[type]]
name = "topic"
form = "nuggets"
measures = ["other_f"]
"""
TOPICS = b"""<?xml version="1.0" encoding="UTF-8"?>
<ciqa>
  <topic num="26">
    <template id="1">What evidence is there for transport of [oil] from [Vell] to [Halden]?</template>
    <narrative>The reader would like to know
      of ships &amp; their owners.</narrative>
  </topic>
  <topic num="27">
    <template id="2">What effect does [oil] have on [moths]?</template>
    <narrative>Any effect will do.</narrative>
  </topic>
</ciqa>
"""
LISTED = b"Qid 26: topic\n26 1\tvital\tthe Marden carried oil in 1871\n26 2\tokay\tits owner was A. Marden\n"


def test_topics_with_narratives_and_nuggets(tmp_path: Path) -> None:
    olga = ByPages(NUGGETS)
    assert "2 questions" in olga.bring("import-questions/", "ciqa-questions.xml", TOPICS)
    first = olga.campaign.questions.get(qid="26")
    wording, narrative = first.text.split("\n")
    assert wording == "What evidence is there for transport of [oil] from [Vell] to [Halden]?"
    assert narrative == "The reader would like to know of ships & their owners."
    assert narrative.replace("&", "&amp;") in olga.client.get("/campaigns/theirs/questions/26/").text
    olga.bring("import-development/", "nuggets.txt", LISTED, format="nuggets")
    table = b"qid,nugget,importance\n27,moths die of it,vital\n27,moths avoid it,okay\n"
    olga.bring("import-development/", "nuggets.csv", table, format="nuggets")
    found = Nugget.objects.order_by("question__position", "position").values_list("question__qid", "text")
    assert [qid for qid, _ in found] == ["26", "26", "27", "27"]
    run = "26 heron X-1 1 9 The Marden carried oil.\n26 heron X-2 2 8 Seals were seen.\n27 heron X-3 1 7 They die.\n"
    olga.settings(unknown_docids="true")
    olga.runs(heron=("heron.txt", run.encode()))
    account = make_member(olga.campaign, "ann", "assessor")
    run_command("assign", "theirs", "--assessors", "ann")
    judged = Assignment.objects.get(question=first)
    ann = Client()
    ann.force_login(account)
    shown = ann.get(f"/judge/{judged.pk}/").text
    assert f">{wording}</h1>" in shown
    assert f"{narrative.replace('&', '&amp;')}</p>" in shown
    head = "qid,docid,passage,answer,nugget,assessor"
    rows = (
        "26,X-1,,The Marden carried oil.,1,ann",
        "26,X-2,,Seals were seen.,,ann",
        "27,X-3,,They die.,1,ann",
    )
    (tmp_path / "matches.csv").write_text("\n".join((head, *rows, "")))
    run_command("import_matches", "theirs", str(tmp_path / "matches.csv"))
    run_command("finish_judged", "theirs", "--nothing-found")
    scores = olga.release(tmp_path)
    assert scores["heron"] == pytest.approx(1, abs=0.1)


def test_a_narrative_stays_when_its_question_is_edited_and_only_then_a_second_line_is_one() -> None:
    olga = ByPages(NUGGETS)
    olga.bring("import-questions/", "q.csv", b"qid,text,narrative\n1,Who?,All of them.\n2,When?,\n")
    for question in olga.campaign.questions.all():
        edit_question(question=question, by=None, text=" Who else?\r\nAll\r\nof them ")
    texts = dict(olga.campaign.questions.values_list("qid", "text"))
    assert texts == {"1": "Who else?\nAll of them", "2": "Who else? All of them"}


ACLIA = """<?xml version="1.0" encoding="UTF-8"?>
<TOPIC_SET>
  <METADATA><VERSION>1.0</VERSION><DESCRIPTION>Made up</DESCRIPTION></METADATA>
  <TOPIC ID="MADE1-EN-T1" type="DEFINITION">
    <QUESTION LANG="EN"><![CDATA[ What is the lamp of Vell? ]]></QUESTION>
    <QUESTION LANG="JA"><![CDATA[ ヴェルの灯とは何ですか。 ]]></QUESTION>
    <NARRATIVE LANG="EN"><![CDATA[ I want to know who lit it. ]]></NARRATIVE>
    <NARRATIVE LANG="JA"><![CDATA[ 誰が灯したか知りたい。 ]]></NARRATIVE>
  </TOPIC>
</TOPIC_SET>
"""


def test_topics_in_several_languages_ask_which_is_meant(tmp_path: Path) -> None:
    olga = ByPages(ALONE)
    data = ACLIA.encode()
    asked = olga.check("import-questions/", "topics.xml", data)
    assert "Which column is which?" in asked
    said = {"column-qid": "ID", "column-text": "QUESTION.JA", "column-narrative": "NARRATIVE.JA"}
    seen = olga.check("import-questions/", "topics.xml", data, said)
    assert "The type of question MADE1-EN-T1 is not known" in seen, seen
    olga.bring("import-questions/", "topics.xml", data, said | {"column-type": ""})
    (question,) = olga.campaign.questions.all()
    assert question.text == "ヴェルの灯とは何ですか。\n誰が灯したか知りたい。"
    olga.runs(heron=("heron.csv", "qid,answer\nMADE1-EN-T1,古い灯\n".encode()))
    olga.bring("judgments/", "judged.csv", "qid,answer,assessor,grade\nMADE1-EN-T1,古い灯,ann,yes\n".encode())
    assert olga.release(tmp_path) == {"heron": pytest.approx(1)}


WRONG = {
    "cut off": (
        b'{"questions": [{"id": "1", "body": "Who?"}, {"id": "2", "bo',
        "cannot be read here",
        "q.json",
    ),
    "without its end": (
        b'{"questions": [{"id": "1", "body": "Who?"}]',
        "the object is not finished",
        "q.json",
    ),
    "cut off XML": (TOPICS[:400], "never closed", "q.xml"),
    "another encoding": ("1\tWho lit Vëll?\n".encode("latin-1"), "UTF-8", "q.tsv"),
    "a path into a list": (
        b'{"id": "1", "question": ["Who?", "When?"]}\n',
        "is a list or an object",
        "q.json",
    ),
    "XML of something else": (b"<html><body><p>Who?</p></body></html>", "HTML", "q.xml"),
}


@pytest.mark.parametrize("how", WRONG)
def test_what_is_wrong_is_said_with_its_place_and_nothing_is_stored(how: str) -> None:
    olga = ByPages(ALONE)
    data, said, name = WRONG[how]
    assert said in olga.check("import-questions/", name, data)
    assert not olga.campaign.questions.exists()


def test_a_map_that_points_nowhere_says_what_there_is() -> None:
    olga = ByPages(ALONE)
    data = json.dumps({"questions": QUESTIONS}).encode()
    shown = olga.check("import-questions/", "q.json", data, {"column-text": "title.en"})
    assert "The file has no column &quot;title.en&quot;" in shown
    assert "body" in shown
