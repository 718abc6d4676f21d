"""Settings from the environment: documented, and refused with a remedy where they cannot work."""

import json
import os
import re
import runpy
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from assize.demo.people import PASSWORD
from assize.environment import is_of_this_machine
from scoring.evaluations import TRACKS
from tests.users import users_python

ROOT: Path = settings.BASE_DIR
PAGE = ROOT / "docs" / "configuration.md"


def run(*arguments: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("ASSIZE_", "DJANGO_"))
    }
    return subprocess.run(
        [str(users_python()), *arguments],
        cwd=ROOT,
        env=environment | variables,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def show(expression: str, **variables: str) -> str:
    """What a setting becomes under these variables."""
    code = f"from assize import settings; print({expression})"
    outcome = run("-c", code, **{"ASSIZE_SECRET_KEY": "x", **variables})
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout.strip()


ONE_BY_ONE = """
import json, os, sys
import environ, django.core.exceptions  # which every fork needs
for value in json.loads(sys.argv[2]):
    if os.fork() == 0:
        os.environ[sys.argv[1]] = value
        from assize import settings
        sys.exit()
    os.wait()
    print(sys.argv[3], file=sys.stderr, flush=True)
"""


def refusals(name: str, values: list[str]) -> list[str]:
    """What the settings say of each value of a variable, in forks of one process."""
    said = run("-c", ONE_BY_ONE, name, json.dumps(values), END, ASSIZE_SECRET_KEY="x").stderr.split(END)
    assert len(said) == len(values) + 1, said
    return said[:-1]


END = "-- the next one --"


def _variables(*folders: str) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {name for text in texts for name in re.findall(r"[\"'](ASSIZE_[A-Z_]+)[\"']", text)}


def test_every_variable_is_documented_and_every_documented_one_is_read() -> None:
    read = _variables("assize", "assessment", "documents", "scoring")
    site, tests = PAGE.read_text(encoding="utf-8").split("## For the tests alone")
    assert set(re.findall(r"ASSIZE_[A-Z_]+", site)) == read
    assert set(re.findall(r"ASSIZE_[A-Z_]+", tests)) <= _variables("tests") | {"ASSIZE_PROOF"}


IN_IMAGE = {"ASSIZE_DATA_DIR", "ASSIZE_HOST"}  # the Dockerfile says where
NOT_IN_CONTAINERS = {"ASSIZE_DEBUG", "ASSIZE_SQLITE_SYNC"}  # of development, and of SQLite
FOR_PAGES = {
    *("ASSIZE_ALLOWED_HOSTS", "ASSIZE_DOCUMENT_ORIGIN", "ASSIZE_HTTPS", "ASSIZE_TRUSTED_PROXIES"),
    *("ASSIZE_API_RATE", "ASSIZE_PROCESSES", "ASSIZE_METRICS_TOKEN", "ASSIZE_METRICS_ADDRESSES"),
    *("ASSIZE_REQUIRE_SECOND_STEP", "ASSIZE_PASSWORDS", "ASSIZE_OIDC_ISSUER", "ASSIZE_OIDC_CLIENT_ID"),
    *("ASSIZE_OIDC_CLIENT_SECRET", "ASSIZE_OIDC_NAME", "ASSIZE_OIDC_SECOND_STEP", "ASSIZE_OIDC_TRUST_EMAIL"),
}


def test_containers_are_handed_every_variable() -> None:
    site = PAGE.read_text(encoding="utf-8").split("## For the tests alone")[0]
    documented = set(re.findall(r"^\| `(ASSIZE_[A-Z_]+)`", site, re.MULTILINE))
    services = re.split(
        r"^  (\w+):\n", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    handed = {
        name: set(re.findall(r"^      (ASSIZE_[A-Z_]+):", text, re.MULTILINE))
        for name, text in zip(services[1::2], services[2::2], strict=True)
    }
    assert documented >= IN_IMAGE | NOT_IN_CONTAINERS | FOR_PAGES
    assert handed["web"] == documented - IN_IMAGE - NOT_IN_CONTAINERS
    assert handed["worker"] == handed["web"] - FOR_PAGES
    for name in IN_IMAGE:
        assert f"{name}=" in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_the_readme_names_every_track() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(TRACKS) <= set(re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE))


def test_sqlite_writes_through_to_the_disk_where_it_is_asked_to() -> None:
    code = (
        "import django; django.setup()\n"
        "from django.db import connection\n"
        "print(connection.cursor().execute('PRAGMA synchronous').fetchone())"
    )
    variables = {
        "ASSIZE_SECRET_KEY": "x",
        "ASSIZE_DATABASE_URL": "sqlite:///:memory:",
        "DJANGO_SETTINGS_MODULE": "assize.settings",
    }
    assert run("-c", code, **variables, ASSIZE_SQLITE_SYNC="full").stdout.strip() == "(2,)"
    refused = run("manage.py", "score", "x", **variables, ASSIZE_SQLITE_SYNC="never")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "neither normal nor full" in refused.stderr


def test_without_a_secret_key_nothing_starts_and_the_remedy_is_named(tmp_path: Path) -> None:
    outcome = run("manage.py", "check", ASSIZE_DATA_DIR=str(tmp_path))
    assert outcome.returncode == 1
    assert outcome.stderr.count("\n") == 1
    assert "`python -m assize.prepare --without-demo` makes and keeps a key" in outcome.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_a_data_folder_commands_say_so_and_make_none(tmp_path: Path) -> None:
    outcome = run(
        "manage.py", "score", "coast-facts", ASSIZE_DATA_DIR=str(tmp_path / "none"), ASSIZE_SECRET_KEY="x"
    )
    assert outcome.returncode == 1
    assert outcome.stderr.count("\n") == 1
    assert f"There is no folder {tmp_path / 'none'}" in outcome.stderr
    assert "Run `make setup`" in outcome.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_tables_is_to_be_migrated(tmp_path: Path) -> None:
    outcome = run("manage.py", "score", "coast-facts", ASSIZE_DATA_DIR=str(tmp_path), ASSIZE_SECRET_KEY="x")
    assert (outcome.returncode, outcome.stderr.count("\n")) == (1, 1)
    assert "Run `python manage.py migrate`" in outcome.stderr


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    url = "postgres://someone:secret@127.0.0.1:1/assize"
    settings = {"ASSIZE_DATA_DIR": str(tmp_path), "ASSIZE_SECRET_KEY": "x", "ASSIZE_DATABASE_URL": url}
    outcome = run("manage.py", "score", "coast-facts", **settings)
    assert (outcome.returncode, outcome.stderr.count("\n")) == (1, 1)
    assert "The database cannot be reached" in outcome.stderr
    assert "secret" not in outcome.stderr
    assert "Traceback" in run("manage.py", "score", "coast-facts", "--traceback", **settings).stderr


def test_the_key_of_the_data_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("kept\n", encoding="ascii")
    assert show("settings.SECRET_KEY", ASSIZE_SECRET_KEY="", ASSIZE_DATA_DIR=str(tmp_path)) == "kept"
    assert show("settings.SECRET_KEY", ASSIZE_SECRET_KEY="given", ASSIZE_DATA_DIR=str(tmp_path)) == "given"


def test_sqlite_lies_in_the_data_folder_and_waits_for_its_turn(tmp_path: Path) -> None:
    assert show("settings.DATABASES['default']['NAME']", ASSIZE_DATA_DIR=str(tmp_path)) == str(
        tmp_path / "assize.sqlite3"
    )
    assert show("settings.DATABASES['default']['OPTIONS']['transaction_mode']") == "IMMEDIATE"


def test_postgresql_keeps_its_connections() -> None:
    url = "postgres://someone:secret@db.example.org:5433/assize"
    shown = show(
        "[settings.DATABASES['default'][k] for k in ('ENGINE', 'HOST', 'CONN_MAX_AGE')]",
        ASSIZE_DATABASE_URL=url,
    )
    assert shown == "['django.db.backends.postgresql', 'db.example.org', 60]"


@pytest.mark.django_db
def test_postgresql_makes_no_fuss_about_short_statements() -> None:
    """Among millions of rows, compiling or sharing statements that take a millisecond would take fifty.

    Planning one that is prepared anew for each of its first five values takes longer than running it.
    """
    shown = show("settings.DATABASES['default']['OPTIONS']['options']", ASSIZE_DATABASE_URL="postgres://h/a")
    wanted = {
        "jit": "off",
        "max_parallel_workers_per_gather": "0",
        "plan_cache_mode": "force_generic_plan",
    }
    assert shown == " ".join(f"-c {name}={value}" for name, value in wanted.items())
    if connection.vendor == "postgresql":  # SQLite does neither
        with connection.cursor() as cursor:
            for name, value in wanted.items():
                cursor.execute(f"SHOW {name}")
                assert cursor.fetchone() == (value,)


def test_cookies_are_bound_to_https_only_where_the_site_has_it() -> None:
    names = "[settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0]"
    assert show(names) == "[False, False, False]"
    assert show(names, ASSIZE_HTTPS="1") == "[True, True, True]"


def test_the_document_origin_is_allowed_as_host_and_as_frame() -> None:
    origin = "https://documents.example.org"
    assert "documents.example.org" in show("settings.ALLOWED_HOSTS", ASSIZE_DOCUMENT_ORIGIN=origin)
    assert f"frame-src 'self' {origin};" in show(
        "settings.CONTENT_SECURITY_POLICY", ASSIZE_DOCUMENT_ORIGIN=origin
    )


def test_mail_is_sent_only_where_it_is_set_up() -> None:
    assert show("settings.EMAIL_BACKEND").endswith("dummy.EmailBackend")
    url = "smtp+tls://someone:secret@mail.example.org:587"
    assert show("settings.EMAIL_HOST, settings.EMAIL_USE_TLS", ASSIZE_MAIL_URL=url) == "mail.example.org True"


@pytest.mark.parametrize("port", ["0", "http", "70000", "-1"])
def test_a_port_that_is_none_is_refused(port: str, tmp_path: Path) -> None:
    outcome = run("-m", "assize.serve", PORT=port, ASSIZE_DATA_DIR=str(tmp_path))
    assert outcome.returncode == 1
    assert f"PORT={port} is no port" in outcome.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ASSIZE_METRICS_TOKEN", "short", "too short to be a secret"),
        ("ASSIZE_METRICS_ADDRESSES", "10.0.0.1/8", "ASSIZE_METRICS_ADDRESSES: 10.0.0.1/8 has host bits set"),
    ],
)
def test_who_may_read_the_numbers_is_said_rightly(name: str, value: str, said: str) -> None:
    outcome = run("-c", "import assize.settings", **{"ASSIZE_SECRET_KEY": "x", name: value})
    assert outcome.returncode == 1
    assert said in outcome.stderr
    assert show("settings.METRICS_ADDRESSES", ASSIZE_METRICS_ADDRESSES="") == "[]"


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"ASSIZE_PASSWORDS": "0"}, "would let nobody in"),
        (
            {"ASSIZE_OIDC_ISSUER": "http://login.example.org", "ASSIZE_OIDC_CLIENT_ID": "assize"},
            "https:// address",
        ),
    ],
)
def test_a_provider_that_cannot_work_is_refused(variables: dict[str, str], said: str) -> None:
    outcome = run("-c", "import assize.settings", **{"ASSIZE_SECRET_KEY": "x", **variables})
    assert outcome.returncode == 1
    assert said in outcome.stderr


