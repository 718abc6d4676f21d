"""A PostgreSQL that stops while people work: everybody is told, and once it is back all goes on without a restart."""

import json
import os
import signal
from pathlib import Path

from tests import processes, services
from tests.assize.browsers import Browser
from tests.jobs.site import Site, wait_for


class Server:
    """A PostgreSQL of this test's own, to be stopped and started again."""

    def __init__(self) -> None:
        self.url = services.start_postgres()
        self.folder = Path(self.url.partition("host=")[2]).parent
        self.pid = json.loads((self.folder / "started.json").read_text(encoding="utf-8"))["pid"]
        self.command = Path(f"/proc/{self.pid}/cmdline").read_text(encoding="utf-8").rstrip("\0").split("\0")

    def stop(self) -> None:
        """Cut all connections and end."""
        os.kill(self.pid, signal.SIGINT)
        os.waitpid(self.pid, 0)

    def start(self) -> None:
        """Begin again with the same data."""
        user = services._server_user()
        self.pid = processes.spawn(self.folder, self.command, user, signal.SIGINT).pid


def test_postgresql_stops_and_comes_back(tmp_path: Path) -> None:
    server = Server()
    with Site(tmp_path, postgres=False, redis=False, ASSIZE_DATABASE_URL=server.url) as site:
        site.start("web")  # which makes the tables
        site.wait_until_up()
        site.add_account("ada")
        browser = Browser(site.port)
        browser.sign_in("ada")
        server.stop()
        page = browser.ask("GET", "/")
        fetched = browser.ask("POST", "/judge/1/save/", {"grade": "yes"}, headers={"X-Assize-Fetch": "1"})
        program = browser.ask("GET", "/api/v1/campaigns/", headers={"Authorization": "Token abc"})
        health = browser.ask("GET", "/healthz")
        assert [page[0], fetched[0], program[0], health[0]] == [503] * 4, site.logs()
        assert "The database does not answer" in page[1]
        assert json.loads(fetched[1])["code"] == json.loads(program[1])["code"] == "database_away"
        assert "Your judgment is kept in this browser" in json.loads(fetched[1])["message"]
        assert health[1].startswith("database_away: The database of this site does not answer")
        wait_for(lambda: "Jobs wait. The database" in site.logs(), "the workers of jobs say it")
        assert "Traceback" not in site.logs()
        server.start()
        wait_for(lambda: site.get("/healthz"), "the site is well again")
        assert browser.ask("GET", "/account/")[0] == 200, site.logs()
        browser.close()
