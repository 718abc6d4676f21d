"""How much memory a process may name (`ulimit -v`): with too little it ends in a sentence, before it loads anything.

What goes wrong otherwise differs each time: modules that are not found, threads that do not start, libraries that end
the process without a word of Python's.
"""

import resource
import sys

NEEDED = 512 * 1024 * 1024  # bytes; a site names 330 MB on two processors, and more on more of them
CANNOT_START = 78  # the code for an error of configuration, in the C library's sysexits.h


def refuse_too_little() -> None:
    """End this process where it may name less memory than the site needs."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY or limit >= NEEDED:
        return
    print(
        f"This process may name {limit >> 20} MB of memory (ulimit -v), and the site needs {NEEDED >> 20}. Nothing was "
        "started. Take the limit off (ulimit -v unlimited; LimitAS=infinity in a unit of systemd), or limit the memory "
        "in use instead: MemoryMax= in the unit, or the memory of the container.",
        file=sys.stderr,
        flush=True,
    )
    raise SystemExit(CANNOT_START)
