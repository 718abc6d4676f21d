"""How copies of documents are packed: as zlib writes, at the fastest of the levels that are nearly as small."""

from functools import partial

from isal import isal_zlib

pack = partial(isal_zlib.compress, level=1)
