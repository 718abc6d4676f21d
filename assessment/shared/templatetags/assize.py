"""How numbers and times look on pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from itertools import chain
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django import template
from django.core.paginator import Page
from django.template import Context
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from assessment.shared import at_hand, grades, roles, times
from assessment.shared import problems as problem_reports
from assessment.shared.markdown import as_html
from assessment.shared.say import say, sentence
from assessment.shared.seen import mark_of
from documents.direction import direction_of
from documents.links import ANSWER_ROOM
from documents.say import left_to_right
from scoring.decimals import decimal
from scoring.formats.narratives import narrative_of, wording_of
from scoring.scales import Scale
from scoring.tracks.base import Track

register = template.Library()


@register.filter
def ltr(name: object) -> str:
    """A number or name of digits and signs (.660, -17, 0002:EN:EN), read from left to right in a line that runs the other way."""
    return left_to_right(str(name))


@register.filter
def score(value: Any) -> str:
    """A score with three digits in the field's style (.660), in all languages; an undefined one as a dash."""
    if value is None or value == "":
        return "–"
    return left_to_right(decimal(float(value)).replace("-", "−"))


@register.filter
def probability(p: float | None) -> str:
    """A probability with three digits; one that would read as nothing as less than that."""
    return left_to_right("< .001") if p is not None and p < 0.001 else score(p)


@register.filter
def number(value: object) -> str:
    """A count as the reader's language writes it: 17,190. What is none stays as it is."""
    return number_format(value, force_grouping=True) if isinstance(value, int) else str(value)


@register.filter
def said(sentence: str) -> str:
    """A sentence that was marked in the code (`sentence`, `assessment/shared/say.py`), in the reader's language."""
    return say(str(sentence)) if sentence else ""


@register.simple_tag
def request_id() -> str:
    """What the log calls this request."""
    return at_hand.request_id.get()


@register.filter
def mark(state: object) -> str:
    """The mark of a state, for a form to carry back as `seen`."""
    return mark_of(state)


@register.filter
def markdown(text: str) -> SafeString:
    """A text of the organizers with its headings, lists and examples."""
    return as_html(text)


@register.filter
def grade_words(grade: str, campaign: Any = None) -> str:
    """What a grade of one or two letters means; empty for one that is a word itself."""
    return grades.grade_words(grade, _track_of(campaign))


@register.filter
def grade_name(grade: str, campaign: Any = None) -> str:
    """A grade of a campaign for people, within a sentence: `grade|grade_name:campaign` is "locally correct"; R stays R.

    Without a campaign, of what is no campaign's grade. In Python: `assessment/shared/grades.py`.
    """
    return grades.grade_name(grade, _track_of(campaign))


@register.filter
def grade_title(grade: str, campaign: Any = None) -> str:
    """The same at the beginning of one, or on a button: "Locally correct"."""
    return grades.grade_title(grade, _track_of(campaign))


@register.filter
def grade_class(grade: str, campaign: Any = None) -> str:
    """The class in which style sheets show a grade of a campaign."""
    return grades.grade_class(grade, _track_of(campaign))


@register.filter
def grade_keys(scale: Scale) -> Iterable[tuple[str, str]]:
    """Each grade of a scale with its usual key."""
    return grades.keys_of(scale).items()


@register.simple_tag
def grade_names(*campaigns: Any) -> SafeString:
    """How grades of these campaigns are called and in which tone, where the scripts of a page say so (`judging/grades.js`)."""
    tracks = [campaign.track for campaign in campaigns]
    names = json_script(grades.grade_names(tracks), "grade-names")
    return names + json_script(grades.grade_tones(tracks), "grade-tones")


@register.simple_tag
def grade_names_of(accesses: Iterable[Any]) -> SafeString:
    """The same of what somebody has a part in."""
    return grade_names(*(one.access.campaign for one in accesses))


def _track_of(campaign: Any) -> Track | None:
    return campaign.track if campaign else None


@register.filter
def role_words(held: Sequence[str]) -> str:
    """Roles of a person, in the reader's language: "adjudicator, assessor"."""
    return roles.role_words(held)


@register.simple_tag(takes_context=True)
def written(context: Context, text: object, language: str = "") -> SafeString:
    """Language and direction of a text as attributes: of an answer, nugget, paragraph, title or question.

    Without a language it is that of the page's question: the one of the documents.
    """
    language = language.lower() or _language_of(context)
    if not language:
        return mark_safe('dir="auto"')
    return _attributes(language, direction_of(str(text or ""), language))


def writing_of(context: Context) -> Callable[[str], str]:
    """What `written` says of each of many texts, with the language of the page looked up once."""
    language = _language_of(context)
    return lambda text: (
        _attributes(language, direction_of(text, language)) if language else written(context, text)
    )


@register.simple_tag(takes_context=True)
def shown(context: Context, text: object, language: str = "", cut: int = 0) -> SafeString:
    """A text within a line of the page, in its own language and direction; `cut` characters of it."""
    string = str(text or "")
    kept = Truncator(string).chars(cut) if cut else string
    return format_html("<bdi {}>{}</bdi>", written(context, string, language), kept)


