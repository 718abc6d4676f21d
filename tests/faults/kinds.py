"""What goes wrong."""

import os
import signal

from redis import Redis

from tests.faults.topology import Act, OnSqlite, Topology
from tests.faults.weather import Fault


def _kill(*names: str) -> Fault:
    return Fault(
        f"SIGKILL of {' and '.join(names)}",
        lambda site: _kill_all(site, names),
        lambda site: site.start(*names),
    )


def _kill_all(site: Topology, names: tuple[str, ...]) -> None:
    for name in names:
        site.kill(name)


def _kill_server(site: Topology) -> None:
    assert site.server
    site.server.kill()


def _start_server(site: Topology) -> None:
    assert site.server
    site.server.start()


def _empty(site: Topology) -> None:
    with Redis.from_url(site.environment["ASSIZE_REDIS_URL"]) as client:
        client.flushall()


def _signal(name: str, number: signal.Signals) -> Act:
    return lambda site: os.kill(site.processes[name].pid, number)


def _nothing(_: Topology) -> None:
    """It passes by itself."""


def _kill_child(module: str) -> Fault:
    def happens(site: Topology) -> None:
        assert isinstance(site, OnSqlite)
        site.kill_child("web1", module)

    return Fault(f"SIGKILL of {module}", happens, _nothing)


WEB = _kill("web1")
BOTH_WEBS = _kill("web1", "web2")
WORKER = _kill("worker1")
REDIS = _kill("redis")._replace(says=frozenset({"redis_away"}))
POSTGRES = Fault("SIGKILL of PostgreSQL", _kill_server, _start_server, frozenset({"database_away"}))
HANGING = Fault(
    "Redis hangs",
    _signal("redis", signal.SIGSTOP),
    _signal("redis", signal.SIGCONT),
    frozenset({"redis_away"}),
    5.0,
)
NO_WORKERS = _kill("worker1", "worker2")._replace(says=frozenset({"no_worker"}))
EMPTIED = Fault("Redis emptied", _empty, _nothing)
KILLS = [WEB, BOTH_WEBS, WORKER, REDIS, POSTGRES]
CHILDREN = [_kill_child("assize.serving_process"), _kill_child("assize.job_process")]
ON_SQLITE = [*CHILDREN, WEB]
