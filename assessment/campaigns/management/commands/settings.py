"""The settings of a campaign: what they mean, what counts, and other values for them."""

from argparse import ArgumentParser
from typing import Any

from assessment.campaigns import services
from assessment.campaigns.management.files import campaign_named, evaluation_in
from assessment.campaigns.models import Campaign
from assessment.campaigns.models.options import DEADLINE, InForce, split_pairs
from assessment.campaigns.selectors import sentences
from assessment.campaigns.selectors.settings_page import settings_page
from assessment.shared.commands import AssizeCommand, Outcome


class Command(AssizeCommand):
    """Lists a campaign's settings, or changes those that are given and leaves the rest."""

    help = (
        "List the settings of a campaign (relaxed rules too) with meaning, default and the value in force, or change "
        "some; without a campaign, print docs/settings.md. Example: manage.py settings facts judges=3 missing_questions=true"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", nargs="?", default="", help="short name of the campaign")
        parser.add_argument("pairs", nargs="*", metavar="KEY=VALUE", help="a setting and its new value")
        parser.add_argument("--title", help="another title, as pages show it")
        parser.add_argument("--collection", help="short name of another collection of documents")
        parser.add_argument(
            "--evaluation", metavar="FILE", help="another text of the evaluation that the campaign brought"
        )
        parser.add_argument("--past", action="store_true", help="set a deadline even though it has passed")
        parser.add_argument(
            "--reason",
            default="",
            metavar="TEXT",
            help="why the collection is exchanged although it lacks documents of the pools",
        )
        parser.add_argument(
            "--list", action="store_true", help="list all settings, also after a change of some"
        )

    def do(self, **options: Any) -> Outcome:
        if not options["campaign"]:
            return Outcome(settings_page().rstrip("\n"))
        campaign = campaign_named(options["campaign"])
        wanted = {name: options[name] for name in ("title", "collection") if options[name] is not None}
        if options["evaluation"]:
            wanted["evaluation"] = evaluation_in(options["evaluation"])
        if not wanted and not options["pairs"]:
            return _listed(campaign, f"{len(_all(campaign))} settings of {campaign.slug}.")
        before = _state(campaign)
        wanted |= {"past": options["past"], "reason": options["reason"]}
        services.edit_settings(campaign=campaign, by=None, settings=split_pairs(options["pairs"]), **wanted)
        changed = _state(campaign) != before
        sentence = sentences.SETTINGS_SAVED if changed else sentences.NOTHING_CHANGED
        if options["list"]:
            return _listed(campaign, sentence)
        doubts = sentences.unknown_collection(campaign) if "collection" in wanted else []
        for doubt in doubts:
            self.stderr.write(f"warning: {doubt}")
        return Outcome(sentence, {"changed": changed, "doubts": doubts})


def _all(campaign: Campaign) -> list[InForce]:
    """Every setting with what counts; the deadline last."""
    deadline = None if campaign.deadline is None else campaign.deadline_text
    return [
        *campaign.settings_in_force,
        InForce(DEADLINE, deadline),
        *campaign.own_settings,
    ]


def _state(campaign: Campaign) -> list[str]:
    return [
        campaign.title,
        campaign.collection_slug,
        campaign.evaluation_id or "",
        *(rule.text for rule in _all(campaign)),
    ]


def _listed(campaign: Campaign, sentence: str) -> Outcome:
    rules = _all(campaign)
    data = [
        {
            "name": rule.setting.name,
            "value": rule.text,
            "default": rule.default,
            "meaning": rule.setting.help,
            "relaxation": rule.setting.relaxation,
        }
        for rule in rules
    ]
    return Outcome(sentence, {"settings": data}, [_line(rule) for rule in rules])


def _line(rule: InForce) -> str:
    kept = "the default" if not rule.chosen else f"default {rule.default}"
    relaxed = " Relaxes a rule." if rule.setting.relaxation else ""
    return f"{rule.setting.name}={rule.text} ({kept}): {rule.setting.help}{relaxed}"
