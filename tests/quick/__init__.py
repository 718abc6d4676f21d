"""`make quick`: lint, types, and those tests of a change that are nearest to it, in two minutes."""
