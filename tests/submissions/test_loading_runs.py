"""Runs that organizers load, several files at once: shown first, then each whole or not at all; with teams from their names."""

from collections.abc import Sequence
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from assessment.campaigns.models import Campaign, State
from assessment.jobs.models import Job
from assessment.jobs.services.runner import run_job
from assessment.submissions.models import Run, Team
from assessment.submissions.services.run_files import team_in
from tests.client import Client
from tests.submissions import scene

PAGE = "/campaigns/trial/import/run-files/"
pytestmark = pytest.mark.django_db


def lines(tag: str, answer: str = "Halden {}") -> bytes:
    return scene.as_bytes(scene.whole_run(tag, answer))


@pytest.fixture
def olga(campaign: Campaign) -> Client:
    scene.organizer(campaign)
    return scene.client_of("olga")


def choose(client: Client, *files: tuple[str, bytes]) -> str:
    """The page that shows what the files would do."""
    sent = [SimpleUploadedFile("placeholder", data) for _, data in files]
    for upload, (name, _) in zip(sent, files, strict=True):
        vars(upload)["_name"] = name  # as a browser of any kind may send it
    return client.post(PAGE, {"file": sent}, follow=True).content.decode()


def confirm(client: Client) -> Any:
    return client.post(f"{PAGE}{Job.objects.latest('pk').pk}/import/", follow=True)


def stored() -> list[tuple[str, str, int]]:
    return sorted(Run.objects.current().values_list("team__name", "run_id", "priority"))


