"""People sign in and ask for jobs while Redis is not there, killed, or hangs; the site says so once each time."""

import os
import signal
from pathlib import Path

from tests.assize.browsers import Browser
from tests.jobs.site import Site, wait_for

AWAY = "Redis does not answer"
BACK = "Redis answers again"


def sign_in(site: Site) -> None:
    browser = Browser(site.port)
    try:
        browser.sign_in("ada")
    finally:
        browser.close()


def is_locked_out_at_last(site: Site) -> bool:
    browser = Browser(site.port)
    pages = [browser.try_to_sign_in("nobody", "wrong")[1] for _ in range(11)]
    browser.close()
    return ["Too many attempts" in page for page in pages] == [False] * 10 + [True]


def result(site: Site, sentence: str) -> int:
    return (site.folder / "web.log").read_text(encoding="utf-8").count(sentence)


def is_back(site: Site) -> bool:
    sign_in(site)
    return result(site, BACK) == 1


def test_the_site_goes_on_without_redis(tmp_path: Path) -> None:
    with Site(tmp_path, postgres=False, redis=True) as site:
        site.add_account("ada")
        site.start("web")  # and no Redis
        site.wait_until_up()
        sign_in(site)
        site.ask("whole", "never-there", 1, 0.0)
        assert is_locked_out_at_last(site)  # each process counts for itself
        assert result(site, AWAY) == 1, site.logs()

        site.start("redis")
        wait_for(lambda: is_back(site), "Redis is asked again")

        os.kill(site.processes["redis"].pid, signal.SIGSTOP)  # it accepts connections and never answers
        sign_in(site)
        site.ask("whole", "hanging", 1, 0.0)
        assert result(site, AWAY) == 2, site.logs()

        site.kill("redis")
        sign_in(site)
        site.ask("whole", "killed", 1, 0.0)
        names = {"never-there", "hanging", "killed"}
        assert site.states() == {name: ["waiting"] for name in names}
        assert result(site, "Traceback") == 0, site.logs()