def test_no_password_that_everybody_knows_opens_a_site_that_others_reach(tmp_path: Path) -> None:
    to_all = {"ASSIZE_DATA_DIR": str(tmp_path / "data"), "ASSIZE_HOST": "192.0.2.1"}
    first = run("-m", "assize.prepare", **to_all)
    assert "No demo was made: ASSIZE_HOST=192.0.2.1 lets other machines reach the site" in first.stdout
    made = run("manage.py", "create_admin", "olga", typed=f"{PASSWORD}\n", **to_all)
    assert made.returncode == 0, made.stderr
    refused = run("-m", "assize.prepare", **to_all)
    assert refused.returncode == 1
    assert "the password of the demo's olga. Nothing was started." in refused.stderr
    assert run("-m", "assize.prepare", **to_all | {"ASSIZE_HOST": "localhost"}).returncode == 0


def test_addresses_that_only_this_machine_reaches() -> None:
    assert all(map(is_of_this_machine, ("127.0.0.1", "localhost", "::1")))
    assert not any(map(is_of_this_machine, ("192.0.2.1", "0.0.0.0", "::", "assize.example.org")))


@pytest.mark.parametrize(
    ("given", "hosts"),
    [
        ("a.example, b.example ,", ["a.example", "b.example"]),
        ("https://a.example/, http://b.example:8080", ["a.example", "b.example"]),
        ("a.example:8080,http://[::1]:8000", ["a.example", "[::1]"]),
        (".example.org,[::1],*", [".example.org", "[::1]", "*"]),
    ],
)
def test_hosts_are_names_whatever_stands_around_them(given: str, hosts: list[str]) -> None:
    assert show("settings.ALLOWED_HOSTS", ASSIZE_ALLOWED_HOSTS=given) == str([*hosts, "127.0.0.1"])
    refused = run(
        "-c", "from assize import settings", ASSIZE_SECRET_KEY="x", ASSIZE_ALLOWED_HOSTS="a.example/b"
    )
    assert "ASSIZE_ALLOWED_HOSTS names a.example/b, which is no host" in refused.stderr


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("ASSIZE_DATABASE_URL", "postgres"),
        ("ASSIZE_REDIS_URL", "redis"),
        ("ASSIZE_MAIL_URL", "smtps"),
        ("ASSIZE_MAIL_URL", "smtp+tls"),
        ("ASSIZE_SEARCH_URL", "https"),
    ],
)
def test_a_password_that_is_not_encoded_is_refused_and_not_told(name: str, scheme: str) -> None:
    addresses = [f"{scheme}://assize:begun{sign}ended@host.example/0" for sign in ("#", "/", "?", "[", "@#")]
    for said in refusals(name, addresses):
        assert f"{name} cannot be read. Nothing was started." in said
        assert "begun" not in said
        assert "ended" not in said
        assert "%23" in said


