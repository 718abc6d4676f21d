"""Generated pages of an encyclopedia: several scripts, references, inline elements, tables and lists in one another."""

from hypothesis import strategies as st

WORDS = st.sampled_from(
    [
        "Vell",
        "naïve",
        "漢字",
        "😀",
        "שלום",
        "مرحبا",
        "caf&eacute;",
        "&#8364;7",
        "AT&T",
        "&amp;",
        "&notit;",
        "3 < 4",
        "<b>bo</b>ld",
        "x<sup>é</sup>",
        '<a href="/x?a>b" title="ü>">link</a>',
        "<a href='/w' title='one two'>three</a>,",
        "<!-- ä > -->after",
        "<i><b>crossed</i> tags</b>",
        "e\u0301",
        "\u0301x",
        "가",
        "<span hidden>unseen</span>",
        "<script>var y = '<p>'</script>",
        "<style>p { color: red }</style>",
    ]
)
_LINES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
_BLOCKS = st.recursive(
    _LINES.map(lambda line: f'<P class="ä">{line}</P>'),
    lambda inner: st.one_of(
        st.lists(st.one_of(_LINES, inner), min_size=1, max_size=3).map(
            lambda items: "<Ul>" + "".join(f"<Li>{item}</Li>" for item in items) + "</Ul>"
        ),
        st.lists(st.one_of(_LINES, inner), min_size=1, max_size=3).map(
            lambda cells: "<Table><Tr>" + "".join(f"<Td>{cell}</Td>" for cell in cells) + "</Tr></Table>"
        ),
        st.tuples(_LINES, inner).map(lambda pair: f"<Dl><Dt>{pair[0]}</Dt><Dd>{pair[1]}</Dd></Dl>"),
        _LINES.map(lambda line: f"<Table>{line}<Tr><Td>cell"),
    ),
    max_leaves=6,
)
PAGES = st.lists(_BLOCKS, min_size=1, max_size=4).map(
    lambda blocks: (
        "<!DOCTYPE html><html><head><title>Täst</title></head><body>\n<P>one</P>"
        + "\r\n".join(blocks)
        + "</body></html>"
    )
)
