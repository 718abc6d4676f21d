"""The words of an evaluation that a campaign brought, on every page that shows a grade: its titles, never its labels."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from assessment.campaigns.models import Campaign
from assessment.people.models import Account
from assessment.people.services.accounts import ensure_member
from scoring.evaluations.gallery import gallery
from tests.client import Client
from tests.commands import run
from tests.factory import make_account, make_member

GRADED = next(entry for entry in gallery() if entry.name == "graded")
FOLDER = Path(str(GRADED.folder))
LABELS = {"3": "lblthree", "2": "lbltwo", "1": "lblone", "0": "lblnought"}
OF_PROGRAMS = ("/evaluation/", "/exports/", ".csv", ".json", ".txt", ".zip", "/api/")  # which have labels
HREF = re.compile(r'href="(/[^"#]*)')
TAG = re.compile(r"<(script|style|pre)\b.*?</\1>|<[^>]*>", re.DOTALL)  # a pre shows a file as it is


def with_labels(text: str) -> str:
    for old, new in LABELS.items():
        text = text.replace(f'label = "{old}"', f'label = "{new}"').replace(f'"{old}"]', f'"{new}"]')
    return text.replace('right = ["3"', 'right = ["lblthree"')


@pytest.fixture
def mine(db: None, tmp_path: Path) -> Campaign:
    """Judged by two people who differ on one answer, decided, and scored."""
    file = tmp_path / "evaluation.toml"
    file.write_text(with_labels(GRADED.text))
    run(
        "create_campaign",
        "mine",
        "--evaluation",
        str(file),
        "--set",
        "judges=2",
        "--set",
        "unknown_docids=true",
    )
    run("import_questions", "mine", str(FOLDER / "questions.csv"))
    run("open_campaign", "mine")
    for one in sorted((FOLDER / "runs").iterdir()):
        run("submit_run", "mine", str(one), "--team", one.stem, "--run-id", one.stem)
    run("close_campaign", "mine")
    run("pool", "mine")
    campaign = Campaign.objects.get(slug="mine")
    for name in ("ann", "ben"):
        make_member(campaign, name, "assessor")
    run("assign", "mine", "--assessors", "ann,ben")
    given = (FOLDER / "judgments.csv").read_text()
    for old, new in LABELS.items():
        given = given.replace(f",ann,{old},", f",ann,{new},")
    head, *rows = given.splitlines()
    others = [row.replace(",ann,", ",ben,").replace("lblthree", "lbltwo") for row in rows]
    judged = tmp_path / "judged.csv"
    judged.write_text("\n".join((head, *rows, *others, "")))
    run("import_judgments", "mine", str(judged))
    run("score", "mine", "--rule", "union")
    return campaign


def visible(html: str) -> str:
    return TAG.sub(" ", html)


def walk(client: Client, start: list[str]) -> dict[str, str]:
    """Every page of the site that links lead to, by its address, and what is to be read on it."""
    waiting, found = list(start), dict[str, str]()
    while waiting:
        path = waiting.pop()
        if path in found or "sign-out" in path or any(part in path for part in OF_PROGRAMS):
            continue
        answer = client.get(path)
        is_page = answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]
        html = answer.content.decode() if is_page else ""
        found[path] = visible(html)
        target = answer.headers.get("Location", "")
        links = [target] if target else HREF.findall(html)
        waiting += [link.replace("&amp;", "&") for link in links if _is_here(link)]
    return found


def _is_here(link: str) -> bool:
    path = urlsplit(link).path
    return path.startswith(("/campaigns/mine/", "/judge/", "/today/")) or path == "/"


def test_no_page_shows_a_label_and_many_show_titles(mine: Campaign) -> None:
    admin = make_account("root", site_admin=True)
    admin_client, ann = Client(), Client()
    admin_client.force_login(admin)
    ann.force_login(Account.objects.get(username="ann"))
    ensure_member(campaign=mine, name="root", roles=["adjudicator", "organizer"], by=None, account=admin)
    starts = ["/campaigns/mine/", "/campaigns/mine/settings/", "/campaigns/mine/adjudicate/"]
    pages = walk(admin_client, starts) | {f"ann:{path}": text for path, text in walk(ann, ["/"]).items()}
    told = {
        path: re.findall(r".{30}lbl(?:three|two|one|nought).{10}", text, re.DOTALL)
        for path, text in pages.items()
    }
    assert {path: words for path, words in told.items() if words} == {}
    titled = [path for path, text in pages.items() if "Off topic" in text or "Perfect" in text]
    for part in ("/adjudicate/", "/agreement/", "ann:/judge/", "/runs/"):
        assert any(part in path for path in titled), (part, sorted(titled))
