"""Which address of the API does what each page does, what is left to people, and why; and what programs cannot do yet.

docs/api-and-pages.md is made of it: `python -m tests.api.pages`. A page that stands nowhere here fails a test.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "api-and-pages.md"
API, ADMIN = "api:", "admin:"
TABLE_KINDS = ("decisions", "matches", "votes")

# By address: what programs ask instead.
IN_API: Mapping[str, tuple[str, ...]] = {
    "judging:save": ("judgments",),
    "judging:judge": ("assignment", "items"),
    "judging:judge-document": ("item-document",),
    "judging:search": ("search",),
    "judging:ask": ("own-asked",),
    "judging:rulings": ("rulings",),
    "judging:undo": ("own-undo",),
    "judging:notes": ("assignment",),
    **dict.fromkeys(("judging:finish", "judging:undo-finish", "judging:ending"), ("own-finish",)),
    "judging:annotation": ("own-annotation", "own-boxes"),
    **dict.fromkeys(("judging:classes", "judging:change-classes"), ("own-classes",)),
    **dict.fromkeys(
        ("judging:nugget-list", "judging:change-nuggets"), ("own-nuggets", "own-drafts", "own-matches")
    ),
    "judging:my-work": ("assignments",),
    **dict.fromkeys(("judging:assign", "judging:assign-add", "judging:assign-unit"), ("work",)),
    "judging:progress": ("work", "checks"),
    "judging:progress-finish": ("finishing",),
    "judging:progress-check": ("checks",),
    "judging:assign-person": ("work-of-person",),
    "judging:assign-give-back": ("undo-move",),
    "judging:assign-relieve": ("work-of-one",),
    "judging:judgments-remove": ("judgments-taken-back",),
    "judging:experts": ("experts",),
    "judging:thirds": ("third-assessors",),
    **{f"judging:assign-{act}": ("work-of-one",) for act in ("remove", "hand-over", "reopen")},
    **{f"judging:{act}": ("person",) for act in ("person", "person-remove", "person-put-back")},
    **{
        f"judging:{act}": ("imports",)
        for act in (
            *("development", "development-confirm", "development-discard"),
            *("judgments", "judgments-confirm", "judgments-discard"),
            *(f"table-{kind}{act}" for kind in TABLE_KINDS for act in ("", "-confirm", "-discard")),
        )
    },
    "judging:machine": ("machine-judgments",),
    **{
        f"judging:machine-matches{act}": ("pool-matches", "machine-matches")
        for act in ("", "-confirm", "-discard")
    },
    **{f"judging:machine-nuggets{act}": ("machine-nuggets",) for act in ("", "-confirm", "-discard")},
    **dict.fromkeys(("judging:drafts", "judging:question-drafts"), ("machine-nuggets", "known")),
    **dict.fromkeys(("judging:judgments-import", "judging:judgments-take-back"), ("import", "undo-import")),
    **dict.fromkeys(
        ("judging:known", "judging:known-from-document", "judging:change-known", "judging:remove-known"),
        ("known",),
    ),
    **dict.fromkeys(("judging:adjudicate", "judging:adjudicate-question"), ("disputes", "class-disputes")),
    **{f"judging:{act}": ("decision",) for act in ("decide", "withdraw-decision", "undo-decision")},
    **dict.fromkeys(("judging:settle-classes", "judging:settle"), ("class-dispute",)),
    **dict.fromkeys(("judging:majorities", "judging:accept-majorities"), ("majorities",)),
    "judging:patterns": ("pattern-judgments",),
    "judging:own-patterns": ("patterns",),
    "judging:own-patterns-file": ("pattern-file",),
    "judging:question-patterns": ("question-patterns", "tried-patterns"),
    **dict.fromkeys(("judging:agreement", "judging:agreement-table"), ("agreement",)),
    "judging:agreement-items": ("agreement-items",),
    "results:judged-runs": ("judged-runs",),
    "results:own-runs": ("own-runs",),
    **dict.fromkeys(("results:book", "results:run-sheet"), ("score-book",)),
    **dict.fromkeys(("results:run-answers", "results:run-answers-table"), ("run-answers",)),
    "results:changes": ("score-changes",),
    **{f"judging:annotations{act}": ("imports",) for act in ("", "-confirm", "-discard")},
    **dict.fromkeys(("results:annotations", "results:annotators-table"), ("annotators",)),
    "judging:training-required": ("training",),
    **{
        f"judging:training-import{act}": ("training-files", "imports") for act in ("", "-confirm", "-discard")
    },
    **{f"judging:sample{act}": ("training-sample",) for act in ("", "-new", "-remove")},
    "judging:sample-move": ("training-sample-move",),
    "judging:take-out": ("pool-cuts",),
    **dict.fromkeys(("judging:batch", "judging:undo-batch"), ("acts", "undo-act")),
    **dict.fromkeys(("campaigns:candidates", "campaigns:new-candidate"), ("candidates",)),
    **dict.fromkeys(("judging:query-log", "judging:query-log-enter"), ("candidates",)),
    "campaigns:candidate": ("candidate", "candidate-checks"),
    "campaigns:edit-candidate": ("candidate",),
    "campaigns:read-candidate": ("candidate-checks",),
    "campaigns:candidate-languages": ("candidate-languages",),
    **dict.fromkeys(
        ("campaigns:reject-candidate", "campaigns:reconsider-candidate", "judging:accept-candidate"),
        ("candidate-decision",),
    ),
    "jobs:list": ("jobs",),
    **dict.fromkeys(("jobs:job", "jobs:part", "jobs:cancel"), ("job",)),
    "jobs:site-list": ("site-jobs",),
    **dict.fromkeys(("jobs:site-job", "jobs:site-part", "jobs:site-cancel"), ("site-job",)),
    **dict.fromkeys(("campaigns:list", "campaigns:new", "campaigns:new-evaluation"), ("campaigns",)),
    "campaigns:settings": ("settings", "collections"),
    "campaigns:evaluation": ("settings",),
    **{f"campaigns:{act}": ("campaign",) for act in ("state", "archive", "unarchive")},
    "campaigns:deadline": ("deadlines",),
    **dict.fromkeys(("campaigns:schedule", "campaigns:calendar"), ("schedule",)),
    "campaigns:guidelines": ("guidelines", "rulings"),
    **{
        f"campaigns:import-{kind}{act}": ("imports",)
        for kind in ("questions", "document-lists", "file")
        for act in ("", "-confirm", "-discard")
    },
    "campaigns:questions": ("questions",),
    **{f"campaigns:{act}": ("question",) for act in ("question", "settle-nil")},
    **dict.fromkeys(("campaigns:drop", "campaigns:restore"), ("question", "series")),
    "campaigns:series": ("series", "series-list"),
    "campaigns:add-question": ("series-questions",),
    "campaigns:search": ("search",),
    **dict.fromkeys(("campaigns:kept-searches", "campaigns:kept-searches-table"), ("searches",)),
    "campaigns:document-lists": ("lists",),
    "campaigns:document-list": ("list",),
    "campaigns:document-archive": ("list-texts",),
    "campaigns:imports": ("imports",),
    "campaigns:file-import": ("import",),
    "campaigns:undo-import": ("undo-import",),
    "campaigns:imported-file": ("imported-file",),
    **{f"campaigns:{act}": ("people",) for act in ("people", "add-member", "invite")},
    "campaigns:withdraw-invitation": ("invitations", "invitation"),
    "campaigns:member-roles": ("person",),
    "campaigns:renew-invitations": ("renew-invitations",),
    **{
        f"submissions:import-{who}{act}": ("imports",)
        for who in ("people", "teams")
        for act in ("", "-confirm", "-discard")
    },
    "submissions:people-table": ("people-table",),
    "submissions:teams-table": ("teams-table",),
    "submissions:registrations": ("registrations", "registration-requests", "pairs"),
    **dict.fromkeys(("submissions:new-registration", "submissions:registrations-file"), ("registrations",)),
    **dict.fromkeys(("submissions:register",), ("registrations", "registration", "pairs")),
    "submissions:registration": ("registration",),
    "submissions:decide-application": ("request-decision",),
    "submissions:pair": ("pair",),
    "submissions:topics": ("topics",),
    "submissions:download": ("topics-of-pair",),
    "submissions:topics-file": ("topics-file",),
    **dict.fromkeys(("submissions:runs", "submissions:submit"), ("runs",)),
    **{f"submissions:{act}": ("run",) for act in ("run", "run-warnings", "withdraw", "receipt")},
    "submissions:run-file": ("run-file",),
    "submissions:docids": ("documents",),
    "submissions:teams": ("teams",),
    **{f"submissions:{act}": ("team",) for act in ("team", "rename-team", "delete-team")},
    "submissions:documents": ("flagged-documents",),
    "submissions:document": ("document",),
    "submissions:pool": ("pools",),
    "submissions:pool-question": ("pool-answers",),
    "results:clone": ("clones",),
    "results:release": ("release",),
    "results:act": ("campaign", "pools", "work", "scores", "release-preview"),
    "results:release-preview": ("release-preview",),
    "results:unrelease": ("release",),
    "results:settle-nils": ("question",),
    "results:results": ("scores", "versions"),
    **{
        f"results:{act}": ("scores",)
        for act in (
            *("version", "leaderboard-file", "run-scores", "question-scores"),
            *("series-list", "series-scores"),
        )
    },
    "results:qrels": ("qrels",),
    "results:exports": ("exports",),
    **{
        f"results:{act}": ("export",)
        for act in (
            *("bundle", "bundle-without-names", "corpus-annotations", "trec-eval-runs", "judged"),
            *("pyramid", "answers", "table", "qrels-now"),
        )
    },
    "results:import-bundle": ("bundles",),
    **dict.fromkeys(("studies:list", "studies:what-if"), ("studies",)),
    **{f"studies:{act}": ("study",) for act in ("study", "json", "page")},
    **dict.fromkeys(("studies:version-report", "studies:version-report-files"), ("score-report",)),
    "studies:machines": ("machines", "machine-comparison"),
    "studies:fewer-judgments": ("machine-trial",),
    **dict.fromkeys(("studies:sample", "studies:sample-withdraw"), ("sample",)),
    "studies:sample-estimate": ("estimates",),
    **dict.fromkeys(("judging:post-editing", "judging:post-editing-withdraw"), ("post-editing",)),
    **dict.fromkeys(("webhooks:list",), ("webhooks",)),
    **{f"webhooks:{act}": ("webhook",) for act in ("webhook", "switch", "remove")},
    "webhooks:messages": ("deliveries",),
    "webhooks:secret": ("webhook-secret",),
    "webhooks:trial": ("webhook-trial",),
    "webhooks:send": ("delivery",),
}

# Why people do it themselves.
FOR_PEOPLE: Mapping[str, tuple[str, ...]] = {
    "Who somebody is: signing in, passwords, second steps, tokens and sessions. A token that could make tokens, or "
    "change how its person signs in, would outlive its revocation.": (
        *("admin-sign-in", "admin-password", "people:sign-in", "people:sign-in-code", "people:sign-out"),
        *(
            "people:second-step",
            "people:account",
            "people:end-sessions",
            "people:api-token",
            "people:token-revoke",
        ),
        *("people:provider", "people:provider-back", "people:linked"),
        *("people:password", "people:password-lost", "people:password-new", "people:invitation"),
    ),
    "The accounts of a site: opened, closed, and let in anew by its admins. Commands do it for scripts.": (
        *("people:accounts", "people:account-open", "people:account-creates", "people:password-link"),
    ),
    "What a person decides for themselves: their data and its removal, mail, keys on the keyboard.": (
        *("privacy:own-data", "privacy:own-data-file", "privacy:remove-own", "privacy:remove"),
        *("notices:choose", "people:keys"),
    ),
    "It cannot be taken back, so somebody does it with their own hand.": (
        *("results:delete", "submissions:anonymize-team", "judging:person-remove-name"),
    ),
    "Asking to take part in a campaign in which one has no part yet. Tokens reach the campaigns of their person, and "
    "the request names people with their addresses, which they should know of.": (
        *("submissions:join", "submissions:withdraw-application"),
    ),
    "A person accepts a licence once they read it. After that programs have the texts.": (
        "campaigns:accept-licence",
    ),
    "Being trained is for people: a program that judges is tried against people’s judgments instead.": (
        *("judging:training", "judging:training-begin", "judging:training-try"),
        *("judging:training-save", "judging:training-finish", "judging:training-annotation"),
    ),
    "Files on the disk of the server, which its admins bring in by command or page.": (
        *("campaigns:collections", "campaigns:collection"),
    ),
    "Pages for the eye: figures, reports, comparisons and lists made of what has an address already.": (
        *(
            "judging:item-history",
            "judging:judged-today",
            "judging:go",
            "judging:go-in",
            "judging:manual",
            "judging:rulings-read",
            "demo-progress",
        ),
        *(
            "results:board-figure",
            "results:run-figure",
            "results:run-curve",
            "results:run-curve-table",
            "results:compare",
        ),
        *("studies:figure", "studies:report", "studies:compare"),
        *(
            "submissions:own-team",
            "submissions:example-run",
            "submissions:example-file",
            "campaigns:file-example",
            "campaigns:site-example",
            "submissions:checker",
        ),
        *("campaigns:document", "documents:document", "documents:picture", "results:board"),
    ),
    "Mail is for people, and organizers look after it; programs are told by webhooks.": (
        *("notices:messages", "notices:handed-over", "notices:send"),
    ),
    "For the machines that run the site; they have no token.": ("healthz", "readyz", "metrics"),
}

# What programs cannot do yet: addresses by what they are for.
NOT_YET: Mapping[str, tuple[str, ...]] = {}


def addresses(
    patterns: Iterable[URLPattern | URLResolver] | None = None, space: str = "", before: str = ""
) -> Iterator[tuple[str, str]]:
    """Each address by its name, but those of Django's administration."""
    for found in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(found, URLResolver):
            inner = f"{space}{found.namespace}:" if found.namespace else space
            if inner != ADMIN:
                yield from addresses(found.url_patterns, inner, before + str(found.pattern))
        else:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", before + str(found.pattern))
            yield f"{space}{found.name}", f"/{path}"


def page() -> str:
    """The page of the documentation."""
    paths = dict(addresses())
    lines = [
        "# Pages and the API",
        "",
        "What each page does, by its address: which address of the [API](api.md) does the same for programs, what is "
        "left to people, and why; where programs cannot do something yet, that is at the end. A test holds this page to the addresses of the site: "
        "`python -m tests.api.pages` writes it anew.",
        "",
        "## In the API",
        "",
        "| Page | API |",
        "|---|---|",
        *sorted(
            f"| `{paths[name]}` | {_listed(paths, (f'{API}{one}' for one in found))} |"
            for name, found in IN_API.items()
        ),
    ]
    for heading, reasons in (("Left to people", FOR_PEOPLE), ("Not yet in the API", NOT_YET)):
        if not reasons:
            continue
        lines += ["", f"## {heading}", ""]
        lines += [f"* {why} ({_listed(paths, sorted(names))})" for why, names in reasons.items()]
    return "\n".join([*lines, ""])


def _listed(paths: Mapping[str, str], names: Iterable[str]) -> str:
    return ", ".join(f"`{paths[name].removeprefix('/api/v1')}`" for name in names)


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
