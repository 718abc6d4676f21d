"""Layouts of pages: words are found by their bytes on pages of any script, and wrong records break nothing."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import layouts
from documents.errors import DocumentsError
from documents.layouts import Layout, candidate_texts, layout_of, made_of, word_texts
from documents.models import PageLayout, Snapshot
from documents.readers.nq import read_example
from tests.documents.corpus import copy_of, import_pages, line_of, tokens_of
from tests.documents.pages import PAGES

HTML = (
    "<html><body><P>Grüße aus <B>Vell</B>, caf&eacute;.</P><Ul><Li>eins</Li><Li>zwei</Li></Ul></body></html>"
)


def made(line: bytes) -> tuple[PageLayout, Layout]:
    row = made_of(Snapshot(), read_example(line))
    return row, Layout(row)


def visible(data: bytes) -> str:
    text = re.sub(
        rb"<(script|style)\b.*?</\1>|<!--.*?-->|<[/!?A-Za-z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>",
        b"",
        data,
        flags=re.DOTALL,
    )
    return "".join(unescape(text.decode()).split())


@settings(deadline=None)
@given(PAGES, st.data())
def test_bytes_of_tokens_hold_their_words(html: str, data: st.DataObject) -> None:
    row, layout = made(line_of(html))
    tokens = tokens_of(html)
    assert layout.tokens == len(tokens)
    words = [number for number, token in enumerate(tokens) if not token["html_token"]]
    assert words == [word for word in range(len(tokens)) if layout.is_word(word)]
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    start, end = layout.bytes_of(words[first], words[last] + 1)
    assert visible(html.encode()[start:end]) == visible(
        b"".join(tokens[word]["token"].encode() for word in words[first : last + 1])
    )
    texts = layouts._texts(row)
    assert "".join("".join(texts[words[first] : words[last] + 1]).split()) == visible(
        html.encode()[start:end]
    )


@settings(deadline=None)
@given(PAGES)
def test_candidates_are_kept_as_the_record_has_them(html: str) -> None:
    line = line_of(html)
    _, layout = made(line)
    for kept, told in zip(layout.candidates, json.loads(line)["long_answer_candidates"], strict=True):
        assert {name: getattr(kept, name.removesuffix("_byte")) for name in told} == told
        assert kept.is_selectable
        assert kept.opening == tokens_of(html)[kept.start_token]["token"]
        assert layout.bytes_of(kept.start_token, kept.end_token) == (kept.start, kept.end)


WILD = st.one_of(st.integers(-5, 200), st.sampled_from([2**31, -(2**63), 2**70]))


@settings(deadline=None)
@given(
    st.lists(st.tuples(WILD, WILD, st.booleans()), max_size=8),
    st.lists(st.tuples(WILD, WILD, WILD, WILD), max_size=8),
)
def test_whatever_a_record_says_there_is_a_layout(tokens: Any, candidates: Any) -> None:
    line = line_of(
        HTML,
        document_tokens=[
            {"token": "x", "start_byte": start, "end_byte": end, "html_token": html}
            for start, end, html in tokens
        ],
        long_answer_candidates=[
            {"start_byte": a, "end_byte": b, "start_token": c, "end_token": d, "top_level": True}
            for a, b, c, d in candidates
        ],
    )
    row, layout = made(line)
    assert (layout.tokens, len(layout.candidates)) == (len(tokens), len(candidates))
    assert len(layouts._texts(row)) == max(1, len(tokens))
    for candidate in layout.candidates:
        assert bool(candidate.reason) != candidate.is_selectable
    for token in range(-1, len(tokens) + 1):
        if layout.is_word(token):
            start, end = layout.bytes_of(token, token + 1)
            assert 0 <= start < end <= len(HTML.encode())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"start_byte": 900}, "outside"),
        ({"end_byte": 5000}, "outside"),
        ({"start_byte": -1, "end_byte": -1}, "outside"),
        ({"end_token": 99}, "outside"),
        ({"start_byte": 16}, "does not begin at an element"),
        ({"start_token": 3}, "do not begin at one place"),
    ],
)
def test_a_candidate_that_is_none_says_why(changed: dict[str, int], reason: str) -> None:
    content = json.loads(line_of(HTML))
    content["long_answer_candidates"][0] |= changed
    _, layout = made(json.dumps(content).encode())
    assert reason in layout.candidates[0].reason
    assert layout.candidates[1].is_selectable


def test_tokens_out_of_order_are_no_words() -> None:
    content = json.loads(line_of(HTML))
    tokens = content["document_tokens"]
    tokens[4], tokens[5] = tokens[5], tokens[4]
    _, layout = made(json.dumps(content).encode())
    assert not layout.is_word(5)
    with pytest.raises(ValueError, match="nobody knows"):
        layout.bytes_of(4, 6)
    for start, end in ((3, 3), (-1, 2), (0, 99)):
        with pytest.raises(ValueError, match="has no tokens"):
            layout.bytes_of(start, end)


@pytest.mark.django_db
def test_a_layout_is_made_once_and_of_the_present_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_pages(tmp_path, line_of(HTML))
    first = layout_of("wiki", "7")
    assert first.bytes_of(first.candidates[0].start_token, first.candidates[0].end_token)[0] == 12
    assert PageLayout.objects.get().snapshot == copy_of()
    (tmp_path / "a.jsonl.gz").unlink()
    monkeypatch.setattr(layouts, "made_of", lambda *_: pytest.fail("made again"))
    assert layout_of("wiki", "7").candidates == first.candidates
    monkeypatch.undo()
    PageLayout.objects.update(version=0, words=b"")
    assert word_texts("wiki", "7", [(0, 99)]) == ["Grüße aus Vell, café. eins zwei"]
    assert PageLayout.objects.get().version == layouts.VERSION


@pytest.mark.django_db
def test_texts_for_pages_without_scripts(tmp_path: Path) -> None:
    import_pages(tmp_path, line_of(HTML), line_of("<p>" + "long " * 60 + "</p>", 8))
    texts = candidate_texts("wiki", "7")
    assert [text.beginning for text in texts] == ["Grüße aus Vell, café.", "eins zwei", "eins", "zwei"]
    assert [(word.number, word.text) for word in texts[1].words] == [(1, "eins"), (2, "zwei")]
    (long,) = candidate_texts("wiki", "8")
    assert long.beginning == ("long " * 16)[:79].rstrip() + "…"
    assert len(long.words) == 60


@pytest.mark.django_db
def test_a_page_of_another_kind_has_no_layout(tmp_path: Path) -> None:
    import_pages(
        tmp_path, json.dumps({"example_id": 9, "document_html": "<p>x", "document_tokens": [{}]}).encode()
    )
    with pytest.raises(DocumentsError, match="no page of Natural Questions"):
        layout_of("wiki", "9")
    with pytest.raises(DocumentsError):
        layout_of("wiki", "none")
