"""Prepares and serves the site, with background jobs in a process beside it: `python -m assize.serve`, called by `make run`."""

import errno
import os
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from django.db import Error
from waitress import create_server

from assize.connections import most_connections
from assize.environment import HOST
from assize.few_at_once import FewAtOnce
from assize.garbage import keep_what_is_loaded, look_later
from assize.prepare import arguments, prepare

RECEIVED_AT_ONCE = 256 * 1024


def _port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SystemExit(
            f"PORT={text} is no port. Nothing was started. Give a number from 1 to 65535: PORT=9000 make run"
        )
    return int(text)


def _unusable(host: str, port: int, error: OSError) -> SystemExit:
    reason = "is taken by another program" if error.errno == errno.EADDRINUSE else f"cannot be used ({error})"
    return SystemExit(f"Port {port} of {host} {reason}. Use another: PORT={port + 1} make run")


def _take_port(host: str, port: int) -> socket.socket:
    """Binds the port before anything else is done, so that a taken one is said at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        raise _unusable(host, port, error) from None
    return taken


def server_on(listener: socket.socket) -> Any:
    """A server of the site on a socket that is bound."""
    look_later()
    from django.conf import settings

    from assize.wsgi import application

    host, port = listener.getsockname()[:2]
    # Who names the number of proxies says that every peer is one; else only one on this machine may speak of https.
    proxies = settings.TRUSTED_PROXIES
    headers = {"x-forwarded-proto"} if settings.HTTPS else set()
    proxy = {
        "trusted_proxy": "*" if proxies > 0 else "127.0.0.1",
        "trusted_proxy_count": max(proxies, 1),
        "trusted_proxy_headers": headers | ({"x-forwarded-for"} if proxies > 0 else set()),
    }
    import_module(settings.ROOT_URLCONF)  # and with it all pages
    from assize import bodies  # which needs the applications that are loaded now

    try:
        server = create_server(
            application,
            sockets=[listener],
            threads=1,
            ident=None,
            url_prefix=settings.PREFIX,  # which a proxy may pass on or not
            max_request_body_size=bodies.LARGEST,
            recv_bytes=RECEIVED_AT_ONCE,
            connection_limit=most_connections(),
            asyncore_use_poll=True,  # select() knows no file above number 1023
            **(proxy if proxy["trusted_proxy_headers"] else {}),
        )
    except OSError as error:  # another program began to listen since the port was bound
        raise _unusable(host, port, error) from None
    server.channel_class = bodies.Channel
    server.task_dispatcher.shutdown()
    server.task_dispatcher = FewAtOnce(_prepare)
    keep_what_is_loaded()
    return server


def _prepare() -> None:
    """Open a thread's connection to the database, with its statements, before a request comes. Its requests say what is wrong."""
    from documents.prepared import prepare_all

    with suppress(Error):
        prepare_all()


def serve(listener: socket.socket, *, demo_left: bool = False) -> None:
    """Answers requests until the process is asked to stop, alone or with further processes beside it."""
    from django.conf import settings

    from assize import job_process, serving_process
    from assize.demo import making

    if demo_left:
        making.make_beside()
    server = server_on(listener)
    wake = job_process.start() if not settings.JOB_SENDER else lambda: None
    serving_process.start(listener, settings.PROCESSES - 1, wake)
    host, port = listener.getsockname()[:2]
    print(f"\nAssize is ready: http://{host}:{port}/ (Ctrl+C stops it)", flush=True)
    server.run()


def main() -> None:
    """Takes the port, brings the database up to date and serves."""
    options = arguments("Set up what is missing and serve the site.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    listener = _take_port(HOST, _port())
    demo_left = prepare(demo=not options.without_demo)
    from assize.metrics import counting_together

    with counting_together():
        serve(listener, demo_left=demo_left)


if __name__ == "__main__":
    main()
