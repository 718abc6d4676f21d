"""numpy, loaded where the first number of a study is worked out, and names for its arrays.

numpy takes 12 MB and a tenth of a second. What only reads, checks or shows (the pages, most commands)
imports the studies and never needs them. So modules take `np` from here, and no other module of `scoring` imports numpy;
outside of functions they use no more of it than the names of arrays below.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Signs = NDArray[np.int8]
    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint64]
    Places = NDArray[np.intp]
    Array = NDArray[Any]
else:

    class _Numpy:
        """numpy itself, from the first thing that is asked of it."""

        def __getattr__(self, name):
            found = getattr(import_module("numpy"), name)
            setattr(self, name, found)  # so that it is asked once
            return found

    np = _Numpy()
    Floats = Ints = Bools = Signs = Bytes = Words = Places = Array = Any

__all__ = ["Array", "Bools", "Bytes", "Floats", "Ints", "Places", "Signs", "Words", "np"]
