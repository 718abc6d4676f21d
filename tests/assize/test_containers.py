"""The container files: what of them can be wrong without anybody building an image, checked without Docker or hadolint.

No package that is locked here carries docker compose or hadolint (docs/decisions/0003). Held here: the structure of the Compose file as far as it
is used, by a schema of our own; that names, conditions, volumes and variables fit together and to the product's; and of
the Dockerfile the rules of hadolint that apply to it, named by their codes.
"""

import re
from fnmatch import fnmatchcase
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types

from assessment.home.selectors.manual import PAGES
from tests.users import ROOT

TEXT = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BUILT = [name for name, service in SERVICES.items() if "build" in service]
CONFIGURATION = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")

# The keys that the file may use, after https://github.com/compose-spec/compose-spec/blob/main/spec.md
DURATION = {"type": "string", "pattern": r"^(\d+(us|ms|s|m|h))+$"}
WORDS = {"type": "array", "items": {"type": "string"}, "minItems": 1}
HEALTHCHECK = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "test": {"type": "array", "prefixItems": [{"enum": ["CMD", "CMD-SHELL", "NONE"]}], "minItems": 2},
        "interval": DURATION,
        "timeout": DURATION,
        "start_period": DURATION,
        "retries": {"type": "integer", "minimum": 1},
        "disable": {"type": "boolean"},
    },
    "oneOf": [{"required": ["test", "interval", "timeout", "retries"]}, {"required": ["disable"]}],
}
SERVICE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "image": {"type": "string", "pattern": r"^[a-z0-9./-]+:[A-Za-z0-9._-]+$"},  # with a tag
        "build": {"type": "string"},
        "command": WORDS,
        "environment": {"type": "object", "additionalProperties": {"type": "string"}},
        "volumes": {"type": "array", "items": {"type": "string", "pattern": r"^[a-z]+:/[a-z/]+(:ro)?$"}},
        "ports": {"type": "array", "items": {"type": "string", "pattern": r"^127\.0\.0\.1:\d+:\d+$"}},
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "required": ["condition"],
                "properties": {"condition": {"enum": ["service_started", "service_healthy"]}},
            },
        },
        "healthcheck": HEALTHCHECK,
        "stop_grace_period": DURATION,
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
    },
    "oneOf": [{"required": ["image"]}, {"required": ["build"]}],
    "required": ["restart"],
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["services"],
    "properties": {
        "services": {"type": "object", "minProperties": 1, "additionalProperties": SERVICE},
        "volumes": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
    },
}


def test_the_compose_file_has_the_structure_of_the_specification() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(COMPOSE)] == []
    broken = {"services": {"web": {"build": ".", "restart": "unless-stopped", "port": ["8000:8000"]}}}
    assert not Draft202012Validator(SCHEMA).is_valid(broken)


def test_its_parts_fit_together() -> None:
    named = {
        volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())
    }
    assert named == set(COMPOSE["volumes"])
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in SERVICES, name
            has_check = "test" in SERVICES[other].get("healthcheck", {}) or "build" in SERVICES[other]
            assert how["condition"] != "service_healthy" or has_check, f"{name} waits for {other} for ever"


@pytest.mark.parametrize("name", BUILT)
def test_web_and_workers_have_the_settings_that_configuration_lists(name: str) -> None:
    given = SERVICES[name]["environment"]
    assert [variable for variable in given if f"`{variable}`" not in CONFIGURATION] == []
    database, redis = given["ASSIZE_DATABASE_URL"], given["ASSIZE_REDIS_URL"]
    password = re.search(r"://assize:(\$\{.*?\})@postgres:5432/assize$", database)
    assert password
    postgres = SERVICES["postgres"]["environment"]
    assert postgres == {"POSTGRES_USER": "assize", "POSTGRES_DB": "assize", "POSTGRES_PASSWORD": password[1]}
    assert password[1] == "${POSTGRES_PASSWORD:?Set it in .env}"  # none that everybody knows
    assert redis == "redis://redis:6379/0"
    for (
        variable,
        value,
    ) in given.items():  # the defaults are the product's own: else .env would not be needed to change it
        found = re.fullmatch(rf"\$\{{{variable}:-(.*)\}}", value)
        assert found or variable in ("ASSIZE_DATABASE_URL", "ASSIZE_REDIS_URL"), (
            f"{variable} cannot be set in .env"
        )


