"""The mistakes in tests/faults/patches can still be made, all over the house; tests/proof shows that tests notice them."""

from tests.faults.patched import ROOT, mistakes, why_not_applied

MAKE_ANEW = (
    "The code has moved. Make the same mistake by hand, put the output of `git diff` behind the first lines of the patch, "
    "and take the mistake back; or, where nobody can make it any more, put another in its place."
)


def test_every_patch_applies() -> None:
    assert {one.name: why for one in mistakes() if (why := why_not_applied(one))} == {}, MAKE_ANEW


def test_every_room_has_one() -> None:
    rooms = {path.parent for path in (ROOT / "assessment").glob("*/__init__.py")}
    places = [ROOT / name for name in ("assize", "documents", "scoring", "static", "templates")]
    changed = [ROOT / file for one in mistakes() for file in one.files]
    assert [
        str(place)
        for place in [*sorted(rooms), *places]
        if not any(file.is_relative_to(place) for file in changed)
    ] == []


def test_each_says_what_goes_wrong_and_who_notices() -> None:
    for one in mistakes():
        assert one.meaning.endswith("."), one.name
        assert one.tests, one.name
        assert [test for test in one.tests if not (ROOT / test.partition("::")[0]).is_file()] == [], one.name
        assert one.database in ("", "postgres"), one.name
