"""Writes docs/who-sees-what.md from the table: `python -m tests.blindness.page`."""

from pathlib import Path

from tests.blindness.secrets import Owner, Secret
from tests.blindness.stages import Stage
from tests.blindness.table import TABLE, Row
from tests.blindness.who import OWNERS, Who

PAGE = Path(__file__).resolve().parents[2] / "docs" / "who-sees-what.md"
NEVER = "–"
COLUMNS = {
    "Assessors": (Who.FIRST, Owner.SECOND),
    "Participants": (Who.TEAM_A, Owner.B),
    "Adjudicators": (Who.ADJUDICATOR, Owner.FIRST),
    "Organizers, admins": (Who.ORGANIZER, Owner.FIRST),
}
FROM = {
    Stage.DRAFT: "always",
    Stage.OPEN: "once the campaign is open",
    Stage.JUDGING: "from judging on",
    Stage.ADJUDICATING: "from adjudication on",
    Stage.SCORED: "once scored",
    Stage.TO_TEAMS: "once released to each team",
    Stage.RELEASED: "once released to all",
    Stage.SHARED: "once released, where the settings share it",
}
HEAD = """# Who sees what, and from when on

A campaign goes through stages: draft, open for runs, judging, adjudicating, scored, released to each team alone, released to all. This table says who may see what from which stage on. “own” is what the person or the team wrote or did. What is not in a cell is seen by nobody of that kind, and so is everything by people who are not signed in, who have no role in the campaign, or who have roles in other campaigns alone.

The table is a test too: `tests/blindness` puts a secret word in the place of each of these things, goes through the site as an assessor, as a participant and without signing in, sends every form, and fails where a word appears that the table does not allow – in a page, a file, a header, an error, a mail. This page is made of the same table (`python -m tests.blindness.page`).

"""


def page() -> str:
    """The page."""
    lines = ["| | " + " | ".join(COLUMNS) + " |", "|---" * (len(COLUMNS) + 1) + "|"]
    for row in TABLE:
        cells = [_cell(row, who) for who, _ in COLUMNS.values()]
        lines.append(f"| **{row.what}.** {row.note}".rstrip() + " | " + " | ".join(cells) + " |")
    return HEAD + "\n".join(lines) + "\n"


def _cell(row: Row, who: str) -> str:
    """From when on somebody of a kind sees what is their own, and what is not."""
    owner = OWNERS[who]
    others = row.others.get(who)
    own = (
        row.first(who, next(secret for secret in row.secrets if secret.owner == owner))
        if _has(row, owner)
        else None
    )
    if own and own is not others:
        return f"own {FROM[own]}" + (f", others {FROM[others]}" if others else "")
    return FROM[others] if others else NEVER


def _has(row: Row, owner: Owner) -> bool:
    return any(Secret(secret.kind, owner) in row.secrets for secret in row.secrets)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
