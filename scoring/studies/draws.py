"""Random draws that a seed fixes for ever.

They are worked out of the raw 64-bit words of PCG64, whose stream numpy keeps the same in all versions and on all
machines; what its generators make of the words may change. A number below n is the upper half of (32 random bits) · n, so
that the chance of each differs from 1 / n by less than 2⁻³².
"""

import hashlib
from collections.abc import Sequence

from scoring.arrays import Bools, Ints, Words, np

HALF = 32  # bits
LOWER = 0xFFFFFFFF


class Draws:
    """A stream of draws. What comes out depends on the seed, the name, and how much was drawn before."""

    def __init__(self, seed: int, name: str = "") -> None:
        self.seed, self.name = seed, name
        digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
        words = [int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4)]
        self._bits = np.random.PCG64(np.random.SeedSequence(words))

    def spawn(self, name: str) -> "Draws":
        """A stream of its own, the same whatever was drawn from this one."""
        return Draws(self.seed, f"{self.name}/{name}")

    def words(self, n: int) -> Words:
        """n words of 32 random bits each; an odd last half is thrown away."""
        raw = self._bits.random_raw((n + 1) // 2)
        both = np.stack((raw >> HALF, raw & LOWER), axis=-1).reshape(-1)
        return both[:n]

    def choices(self, counts: Sequence[int], n: int) -> Ints:
        """n rows; in each a number below every count."""
        below = np.asarray(counts, dtype=np.uint64)
        words = self._rows(n, len(below))
        return ((words * below) >> HALF).astype(np.int64)

    def signs(self, n: int, m: int) -> Bools:
        """n rows of m fair coins."""
        return self._rows(n, m) >= np.uint64(1 << 31)

    def permutations(self, n: int, m: int) -> Ints:
        """n rows, each the numbers below m in random order."""
        # Random upper halves put the places in their lower halves in order: much faster than to sort places by them.
        keys = (self._rows(n, m) << HALF) | np.arange(m, dtype=np.uint64)
        keys.sort(axis=1)
        return (keys & LOWER).astype(np.int64)

    def _rows(self, n: int, m: int) -> Words:
        """Rows of words; each row begins with a new raw word, so that rows may be drawn in any portions."""
        even = m + m % 2
        return self.words(n * even).reshape(n, even)[:, :m]