def test_what_is_no_address_of_opensearch_is_refused() -> None:
    urls = ["host:9200", "ftp://host:9200", "https://", "https://host/Assize", "https://host/a/b"]
    for said in refusals("ASSIZE_SEARCH_URL", urls):
        assert "ASSIZE_SEARCH_URL is no address of OpenSearch. Nothing was started." in said


def test_an_encoded_password_is_read() -> None:
    mail = "smtps://a%40b:p%23%2F%3Fq@mail.example"
    wanted = (
        "(settings.EMAIL_HOST_PASSWORD, settings.EMAIL_USE_SSL, settings.EMAIL_USE_TLS, settings.EMAIL_PORT)"
    )
    assert show(wanted, ASSIZE_MAIL_URL=mail) == "('p#/?q', True, False, 465)"
    started = mail.replace("smtps", "smtp+tls") + ":587"
    assert show(wanted, ASSIZE_MAIL_URL=started) == "('p#/?q', False, True, 587)"
    database = "postgres://assize:p%23%2F%40@host.example:5432/assize"
    assert show("settings.DATABASES['default']['PASSWORD']", ASSIZE_DATABASE_URL=database) == "p#/@"


@pytest.mark.parametrize(("chosen", "threads"), [(None, "1"), ("4", "4")], ids=["by itself", "where told"])
def test_products_of_matrices_leave_the_other_processors_alone(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None, threads: str
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", chosen or "")
    if not chosen:
        monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    runpy.run_path(str(ROOT / "assize" / "environment.py"))
    assert os.environ["OPENBLAS_NUM_THREADS"] == threads
