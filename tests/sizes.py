"""How much the tests do: everything at small, seeded sizes in `make test`, at full ones in `make proof`."""

import os

FULL = os.environ.get("ASSIZE_PROOF") == "full"


def examples(full: int) -> int:
    """How many examples a property test tries: `full` of them in `make proof`, a quarter otherwise, five at least."""
    return full if FULL else max(5, full // 4)
