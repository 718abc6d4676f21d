"""Acts that cross each other: the end is as if one came after the other, or one is refused with a sentence.

Each long act is held where it says how far it is, and crossed there by every short one, as people do it. Whatever was
answered, and however it ended: what is released is what the judgments come to, and nothing is half stored.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from assessment.campaigns.models import Campaign, FileImport, State
from assessment.campaigns.services.locks import refuse_unfinished
from assessment.imports.selectors import refuse_half_stored
from assessment.jobs.services.handle import JobHandle
from assessment.jobs.services.runner import do_here
from assessment.judging.models import Adjudication, Assignment, Judgment
from assessment.people.models import Account
from assessment.people.services import accounts as people
from assessment.results.models import QrelsSnapshot
from assessment.results.selectors.access import release_in_force
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import AssizeError
from assessment.submissions.models import PoolItem
from documents.steps import Pace
from tests import factory
from tests.bring import bring
from tests.client import Client
from tests.results.golden import imported
from tests.results.settled import settle_everything, worst_grade
from tests.scenes import Kept, as_built
from tests.sizes import FULL

pytestmark = pytest.mark.django_db
SLUG = "trec8_small"
HOME = f"/campaigns/{SLUG}/"
WHY = ("--reason", "It was wrong.")
HEAD = "qid,docid,passage,answer,assessor,grade,answer_class,note,judged_at\n"


class Scene(NamedTuple):
    """A campaign whose scores can be released, and its people."""

    campaign: Campaign
    olga: Client  # organizer and adjudicator
    ada: Client  # an assessor
    judgment: Judgment  # hers, of a question that is not finished
    brought: FileImport  # what a file brought
    folder: Path


class Built(NamedTuple):
    """The same before anybody signed in."""

    campaign: Campaign
    olga: Account
    judgment: Judgment
    brought: FileImport


@pytest.fixture(scope="module")
def built(kept: Kept) -> Iterator[Built]:
    with kept():
        yield build()


@pytest.fixture
def scene(db: None, built: Built, tmp_path: Path) -> Scene:
    return signed_in(as_built(built), tmp_path)


def build() -> Built:
    campaign = imported(SLUG)
    settle_everything(campaign)
    olga = factory.make_member(campaign, "olga", "organizer", "adjudicator")
    given = Judgment.objects.filter(assignment__handed_over_at=None).exclude(grade="")
    judgment = given.select_related("item__question").order_by("pk")[0]
    member = judgment.member
    member.account = factory.make_account("ada")
    member.save()
    people.ensure_member(
        campaign=campaign, name=member.name, roles=["assessor"], by=None, account=member.account
    )
    Assignment.objects.filter(pk=judgment.assignment_id).update(finished_at=None)
    data = table(judgment.item, "zoe", worst_grade(judgment.item))
    bring("judgments", campaign, data, "zoe.csv", newcomers=True, replace=True)
    settle_everything(campaign)
    call_command("close_campaign", SLUG) if campaign.state == State.OPEN else None
    return Built(campaign, olga, judgment, FileImport.objects.of_judgments().get())


def signed_in(built: Built, folder: Path) -> Scene:
    campaign, olga, judgment, brought = built
    ada = judgment.member.account
    assert ada
    clients = Client(), Client()
    for client, account in zip(clients, (olga, ada), strict=True):
        client.force_login(account)
    return Scene(campaign, *clients, judgment, brought, folder)


def table(item: PoolItem, assessor: str, grade: str) -> bytes:
    """A file of one judgment."""
    return f'{HEAD}{item.question.qid},{item.docid},{item.passage},"{item.answer}",{assessor},{grade},,,\n'.encode()


def other(grade: str) -> str:
    return next(one for one in ("no", "yes") if one != grade)


# What people do.


def saves(scene: Scene) -> Any:
    own = Judgment.objects.get(pk=scene.judgment.pk)
    fields = {"item": own.item_id, "seen": own.changes, "client_id": str(uuid4()), "grade": other(own.grade)}
    return scene.ada.post(f"/judge/{own.assignment_id}/save/", fields)


def decides(scene: Scene) -> Any:
    row = Adjudication.objects.filter(item__disputed=True).select_related("item__question").order_by("pk")[0]
    said = {"item": row.item_id, "seen": row.changes, "client_id": str(uuid4()), "ground": "opinion"}
    address = f"{HOME}adjudicate/{row.item.question.qid}/decide/"
    return scene.olga.post(address, {**said, "grade": other(row.grade)})


def imports(scene: Scene) -> None:
    file = scene.folder / "yan.csv"
    file.write_bytes(table(scene.judgment.item, "yan", other(scene.judgment.grade)))
    call_command("import_judgments", SLUG, str(file), "--new")


def undoes_an_import(scene: Scene) -> None:
    call_command("take_back_judgments", SLUG, "--import", str(scene.brought.number), *WHY)


def takes_out(scene: Scene) -> None:
    run = scene.campaign.runs.filter(pooled=True, state="submitted").order_by("run_id")[0]
    call_command("unpool", SLUG, "--run", run.run_id, *WHY)


def withdraws(scene: Scene) -> None:
    call_command(
        "withdraw_run", SLUG, scene.campaign.runs.filter(state="submitted").order_by("run_id")[0].run_id
    )


def takes_the_role(scene: Scene) -> None:
    call_command("set_roles", SLUG, scene.judgment.member.name, "participant")


def scores(scene: Scene) -> None:
    do_here(
        kind="results.score", campaign=scene.campaign, arguments={"rule": "adjudicated", "partial": False}
    )


def by_command(name: str, *arguments: str) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        call_command(name, SLUG, *arguments)

    return act


def on_the_question(name: str, *arguments: str) -> Callable[[Scene], None]:
    def act(scene: Scene) -> None:
        call_command(name, SLUG, scene.judgment.item.question.qid, *arguments)

    return act


ACTS: dict[str, Callable[[Scene], Any]] = {
    "saves": saves,
    "decides": decides,
    "imports": imports,
    "undoes_an_import": undoes_an_import,
    "takes_out": takes_out,
    "withdraws": withdraws,
    "drops": on_the_question("drop", *WHY),
    "corrects": on_the_question("edit_question", "--text", "What else?", *WHY),
    "changes_settings": by_command("settings", "missing_questions=true"),
    "scores": scores,
    "releases": by_command("release"),
    "opens": by_command("open_campaign", *WHY),
    "archives": by_command("archive"),
    "clones": by_command("clone_campaign", "copy", "--all"),
    "deletes": by_command("delete_campaign", "--confirm", SLUG),
    "asks_thirds": by_command("assign", "--third"),
    "takes_the_role": takes_the_role,
}
LONG = ("releases", "scores", "undoes_an_import", "takes_out", "imports", "clones")
# These are one job, or one waits for the other: test_release_job, tests/imports and tests/submissions hold them apart.
ALONE = {frozenset({one}) for one in LONG} | {frozenset({"imports", "undoes_an_import"})}
# In make test, PostgreSQL is asked for those that wait at a gate, store many rows or take all of them out.
ON_BOTH = {("releases", "saves"), ("releases", "takes_out"), ("releases", "deletes"), ("imports", "releases")}
CROSSING = [
    pytest.param(long, crossed, marks=[pytest.mark.both_databases] if (long, crossed) in ON_BOTH else [])
    for long in LONG
    for crossed in ACTS
    if {long, crossed} not in ALONE and (FULL or "releases" in (long, crossed))
]


def done(scene: Scene, act: str) -> bool:
    """Whether somebody could do it; else they were told why not."""
    try:
        answer = ACTS[act](scene)
    except (CommandError, AssizeError):
        return False
    return answer is None or answer.status_code < 400


def held(monkeypatch: pytest.MonkeyPatch, place: int, crossing: Callable[[], object]) -> list[int]:
    """Let something happen where a long act says for the nth time how far it is, or begins a step; these are counted."""
    met, progress, step = [0], JobHandle.progress, Pace.step

    def come_by() -> None:
        if met[0] >= 0:
            met[0] += 1
            if met[0] == place:
                met[0] = -1  # the act that crosses is not held
                crossing()
                met[0] = place

    def said(handle: JobHandle, *how_far: Any) -> None:
        progress(handle, *how_far)
        come_by()

    def begun(pace: Pace) -> Any:
        come_by()
        return step(pace)

    monkeypatch.setattr(JobHandle, "progress", said)
    monkeypatch.setattr(Pace, "step", begun)
    return met


def check(slug: str = SLUG) -> str:
    """The state of the campaign, whose release is of what stands and in which nothing is half done."""
    campaign = Campaign.visible.filter(slug=slug).first()
    if campaign is None:
        return "deleted"
    refuse_half_stored(campaign)
    refuse_unfinished(campaign, "")
    released = release_in_force(campaign)
    assert (released is not None) == (campaign.state == State.RELEASED)
    if released:
        assert released.scores.qrels.inputs_sha256 == scorer_of(campaign).inputs_of("adjudicated")
    return campaign.state


@pytest.mark.parametrize(("long", "crossed"), CROSSING)
def test_acts_that_cross_end_as_one_after_the_other(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, long: str, crossed: str
) -> None:
    place = 1
    while True:
        met, first, answered = both(scene, monkeypatch, long, crossed, place)
        if met < place:
            break
        assert first or answered != [False], f"each refused the other at {place}"
        place += 1
    assert place > 1, "it was never held"


def both(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, long: str, crossed: str, place: int
) -> tuple[int, bool, list[bool]]:
    """Do a long act and cross it at one place: how often it could be crossed, and whether each was done.

    Everything is taken back behind it.
    """
    answered: list[bool] = []
    with transaction.atomic(), monkeypatch.context() as patched:
        met = held(patched, place, lambda: answered.append(done(scene, crossed)))
        first = done(scene, long)
        check()
        transaction.set_rollback(True)
    return met[0], first, answered


@pytest.mark.parametrize("act", ACTS)
def test_alone_each_can_be_done(scene: Scene, act: str) -> None:
    assert done(scene, act)
    check()


def test_nothing_that_scores_rest_on_changes_after_a_release(scene: Scene) -> None:
    call_command("release", SLUG)
    before = scorer_of(scene.campaign).inputs_of("adjudicated")
    for act in ACTS.keys() - {"scores", "clones", "archives", "deletes", "takes_the_role"}:
        assert not done(scene, act), act
        assert check() == State.RELEASED
    assert scorer_of(scene.campaign).inputs_of("adjudicated") == before


@pytest.mark.both_databases
def test_what_was_read_earlier_never_becomes_the_newest_version(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow score is crossed by a decision and a quick one: it scores anew what it stores last."""

    def crossing() -> None:
        assert done(scene, "decides")
        call_command("score", SLUG, "--rule", "union", "--partial")

    held(monkeypatch, 2, crossing)  # it has read everything
    call_command("score", SLUG, "--rule", "adjudicated")
    newest = QrelsSnapshot.objects.order_by("-version")[0]
    assert newest.rule == "adjudicated"
    assert newest.inputs_sha256 == scorer_of(scene.campaign).inputs_of("adjudicated")
