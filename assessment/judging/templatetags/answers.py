"""The list of answers as HTML. It is written here and not in a template, since a page may have thousands of them: a
template takes ten times as long, and its indents are half of the page."""

from collections.abc import Callable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from assessment.judging.selectors.rows import AnswerGroup, AnswerLine
from assessment.shared.templatetags.assize import writing_of

register = template.Library()

Writing = Callable[[str], str]  # language and direction of a text, as attributes


@register.simple_tag(takes_context=True)
def answer_list(context: template.Context) -> SafeString:
    """The answers of the page by documents, each with what was said of it, which scripts read from its attributes."""
    writing, keep = writing_of(context), escape(context["keep"])
    groups: list[AnswerGroup] = context["page"].groups
    return mark_safe("\n".join(_group(group, writing, keep) for group in groups))


def _group(group: AnswerGroup, writing: Writing, keep: str) -> str:
    lines = "\n".join(_line(line, writing, keep) for line in group.lines)
    head = f'<h2 class="doc"{_if(not group.docid, "hidden")}><span>{escape(group.docid)}</span><span class="num">{len(group.lines)}</span></h2>'
    return f'<section class="group"{_if(group.hidden, "hidden")}>{head}<ul>\n{lines}\n</ul></section>'


def _line(line: AnswerLine, writing: Writing, keep: str) -> str:
    """`data-grade` and the like are there without a value, too, where scripts and style sheets ask for an empty one."""
    said = (
        f'data-item="{line["pk"]}" data-grade="{escape(line["grade"])}" data-note="{escape(line["note"])}"'
        f' data-later="{line["later"]}" data-changes="{line["changes"]}"'
    )
    said += _if(line["tone"], f'data-tone="{line["tone"]}"')
    said += _if(not line["answer"], 'data-paragraph="1"')
    said += _if(line["whole"], 'data-document="1"')
    said += _if(line["automatic"], f'data-automatic="{escape(line["automatic"])}"')
    said += _if(line["machine"], f'data-machine="{escape(line["machine"])}"')
    parts = f'<span class="s" {writing(line["answer"])}>{escape(line["answer"])}</span>'
    if line["quoted"]:
        parts += f'<span class="q" {writing(line["quoted"])}>{escape(line["quoted"])}</span>'
    for kind, text in (("p num", line["place"]), ("m", line["said_by_machine"]), ("g", line["label"])):
        parts += f'<span class="{kind}">{escape(text)}</span>' if text else ""
    current = _if(line["current"], 'aria-current="true" id="answer-now"')
    link = f'<a class="item" {said} href="?item={line["pk"]}{keep}"{current}>{parts}</a>'
    return f"<li{_if(line['hidden'], 'hidden')}>{link}</li>"


def _if(wanted: object, attribute: str) -> str:
    return f" {attribute}" if wanted else ""