register.filter("wording", wording_of)
register.filter("narrative", narrative_of)


@lru_cache(maxsize=100)
def _attributes(language: str, direction: str) -> SafeString:
    return format_html('lang="{}" dir="{}"', language, direction)


def _language_of(context: Context) -> str:
    """The language of the documents that a page is about; the document beside it tells first."""
    panel, access = context.get("panel"), context.get("access")
    if panel and panel.description.state == "held":
        return str(panel.description.language)
    questions = (getattr(context.get("page"), "question", None), context.get("question"))
    asked = (getattr(question, "target_lang", "").lower() for question in questions)
    campaign = getattr(access, "campaign", None)  # asked before the questions: it knows without a query
    found = (getattr(one, "language", "") for one in (campaign, *questions) if one)
    return next((language for language in chain(asked, found) if isinstance(language, str) and language), "")


@register.filter
def when(value: datetime | None) -> SafeString | str:
    """A moment in the reader's zone, readable by people and programs."""
    return times.time_tag(value)


@register.filter
def when_plain(value: datetime) -> str:
    """The same where no tags may stand."""
    return times.time_text(value)


@register.filter
def day(value: datetime | None) -> SafeString | str:
    """The day of a moment in the reader's zone."""
    return times.day(value)


@register.filter
def deadline(value: datetime | None, zone: str) -> SafeString | str:
    """A deadline on the clock of its zone, with UTC beside it."""
    return times.deadline(value, zone)


@register.filter
def when_written(text: str) -> SafeString | str:
    """A time that is kept as ISO 8601, as `when` shows it."""
    return when(datetime.fromisoformat(text))


@register.inclusion_tag("_pages.html", takes_context=True)
def pages(
    context: Context, page: Page[Any], place: str = "", name: str = "page", address: str = ""
) -> Mapping[str, Any]:
    """Links to the pages before and after that of a long list; nothing where the list has one page.

    All else that the address asks for stays. `place` is the id of the list, to come back to; `name` the field of the
    address, for the second list of a page; `address` the list's own, where its page can be the answer to a form.
    """
    query, place = context["request"].GET.copy(), f"#{place}" if place else ""

    def link(number: int) -> str:
        query[name] = str(number)
        return f"{address}?{query.urlencode()}{place}"

    before = link(page.number - 1) if page.has_previous() else ""
    after = link(page.number + 1) if page.has_next() else ""
    return {"before": before, "after": after, "number": page.number, "all": page.paginator.num_pages}


@register.simple_tag(takes_context=True)
def document(context: Context, docid: str, answer: str = "", passage: str = "") -> str:
    """The id of a document; a link to it for whoever may search the collection, where answer or paragraph is marked."""
    access = context.get("access")
    if not (docid and access and access.campaign.collection_slug and access.may("search")):
        return docid
    asked = {"id": docid, "answer": answer[:ANSWER_ROOM], "passage": str(passage or "")}
    query = urlencode({name: value for name, value in asked.items() if value})
    address = reverse("campaigns:document", args=[access.campaign.slug])
    return format_html('<a href="{}?{}">{}</a>', address, query, docid)


@register.filter
def kind_name(label: str) -> str:
    """The label of a kind of question within a sentence: "Rigid list" as "rigid list"."""
    if label in _KINDS:
        return say(_KINDS[label])
    translated = say(label)
    return translated if translated != label else label.lower()


_KINDS = {
    sentence("Factoid"): sentence("factoid"),
    sentence("List"): sentence("list"),
    sentence("Rigid list"): sentence("rigid list"),
    sentence("Squishy list"): sentence("squishy list"),
    sentence("Other"): sentence("other"),
    sentence("Definition"): sentence("definition"),
    sentence("Reason-purpose"): sentence("reason-purpose"),
    sentence("Procedure"): sentence("procedure"),
    sentence("Opinion"): sentence("opinion"),
    sentence("Long and short answer"): sentence("long and short answer"),
}


@register.filter
def days(span: tuple[date, date] | None) -> str:
    """A day, or the first and last that it may be: "26 Nov", "26 Nov – 2 Dec"; a dash where nobody can say."""
    if span is None:
        return "–"
    first, last = map(times.day_and_month, span)
    return first if first == last else f"{first}\u00a0– {last}"


@register.filter
def lookup(mapping: Any, key: Any) -> Any:
    """The value of a key that is only known while rendering."""
    return mapping.get(key) if mapping else None


@register.filter
def percent(part: Any, whole: Any) -> str:
    """A share in whole percent; a dash where there is nothing to share."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


@register.filter
def spaced(name: str) -> str:
    """A grade as words: locally_correct as "locally correct"."""
    return name.replace("_", " ")


@register.filter
def by_rule(problems: Sequence[Any]) -> list[problem_reports.RuleCount]:
    """Problems of a file by rule, where they are too many to be read one by one. A job keeps them as mappings."""
    if len(problems) <= problem_reports.FEW:
        return []
    listed = (SimpleNamespace(**one) if isinstance(one, Mapping) else one for one in problems)
    return problem_reports.by_rule(listed)