def packed(*files: tuple[str, bytes], method: int = ZIP_STORED) -> bytes:
    target = BytesIO()
    with ZipFile(target, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return target.getvalue()


def test_files_make_teams_after_it_was_shown(olga: Client) -> None:
    page = choose(
        olga,
        ("lake-1.txt", lines("lake1")),
        ("lake-2.txt", lines("lake2", "b {}")),
        ("tern.txt", lines("t1", "c {}")),
    )
    assert "3 runs can be loaded. 1 team is new." in page
    assert "lake · lake2" in page
    assert not Run.objects.exists()
    assert not Team.objects.filter(name="lake").exists()
    assert "3 runs were loaded." in confirm(olga).content.decode()
    assert stored() == [("lake", "lake1", 1), ("lake", "lake2", 2), ("tern", "t1", 1)]


def test_each_file_is_whole_or_not_at_all_and_all_problems_are_listed(olga: Client) -> None:
    bad = scene.as_bytes([*scene.whole_run("bad1"), "99 Q0 AP-9 1 0.5 bad1 x", "1 Q0 nowhere 2 0.4 bad1 y"])
    page = choose(olga, ("lake.txt", lines("lake1")), ("bad.txt", bad), ("none.txt", b""))
    assert "1 run can be loaded. 1 team is new. 2 files are left out." in page
    assert page.count("bad.txt:") >= 2
    assert "The file holds no text." in page
    confirm(olga)
    assert stored() == [("lake", "lake1", 1)]
    assert not Team.objects.filter(name__in=["bad", "none"]).exists()


def test_where_no_file_is_right_there_is_nothing_to_confirm(olga: Client) -> None:
    page = choose(olga, ("lake.txt", b"nonsense\n"))
    assert "No run can be loaded. Nothing was stored." in page
    assert "/import/" not in page.partition('id="preview"')[2]


def test_the_same_file_twice_in_one_drop_is_one_run(olga: Client) -> None:
    page = choose(
        olga,
        ("lake.txt", lines("lake1")),
        ("lake.txt", lines("lake1")),
        ("lake-b.txt", lines("lake1", "b {}")),
    )
    assert "It is the same file as lake.txt." in page
    assert "lake.txt has the run id lake1, too." in page
    confirm(olga)
    assert stored() == [("lake", "lake1", 1)]


@pytest.mark.parametrize(
    ("name", "team"),
    [
        ("../../etc/lake-1.txt", "lake"),
        ("..\\lake.txt", "lake"),
        ("lake\u202e-txt.exe.txt", "lake"),
        ("lake-" + "x" * 300 + ".txt", "lake"),
        ("\u0628\u062d\u064a\u0631\u0629-1.txt", "\u0628\u062d\u064a\u0631\u0629"),
        (".lake.txt", "lake"),
        ("<img src=x>-1.txt", "<img"),
        ("lake:1.txt", "lake"),
    ],
)
def test_hostile_names_of_files_are_names(olga: Client, name: str, team: str) -> None:
    page = choose(olga, (name, lines("lake1")))
    assert "1 run can be loaded" in page
    assert "<img src" not in page
    assert "\u202e" not in page
    confirm(olga)
    assert [one for one, *_ in stored()] == [team]


def test_a_zip_file_has_a_folder_for_each_team(olga: Client) -> None:
    data = packed(
        ("all/lake 2/one.txt", lines("lake1")),
        ("all/lkg/two.txt", lines("l2", "b {}")),
        ("__MACOSX/all/x.txt", b""),
        ("all/.DS_Store", b""),
    )
    assert "2 runs can be loaded. 1 team is new." in choose(olga, ("runs.zip", data))
    confirm(olga)
    assert stored() == [("lake 2", "lake1", 1), ("lkg", "l2", 1)]


@pytest.mark.parametrize(
    "data", [packed(("../out.txt", b"x")), packed(), packed(("a.txt", lines("a1")))[:-30]]
)
def test_archives_that_cannot_be_trusted_are_refused_whole(olga: Client, data: bytes) -> None:
    page = choose(olga, ("runs.zip", data))
    assert "1 run can be loaded." not in page
    assert not Job.objects.exclude(state="failed").exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_windows_one_confirms(olga: Client) -> None:
    choose(olga, ("lake.txt", lines("lake1")))
    assert "1 run was loaded." in confirm(olga).content.decode()
    again = olga.post(f"{PAGE}{Job.objects.get(kind='campaigns.check_file').pk}/import/")
    assert again.status_code == 422
    assert "no longer kept" in again.content.decode()
    assert len(stored()) == 1


def test_what_came_meanwhile_is_left_out_and_named(olga: Client, campaign: Campaign) -> None:
    choose(olga, ("lake.txt", lines("x1")), ("lark.txt", lines("lark1", "b {}")))
    scene.submit(campaign, lines("x1", "c {}"))
    page = confirm(olga).content.decode()
    assert "1 run was loaded. lake.txt: The run id x1 is taken in this campaign." in page
    assert ("lark", "lark1", 1) in stored()


def test_a_run_of_the_same_id_is_replaced_with_its_priority(olga: Client) -> None:
    choose(olga, ("lkg-a.txt", lines("a")), ("lkg-b.txt", lines("b", "b {}")))
    confirm(olga)
    assert "replaces its run" in choose(olga, ("lkg-b.txt", lines("b", "other {}")))
    confirm(olga)
    assert stored() == [("lkg", "a", 1), ("lkg", "b", 2)]


def test_what_replaces_a_run_is_declared_as_that_and_the_same_file_is_no_other(
    olga: Client, campaign: Campaign
) -> None:
    scene.submit(campaign, lines("a"), length_limit=50, description="as before")
    assert "This file has already been submitted as a." in choose(olga, ("lkg.txt", lines("a")))
    assert "replaces its run" in choose(olga, ("lkg.txt", lines("a", "other {}")))
    confirm(olga)
    run = Run.objects.current().get()
    assert (run.length_limit, run.description) == (50, "as before")


def test_once_scores_are_released_none_comes_in(olga: Client) -> None:
    choose(olga, ("lake.txt", lines("lake1")))
    Campaign.objects.update(state=State.RELEASED)
    assert "The campaign takes no runs now; it is released." in confirm(olga).content.decode()
    assert "The campaign takes no runs now; it is released." in choose(olga, ("lark.txt", lines("lark1")))
    assert stored() == []


def test_it_is_for_organizers(campaign: Campaign) -> None:
    assert scene.client_of("ann").get(PAGE).status_code == 404
    assert scene.client_of("ann").post(PAGE, {}).status_code == 404


def test_the_command_and_the_api_load_them_too(olga: Client, campaign: Campaign, tmp_path: Any) -> None:
    file = tmp_path / "runs.zip"
    file.write_bytes(packed(("lake-1.txt", lines("lake1"))))
    out = StringIO()
    call_command("import_file", "trial", "run-files", str(file), stdout=out)
    assert "1 run was loaded." in out.getvalue()
    sent = {
        "kind": "run-files",
        "file": SimpleUploadedFile("tern.zip", packed(("tern.txt", lines("t1", "b {}")))),
    }
    answer = olga.post("/api/v1/campaigns/trial/imports/", sent)
    assert answer.status_code == 202, answer.content
    while waiting := Job.objects.active().first():
        run_job(waiting.pk, heartbeat=False)
    assert {one for one, *_ in stored()} == {"lake", "tern"}


@pytest.mark.parametrize(
    ("name", "teams", "team"),
    [
        ("lake1.txt", [], "lake"),
        ("lake_run1.txt", [], "lake"),
        ("lake-one-1.txt", ["lake-one", "lake"], "lake-one"),
        ("lakeside.txt", ["lake"], "lakeside"),
        ("LAKE-2.txt", ["lake"], "lake"),
        ("2024.txt", [], "2024"),
        ("gulls/2.txt", ["gull"], "gulls"),
    ],
)
def test_a_team_is_what_the_name_begins_with(name: str, teams: Sequence[str], team: str) -> None:
    assert team_in(name, teams) == team


def test_a_run_that_is_too_large_is_left_out_and_not_cut(olga: Client, settings: Any) -> None:
    data = lines("lake1") + b"\n" * 5000
    settings.MAX_RUN_BYTES = 4000
    page = choose(
        olga, ("runs.zip", packed(("lake.txt", data), ("tern.txt", lines("t1", "c {}")), method=ZIP_DEFLATED))
    )
    assert "Unpacked it is larger than" in page
    assert "1 run can be loaded. 1 file is left out." in page
    confirm(olga)
    assert [one for one, *_ in stored()] == ["tern"]


def test_a_folder_names_its_team_whole() -> None:
    assert team_in("lake-b/one.txt", ["lake"]) == "lake-b"
    assert team_in("LAKE/one.txt", ["lake"]) == "lake"
    assert team_in("lake2/one.txt", ["lake"]) == "lake2"


def test_names_that_differ_by_case_are_one_new_team(olga: Client) -> None:
    page = choose(olga, ("Lake-1.txt", lines("lake1")), ("lake-2.txt", lines("lake2", "b {}")))
    assert "2 runs can be loaded. 1 team is new." in page
    confirm(olga)
    assert stored() == [("Lake", "lake1", 1), ("Lake", "lake2", 2)]


def test_many_files_come_at_once(olga: Client) -> None:
    """A browser sends as many as are dropped; the page says how many it takes, and what to do."""
    files = [(f"team{number}a-1.txt", b"x\n") for number in range(101)]
    assert "More than 100 files were sent at once, so nothing was stored." in choose(olga, *files)
    assert "No run can be loaded." in choose(olga, *files[:100])
    assert "No run can be loaded." in choose(olga, ("runs.zip", packed(*files)))


@pytest.mark.parametrize("method", [ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_an_archive_whose_bytes_are_damaged_is_refused_with_its_reason(olga: Client, method: int) -> None:
    data = bytearray(packed(("lake-1.txt", lines("lake1")), method=method))
    data[60:90] = b"\xff" * 30
    page = choose(olga, ("runs.zip", bytes(data)))
    assert "Pack it anew" in page


def test_a_run_that_came_meanwhile_is_not_replaced_unseen(olga: Client, campaign: Campaign) -> None:
    choose(olga, ("lkg-a.txt", lines("a")), ("lark.txt", lines("lark1", "b {}")))
    scene.submit(campaign, lines("a", "of the team {}"))
    page = confirm(olga).content.decode()
    assert "1 run was loaded. lkg-a.txt: " in page
    assert Run.objects.current().get(run_id="a").state == "submitted"
    assert not Run.objects.filter(state="replaced").exists()
