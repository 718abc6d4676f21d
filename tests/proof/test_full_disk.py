"""A disk that really fills up while somebody works: what is said, that nothing is lost, and that it goes on with space."""

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.assize.browsers import Browser
from tests.jobs.site import Site, wait_for

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("ASSIZE_PROOF") != "full",
        reason="make proof runs it; tests/assize/test_outages.py has SQLite's own limit",
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file system of its own"),
]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "assize-proof", folder], check=False)
    if made.returncode:
        pytest.skip("this machine lets nobody mount a file system")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder: Path) -> Path:
    """Write until there is no byte left."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    assert not shutil.disk_usage(folder).free
    return filler


def renamed(browser: Browser, name: str, **headers: str) -> tuple[int, str]:
    """Save something of one's own: a name that takes space."""
    fields = {"display_name": name, "email": "", "languages": "en"}
    return browser.ask("POST", "/account/", fields, headers=headers)


def test_a_disk_fills_up_and_is_emptied(small_disk: Path) -> None:
    with Site(small_disk, postgres=False, redis=False) as site:
        site.add_account("ada")
        site.start("web")
        site.wait_until_up()
        browser = Browser(site.port)
        browser.sign_in("ada")
        filler = fill(small_disk)
        codes = [renamed(browser, f"Ada {number}")[0] for number in range(20)]
        assert codes[-1] == 507, site.logs()
        status, text = renamed(browser, "Ada", **{"X-Assize-Fetch": "1"})
        assert (status, json.loads(text)["code"]) == (507, "disk_full")
        status, text = browser.ask("GET", "/healthz")
        assert (status, text.partition(":")[0]) == (503, "disk_full")
        assert browser.ask("GET", "/account/")[0] == 200  # what is there can be read
        filler.unlink()
        wait_for(lambda: site.get("/healthz") == "ok\n", "the site is well again")
        assert renamed(browser, "Ada Lovelace")[0] == 302
        assert site.query("SELECT display_name FROM people_account") == [("Ada Lovelace",)]
        assert site.query("PRAGMA integrity_check") == [("ok",)]
        browser.close()
    print(f"{codes.count(302)} saves went into the space left in the log, then {codes.count(507)} were told")
    shutil.rmtree(small_disk, ignore_errors=True)
