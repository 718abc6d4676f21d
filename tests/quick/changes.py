"""What changed since another commit: files that differ from it, committed or not, and new ones."""

import subprocess
from pathlib import Path


def changed_files(root: Path, since: str) -> list[str]:
    """The files of the tree at `root` that differ from where it and `since` parted, in order; deleted ones too.

    Raises subprocess.CalledProcessError, which holds what git said, where there is no such commit.
    """
    base = _git(root, "merge-base", since, "HEAD").strip()
    changed = _git(root, "diff", "--name-only", "--no-renames", "-z", base, "--")
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (changed + new).split("\0") if name})


def usual_base(root: Path) -> str:
    """The branch main where there is one, else the last commit."""
    try:
        _git(root, "rev-parse", "--verify", "--quiet", "main^{commit}")
    except subprocess.CalledProcessError:
        return "HEAD"
    return "main"


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
