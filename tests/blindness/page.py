"""Writes docs/who-sees-what.md from the table: `python -m tests.blindness.page`."""

from pathlib import Path

from tests.blindness.phases import Phase
from tests.blindness.secrets import Owner
from tests.blindness.table import TABLE, Row
from tests.blindness.who import RIGHTS, Who

PAGE = Path(__file__).resolve().parents[2] / "docs" / "who-sees-what.md"
NEVER = "–"
COLUMNS = {
    "Assessors": (Who.FIRST, Owner.SECOND),
    "Participants": (Who.TEAM_A, Owner.B),
    "Adjudicators": (Who.ADJUDICATOR, Owner.FIRST),
    "Organizers, admins": (Who.ORGANIZER, Owner.FIRST),
}
FROM = {
    Phase.DRAFT: "always",
    Phase.OPEN: "once the campaign is open",
    Phase.POOLED: "once pooled",
    Phase.JUDGING: "from judging on",
    Phase.ADJUDICATING: "from adjudication on",
    Phase.SCORED: "once scored",
    Phase.TO_TEAMS: "once released to each team",
    Phase.RELEASED: "once released to all",
    Phase.NAMELESS: "once released, where the settings share answers",
    Phase.SHARED: "once released, where the settings share it",
}
HEAD = """# Who sees what, and from when on

A campaign goes through phases: draft, open for runs, pooled, judging, adjudicating, scored, released to each team alone, released to all. This table says who may see what from which phase on. “own” is what the person or the team wrote or did. What is not in a cell is seen by nobody of that kind, and so is everything by people who are not signed in, who have no role in the campaign, or who have roles in other campaigns alone.

* A release that is taken back leaves everything as it was before it. An archived campaign is as it was when it was archived. Of one that is being deleted nobody sees anything but site admins, in the log of the site, until its last row is gone.
* Who has several roles sees what any of them sees, but not at their desk: the pages and API addresses where somebody judges show an organizer or adjudicator what they show every assessor.
* A token of the API shows what its person sees, less what it is not for: another role, another campaign. One that was revoked or has expired shows nothing.
* Whom a campaign lets search its collection sees documents alone: nothing of runs, of their ranks, or of what others said.
* Mail is held to the same table: it tells its reader what they might read on a page at that moment.

The table is a test too: `tests/blindness` puts a secret word in the place of each of these things, goes through the site as each of these people at each phase, sends every form and every request that the API describes, and fails where a word appears that the table does not allow – in a page, a file, its name, a header, an error, a mail. Assessors and teams are also asked to notice nothing where others judge differently, are more in number, or have other names. `make test` goes some of these ways, `make proof` all. This page is made of the same table (`python -m tests.blindness.page`).

"""
FOOT = """
## What was decided, and why

* **Adjudicators and the recent activity.** In TREC-8 the adjudicator was one of the organizers, and read everything. Here it may be somebody else, whose task is the disputed answers: their board does not tell of messages, invitations, registrations, candidate questions, and why somebody’s work was moved.
* **Adjudicators and programs that judge.** What a program says of an answer must not lead whoever decides on it; its notes are hidden from adjudicators until the release ([decision 36](decisions/0036-machine-assessors.md)).
* **Teams, answer classes and nuggets.** TAC 2008 and ResPubliQA 2010 released “individual evaluated results” to each team some weeks after submission, and NIST published the answers, nuggets and pyramids of TREC and TAC. A response cannot be understood as evaluated without them, so a team sees the class and the nuggets of its own answers, where the campaign gives out judged runs. It sees the label, never whose it was.
* **Teams and rulings.** The TREC-8 report tells what assessors were taught and how hard cases were decided, by question. After the release teams read the rulings beside the guidelines: the text and its question, not who asked, nor about which answer.
* **Names in a released ranking** are given out only where the campaign’s settings say so, though the reports of these evaluations name every run: a campaign may promise otherwise.
"""


def page() -> str:
    """The page."""
    lines = ["| | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    for row in TABLE:
        cells = [_cell(row, who) for who, _ in COLUMNS.values()]
        lines.append(f"| **{row.what}.** {row.note}".rstrip() + " | " + " | ".join(cells) + " |")
    return HEAD + "\n".join(lines) + "\n" + FOOT


def _cell(row: Row, who: str) -> str:
    """From when on somebody of a kind sees what is their own, and what is not."""
    rights = RIGHTS[who]
    others = row.others.get(who)
    # The last: what is the adjudicator's alone comes after what is all organizers'.
    own = [None, *(row.first(rights, secret) for secret in row.secrets if secret.owner in rights.owners)][-1]
    if own and own is not others:
        return f"own {FROM[own]}" + (f", others {FROM[others]}" if others else "")
    return FROM[others] if others else NEVER


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
