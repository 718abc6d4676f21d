"""Forty browsers with all their connections open sign in one after the other, under the limits that a site has by default."""

from pathlib import Path

from tests.assize.browsers import CONNECTIONS, browsers
from tests.jobs.site import Site

PEOPLE = 40


def test_forty_browsers_sign_in(tmp_path: Path) -> None:
    with Site(tmp_path, postgres=False, redis=False) as site:
        site.add_account("ada")
        site.start("web")
        site.wait_until_up()
        with browsers(site.port, PEOPLE) as people:
            seconds = [browser.sign_in("ada") for browser in people]
            assert all(browser.ask("GET", "/")[0] == 200 for browser in people), site.logs()
        assert "connection limit" not in site.logs()
    print(
        f"{PEOPLE * CONNECTIONS} connections open; sign-in of the fortieth {seconds[-1]:.2f} s, "
        f"median {sorted(seconds)[PEOPLE // 2]:.2f} s, longest {max(seconds):.2f} s"
    )
