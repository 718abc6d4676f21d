"""What a bundle holds besides the campaign itself: qrels by rule, NIST's forms, and the checksums of its files."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, unquote

from scoring.evaluate.files import FILES
from scoring.evaluate.key import forms_of
from scoring.formats import qrels
from scoring.formats.problems import shown
from scoring.index import Index
from scoring.records import Problem
from scoring.rules import PLAIN, Rule, RuleError, derive, parse_rule
from scoring.say import say

MANIFEST = "MANIFEST.sha256"

_LINE = re.compile(r"([0-9a-fA-F]{64}) [ *](.+)")


def qrels_path(rule: Rule | str) -> str:
    """Where the qrels of a rule stand in a bundle; characters that no file name should hold are %-escaped."""
    return f"qrels/{quote(str(rule), safe=':')}.txt"


def qrels_files(index: Index) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Path and content of the qrels by each rule without argument that these judgments allow."""
    for rule in sorted(PLAIN):
        try:
            yield qrels_path(rule), qrels.write(derive(index, rule))
        except RuleError:
            continue


def check_qrels(folder: Path, index: Index) -> Iterator[Problem]:
    """Compare the qrels files of a bundle with what its judgments say. Files of other forms are passed over."""
    for path in sorted((folder / "qrels").glob("*.txt")):
        name = f"qrels/{path.name}"
        try:
            rule = parse_rule(unquote(path.stem))
        except RuleError:
            continue
        try:
            derived = b"".join(qrels.write(derive(index, rule, partial=True)))
        except RuleError as error:
            yield Problem(
                name, 0, "qrels_differ", f"The rule cannot be followed: {error.message}", error.hint
            )
            continue
        if derived != path.read_bytes():
            message = say("The file does not say what the judgments say under this rule.")
            yield Problem(
                name,
                0,
                "qrels_differ",
                message,
                say("Remove the file; qrels are computed from the judgments."),
            )


def check_nist(folder: Path, index: Index) -> Iterator[Problem]:
    """Compare the final answer sets and pyramids of a bundle, in NIST's forms, with what its tables say."""
    present = [path for path in FILES if (folder / path).is_file()]
    forms = forms_of(index) if present else {}
    for path in present:
        questions = forms.get(FILES[path])
        try:
            derived = b"".join(block for _, block in questions.blocks()) if questions else b""
        except RuleError as error:
            yield Problem(path, 0, "nist_differs", f"It cannot be worked out: {error.message}", error.hint)
            continue
        if derived != (folder / path).read_bytes():
            message = say("The file does not say what classes, nuggets, votes and judgments say.")
            yield Problem(
                path, 0, "nist_differs", message, say("Remove the file; it is computed from the tables.")
            )


def manifest(checksums: Mapping[str, str]) -> bytes:
    """The content of MANIFEST.sha256 from path and SHA-256 (hex) of every other file."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(checksums.items())).encode()


def check_manifest(folder: Path, files: Iterable[str]) -> Iterator[Problem]:
    """Compare the files of a bundle with its MANIFEST.sha256, where it has one."""
    path = folder / MANIFEST
    if not path.is_file():
        return
    listed = dict[str, int]()
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None:
            yield Problem(
                MANIFEST,
                number,
                "manifest",
                say("{line} is not a checksum and a path.", line=shown(line)),
                "",
            )
        else:
            listed[match[2]] = number
            yield from _check_file(folder, match[2], match[1].lower(), number)
    for file in sorted(set(files) - set(listed) - {MANIFEST}):
        yield Problem(
            MANIFEST,
            0,
            "manifest",
            say("{file} is not listed.", file=file),
            say("Add it, or remove {manifest}.", manifest=MANIFEST),
        )


def _check_file(folder: Path, name: str, digest: str, number: int) -> Iterator[Problem]:
    file = folder / name
    if ".." in Path(name).parts or Path(name).is_absolute() or not file.is_file():
        yield Problem(
            MANIFEST,
            number,
            "manifest",
            say("There is no file {name}.", name=shown(name)),
            say("Copy the bundle again."),
        )
    elif hashlib.sha256(file.read_bytes()).hexdigest() != digest:
        message = say("The checksum of {name} is another: the file was changed or damaged.", name=name)
        yield Problem(
            MANIFEST,
            number,
            "manifest",
            message,
            say("Copy it again; remove {manifest} if you changed it.", manifest=MANIFEST),
        )
