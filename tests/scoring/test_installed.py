"""`pip install ./scoring`: a wheel of that folder alone, and a command with the same numbers."""

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import numpy
import pytest

import scoring
from tests.scoring.test_golden import GOLDEN

ROOT = Path(scoring.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = [path for path in ROOT.rglob("*.py") if "build" not in path.relative_to(ROOT).parts]
OFFLINE = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")


def pip(*arguments: str | Path, place: str | Path = sys.executable) -> None:
    """The pip of this environment, or where it has none that of the Python it was made from, at work in a `place`."""
    inside = importlib.util.find_spec("pip") is not None
    program = sys.executable if inside else Path(sys.base_prefix, "bin", Path(sys.executable).name)
    command = [program, "-m", "pip", "--python", place, *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=300)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built of a copy: setuptools leaves its own files beside what it builds."""
    folder = tmp_path_factory.mktemp("wheel")
    left_out = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    shutil.copytree(ROOT, folder / "scoring", ignore=left_out)
    pip("wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", folder, folder / "scoring")
    (built,) = folder.glob("*.whl")
    return built


def lend_numpy(place: Path) -> None:
    """Put the one package that scoring needs where it would be installed from the network."""
    (packages,) = place.glob("lib/python*/site-packages")
    for found in Path(numpy.__file__).parent.parent.glob("numpy*"):
        (packages / found.name).symlink_to(found)


def test_the_wheel_holds_the_package_alone(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        result = packed.read(metadata).decode()
    information = metadata.rpartition("/")[0]
    modules = {f"scoring/{path.relative_to(ROOT).as_posix()}" for path in SOURCES}
    data = (*ROOT.glob("evaluations/*/*.toml"), *ROOT.glob("evaluations/gallery/[a-z]*/**/*.*"))
    declared = {f"scoring/{path.relative_to(ROOT).as_posix()}" for path in data}
    assert len(declared) >= 5
    assert {name for name in names if not name.startswith(information)} == {
        *modules,
        *declared,
        "scoring/py.typed",
    }
    assert any(name.startswith(information) and name.endswith("/LICENSE") for name in names)
    assert f"\nVersion: {scoring.__version__}\n" in result
    assert re.findall(r"^Requires-Dist: (.*)$", result, re.MULTILINE) == ["numpy"]


def test_the_installed_command_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    venv.create(place, with_pip=False)
    pip("install", *OFFLINE, wheel, place=place)
    lend_numpy(place)
    result = subprocess.run(
        [place / "bin" / "python", "-c", "import scoring; print(scoring.__file__); import django"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
    )
    assert str(place) in result.stdout
    assert "No module named 'django'" in result.stderr
    command, module = [str(place / "bin" / "assize-scoring")], [sys.executable, "-m", "scoring"]
    score = ["score", str(GOLDEN / "tac_small"), "--json", "-"]
    ours, theirs = (
        subprocess.run([*start, *score], check=True, capture_output=True, cwd=folder, timeout=300)
        for start, folder in ((command, tmp_path), (module, ROOT.parent))
    )
    assert ours.stdout
    assert (ours.stdout, ours.stderr) == (theirs.stdout, theirs.stderr)
    usage = subprocess.run(
        [*command, "--version"], check=True, capture_output=True, cwd=tmp_path, timeout=300
    )
    assert usage.stdout.decode() == f"assize-scoring {scoring.__version__}\n"


def test_every_folder_is_packed_and_every_import_declared() -> None:
    folders = {path.parent.relative_to(ROOT.parent) for path in SOURCES if path.name == "__init__.py"}
    assert PROJECT["tool"]["setuptools"]["packages"] == sorted(".".join(path.parts) for path in folders)
    imported = {name for path in SOURCES for name in imports_of(path)}
    others = imported - sys.stdlib_module_names - {"scoring"}
    assert sorted(PROJECT["project"]["dependencies"]) == sorted(others)


def imports_of(path: Path) -> set[str]:
    """The packages that a module imports."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    whole = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in whole | parts}
