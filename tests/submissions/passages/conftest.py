"""A campaign of paragraphs and exact answers: two teams, three runs, a gold standard, and one assessor."""

from pathlib import Path

import pytest
from django.core.management import call_command

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment
from assessment.people.models import Account, Member
from tests import factory
from tests.client import Client

LAMPS, CLOCK = "jrc31931R0007-en.xml", "jrc31933D0168-en.xml"
TEXTS = {
    (LAMPS, 9): "The master of a ferry shall carry a certificate of lights. It is valid for 24 months.",
    (LAMPS, 7): "Every ferry shall carry two white lights at the bow.",
    (CLOCK, 3): "The harbour clock was four minutes slow in the winter of 1932.",
    (CLOCK, 5): "The clock shall be set each Monday at noon by the keeper of the light.",
}
QUESTIONS = {
    "0001": "How long is a certificate of lights valid?",
    "0002": "What shall the master of a ferry carry?",
    "0003": "How slow was the harbour clock in 1932?",
    "0004": "Who sets the clock?",
}
Given = (
    tuple[str, str, int, str] | None
)  # answered, document, paragraph, exact answer; None: NOA and nothing else
RUNS: dict[str, list[Given]] = {
    "lake101PSenen": [("YES", LAMPS, 9, ""), ("YES", LAMPS, 9, ""), None, ("NO", CLOCK, 5, "")],
    "tern101PSenen": [("YES", LAMPS, 7, ""), ("YES", LAMPS, 7, ""), ("YES", CLOCK, 3, ""), None],
    "lake102ASenen": [
        ("YES", LAMPS, 9, "24 months"),
        ("YES", LAMPS, 9, "a certificate of lights"),
        ("YES", CLOCK, 3, "four minutes slow"),
        ("NO", CLOCK, 5, "the light"),
    ],
}
GOLD = f"qid,docid,passage,answer\r\n0001,{LAMPS},9,24  months\r\n0003,{CLOCK},3,four minutes\r\n"


def topics(source: str = "EN", target: str = "EN") -> str:
    """The questions in a pair of languages."""
    lines = (
        f'<q q_id="{qid}" source_lang="{source}" target_lang="{target}">{text}</q>'
        for qid, text in QUESTIONS.items()
    )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8" ?>', "<input>", *lines, "</input>", ""])


def run_file(run_id: str) -> str:
    """A run as its team hands it in."""
    task = run_id[7:9]
    lines = ['<?xml version="1.0" encoding="UTF-8" ?>', "<output>", f"<task_{task}>"]
    for qid, given in zip(QUESTIONS, RUNS[run_id], strict=True):
        answered, inside = (
            ("NO", "<passage_string>NOA</passage_string>") if given is None else _quoted(*given)
        )
        lines.append(f'<a q_id="{qid}" run_id="{run_id}" answered="{answered}">{inside}</a>')
    return "\n".join([*lines, f"</task_{task}>", "</output>", ""])


def _quoted(answered: str, docid: str, number: int, answer: str) -> tuple[str, str]:
    passage = f'<passage_string p_id="{number}" docid="{docid}">{TEXTS[docid, number]}</passage_string>'
    return answered, passage + (f"<exact_answer>{answer}</exact_answer>" if answer else "")


class Acts:
    """The campaign, and what the tests do with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        call_command("create_campaign", "acts", "--track", "respubliqa2010")
        self.campaign = Campaign.objects.get(slug="acts")
        call_command("import_questions", "acts", self.write("questions.xml", topics()))
        for run_id in RUNS:
            call_command("submit_run", "acts", self.write(f"{run_id}.xml", run_file(run_id)), team=run_id[:4])

    def write(self, name: str, text: str) -> str:
        """A file of this content."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8", newline="")
        return str(path)

    def import_gold(self, text: str = GOLD) -> None:
        """Bring in a gold standard."""
        call_command("import_development", "acts", self.write("gold.csv", text), format="gold")

    def pool(self) -> None:
        """Pool what the runs give."""
        call_command("pool", "acts")

    def reader(self, name: str, *languages: str) -> Account:
        """An assessor who reads these languages."""
        account = factory.make_account(name)
        account.languages = list(languages)
        account.save()
        member = Member.objects.create(campaign=self.campaign, account=account, name=name)
        member.roles.create(role="assessor")
        return account

    def assigned(self, qid: str) -> Assignment:
        """The one assignment of a question."""
        return Assignment.objects.get(question__campaign=self.campaign, question__qid=qid)

    def browser(self, account: Account) -> Client:
        """A browser in which somebody is signed in."""
        client = Client()
        client.force_login(account)
        return client


@pytest.fixture
def acts(db: None, tmp_path: Path) -> Acts:
    """The campaign with its runs, before anything is pooled."""
    return Acts(tmp_path)
