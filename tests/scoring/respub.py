"""A small collection, topics and runs of ResPubliQA, written for the tests."""

from collections.abc import Collection, Mapping

from scoring import evaluations
from scoring.records import Question, Topics
from scoring.tracks.base import CheckedRun, Declaration, RunChecks

TRACK = evaluations.get("respubliqa2010")
PARAGRAPHS = {
    ("jrc31931R0007-en", "2"): "The lamp of a ferry shall be lit at dusk & put out at dawn.",
    ("jrc31931R0007-en", "3"): "Each ferry carries two lamps.  The second one is spare.",
    ("jrc31931R0007-en", "4"): "Ärzte, «quoted» — and a cost of 5 < 6 ecopence.",
    ("EP_CRE-19310112-EN_clean", "11"): "Madam President, the toll was raised twice last year.",
    ("jrc31931R0007-de", "2"): "Die Lampe einer Fähre ist bei Dämmerung anzuzünden.",
}
TEXTS = ("When is the lamp lit?", "How many lamps?", "What does it cost?", "Who spoke?", "How often?")
RUN = """<?xml version="1.0" encoding="UTF-8"?>
<output>
<task_AS>
<a q_id="0001" run_id="clct101ASenen" answered="YES">
<passage_string p_id="2" docid="jrc31931R0007-en.xml">The lamp of a ferry shall be lit at dusk &amp; put out at dawn.</passage_string>
<exact_answer>at dusk &amp; put out</exact_answer>
</a>
<a q_id="0002" run_id="clct101ASenen" answered="YES">
<passage_string p_id="3" docid="jrc31931R0007-en.xml">Each ferry carries two lamps.  The second one is spare.</passage_string>
<exact_answer>two lamps</exact_answer>
</a>
<a q_id="0003" run_id="clct101ASenen" answered="NO">
<passage_string p_id="4" docid="jrc31931R0007-en.xml">Ärzte, «quoted» — and a cost of 5 &lt; 6 ecopence.</passage_string>
<exact_answer> 6 ecopence </exact_answer>
</a>
<a q_id="0004" run_id="clct101ASenen" answered="NO">
<passage_string>NOA</passage_string>
</a>
<a q_id="0005" run_id="clct101ASenen" answered="YES">
<passage_string p_id="11" docid="EP_CRE-19310112-EN_clean.xml">Madam President, the toll was raised twice last year.</passage_string>
<exact_answer>twice</exact_answer>
</a>
</task_AS>
</output>
"""
PS_RUN = "\n".join(line for line in RUN.replace("AS", "PS").splitlines() if "exact" not in line) + "\n"


def topics(*pairs: str) -> Topics:
    """The five questions in each of some pairs of languages."""
    return Topics(
        tuple(
            Question(
                f"{number:04d}:{pair}" if len(pairs) > 1 else f"{number:04d}",
                "Other",
                text,
                source_lang=pair[:2],
                target_lang=pair[3:],
            )
            for pair in pairs
            for number, text in enumerate(TEXTS, 1)
        )
    )


def known_docids(docids: Collection[str]) -> set[str]:
    """Those of some ids that the collection has."""
    there = {docid for docid, _ in PARAGRAPHS}
    return {docid for docid in docids if docid.removesuffix(".xml") in there}


def paragraph_texts(asked: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    """The texts of those paragraphs that the collection has."""
    texts = {(docid, number): PARAGRAPHS.get((docid.removesuffix(".xml"), number)) for docid, number in asked}
    return {place: text for place, text in texts.items() if text is not None}


def check(
    text: str | bytes, name: str = "clct101ASenen.xml", team: str = "clct", **settings: object
) -> CheckedRun:
    """Check a run against the collection."""
    data = text.encode() if isinstance(text, str) else text
    asked = topics("EN:EN")
    return TRACK.check_run(
        data, name, RunChecks(asked, Declaration(team), settings, known_docids, None, paragraph_texts)
    )
