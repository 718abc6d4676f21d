"""Names in figures fit, and turn nothing around them."""

from hypothesis import given
from hypothesis import strategies as st

from assessment.shared.figures.texts import clean, cut, isolated, width, wrapped


@given(st.text(), st.floats(20, 300))
def test_what_is_cut_fits_and_begins_like_the_text(text: str, room: float) -> None:
    short = cut(text, room, 13)
    assert width(short, 13) <= room
    assert short == clean(text) or clean(text).startswith(short.removesuffix("…"))


def test_a_name_that_fits_stays_whole() -> None:
    assert cut("lkg3", 100, 13) == "lkg3"
    assert cut("a_run_with_a_long_name", 100, 13) == "a_run_with_…"


def test_what_is_read_as_one_is_not_parted() -> None:
    family = "👩\u200d👩\u200d👧"
    for room in range(20, 80):
        assert not cut(f"a{family}b{family}", room, 13).endswith("\u200d…")
        assert not cut("e\u0301" * 20, room, 13).endswith("e…\u0301")


def test_a_name_from_right_to_left_is_set_apart() -> None:
    assert isolated("שלום-1") == "\u2068שלום-1\u2069"
    assert isolated("a\u202eb") == "\u2068a\u202eb\u2069"
    assert isolated("lkg3") == "lkg3"


def test_texts_are_one_line_that_xml_can_hold() -> None:
    assert clean("a\nb\x00c\x1bd\ud800e\ufffff") == "a bcdef"


@given(st.text(), st.floats(40, 400))
def test_lines_fit_and_hold_all_words(text: str, room: float) -> None:
    lines = wrapped(text, room, 12)
    assert all(width(line, 12) <= room for line in lines)
    assert "…" in "".join(lines) or " ".join(lines).split() == clean(text).split()
