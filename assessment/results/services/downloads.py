"""What evaluations of lists and nuggets give out in NIST's forms: judged runs, final answer sets, pyramids."""

from pathlib import Path
from typing import IO

from assessment.campaigns.models import Campaign
from assessment.results.services.readings import scorer_of
from assessment.shared.errors import Refused
from assessment.shared.say import say
from scoring.evaluate.files import final_answers, judged_files, pyramid
from scoring.tracks.base import Track


def has_parts(track: Track) -> bool:
    """Whether a track has questions of lists or nuggets, so that there is anything to give out."""
    return any(kind.form.run_file for kind in track.question_types.values())


def refuse_without_parts(campaign: Campaign) -> None:
    """Refuse what only campaigns with lists or nuggets give out."""
    if not has_parts(campaign.track):
        raise Refused(
            say(
                "{campaign} has no questions of lists or nuggets. Nothing was written.",
                campaign=campaign.slug,
            ),
            "no_parts",
            say("Its grades: manage.py export_qrels."),
        )


def write_judged_files(campaign: Campaign, rule: str, seed: int | None, folder: Path) -> None:
    """Write each run's judged lists and nuggets; with a seed, under tags that it deals out.

    Raises RuleError where the rule cannot be followed.
    """
    for path, content in judged_files(scorer_of(campaign), rule, anonymous=seed):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / path).open("wb") as file:
            file.writelines(content)


def write_answers(campaign: Campaign, target: IO[bytes], rule: str) -> None:
    """Write the final answer sets. Raises RuleError where the rule cannot be followed."""
    target.writelines(final_answers(scorer_of(campaign), rule))


def write_pyramid(campaign: Campaign, target: IO[bytes]) -> None:
    """Write the nuggets with their weights."""
    target.writelines(pyramid(scorer_of(campaign)))