def test_what_both_have_is_given_to_both() -> None:
    web, worker = SERVICES["web"]["environment"], SERVICES["worker"]["environment"]
    assert {name: web[name] for name in worker} == worker
    asked_by_requests = {
        *("ALLOWED_HOSTS", "API_RATE", "DOCUMENT_ORIGIN", "HTTPS", "PROCESSES"),
        *("METRICS_ADDRESSES", "METRICS_TOKEN", "REQUIRE_SECOND_STEP", "TRUSTED_PROXIES", "PASSWORDS"),
        *(
            f"OIDC_{name}"
            for name in ("CLIENT_ID", "CLIENT_SECRET", "ISSUER", "NAME", "SECOND_STEP", "TRUST_EMAIL")
        ),
    }
    assert {name.removeprefix("ASSIZE_") for name in web.keys() - worker.keys()} == asked_by_requests


def test_nobody_is_killed_at_work() -> None:
    """A worker finishes the job at hand, a web process its requests: the manual gives both two minutes."""
    assert {SERVICES[name].get("stop_grace_period") for name in BUILT} == {"2m"}


# The Dockerfile


def instructions() -> list[tuple[str, str]]:
    """(instruction, its text), continued lines joined, without comments."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    pairs = [line.split(None, 1) for line in lines if line.strip()]
    return [(word, " ".join(rest.split())) for word, rest in pairs]


def of(word: str) -> list[str]:
    return [text for found, text in instructions() if found == word]


def test_the_dockerfile_keeps_to_the_rules_of_hadolint() -> None:
    known = {"FROM", "ENV", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {
        word for word, _ in instructions()
    } <= known  # DL3020: no ADD; DL4000: no MAINTAINER; nothing unknown
    assert all(
        re.fullmatch(r"[a-z0-9./-]+:\d[\w.-]*", image) for image in of("FROM")
    )  # DL3006, DL3007: a tag, not latest
    assert all(text.startswith("/") for text in of("WORKDIR"))  # DL3000
    assert of("USER")[-1] not in ("root", "0")  # DL3002: the last user is not root
    runs = of("RUN")
    assert not any(
        re.search(r"\bsudo\b|\bcd /|\bapt-get\b|\bcurl\b|\bwget\b|\|", run) for run in runs
    )  # DL3004, 3003, 4006
    installs = [run for run in runs if "pip install" in run]
    assert all("--require-hashes" in run for run in installs)  # DL3013: pinned
    assert "PIP_NO_CACHE_DIR=1" in of("ENV")[0]  # DL3042
    assert [len(of(word)) for word in ("CMD", "HEALTHCHECK")] == [1, 1]  # DL4003, DL3012
    for word in ("CMD", "VOLUME", "EXPOSE"):
        (text,) = of(word)
        assert not text.startswith("[") or isinstance(yaml.safe_load(text), list), text
    assert of("CMD")[0].startswith("[")  # DL3025: an exec form, so that signals arrive
    assert all(0 < int(port) < 65536 for port in of("EXPOSE"))  # DL3011
    assert all(text.endswith("./") or text == ". ." for text in of("COPY"))  # DL3021, DL3045


def test_the_image_is_what_the_compose_file_takes_it_for() -> None:
    (user,), (volume,), (port,) = of("USER"), of("VOLUME"), of("EXPOSE")
    assert user.isdecimal()  # Kubernetes can see that it is not root
    for name in BUILT:
        assert f"site:{volume}" in SERVICES[name]["volumes"]
    assert SERVICES["web"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert yaml.safe_load(of("CMD")[0])[0] == "python"  # no shell between: the site gets the signals
    assert "ASSIZE_HOST=0.0.0.0" in of("ENV")[0]
    assert port == "8000"  # of assize.serve, where nothing else is said
    assert f"127.0.0.1:{port}/healthz" in of("HEALTHCHECK")[0]
    order = [word for word, text in instructions() if (word == "RUN" and "pip" in text) or text == ". ."]
    assert order == ["RUN", "COPY"]  # a change of the code does not fetch the packages again


def test_secrets_and_data_stay_out_of_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".env", "assize.env", "var", "*.sqlite3*", ".venv*"} <= set(ignored)


def test_the_manual_that_pages_lead_to_is_in_the_image() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for page in PAGES.glob("*.md"):
        name = page.relative_to(ROOT).as_posix()
        left_out = False
        for line in lines:  # the last that fits counts
            if fnmatchcase(name, line.removeprefix("!")) or name.startswith(f"{line}/"):
                left_out = not line.startswith("!")
        assert not left_out, name
