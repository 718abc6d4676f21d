"""Faults of machines and of people.

Of machines: the whole installation of docker-compose.yml as plain processes, and what goes wrong in it; at full size in
tests/proof. Of people: mistakes in the code, as patches (`patched.py`), which the tests must notice.
"""
