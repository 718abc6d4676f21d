"""A campaign with an evaluation of its own whose runs are tables and whose answers name no documents."""

from pathlib import Path

from assessment.campaigns.models import Campaign
from tests.commands import run

DEFINITION = """title = "Answers alone"
about = "Short answers to questions, read without a document."

[questions]
reader = "table"

[runs]
reader = "table"
documents = false

[[scale]]
name = "acceptable"
grades = [
  { label = "yes", title = "Acceptable", value = 1 },
  { label = "no", title = "Not acceptable", value = 0 },
]

[[type]]
name = "question"
scale = "acceptable"
measures = ["accuracy"]
"""
GRADED = DEFINITION.replace(
    """  { label = "yes", title = "Acceptable", value = 1 },
  { label = "no", title = "Not acceptable", value = 0 },
""",
    """  { label = "right", value = 1 },
  { label = "partly", value = 0.5 },
  { label = "wrong", value = 0 },
""",
)


def alone(folder: Path, slug: str = "alone", definition: str = DEFINITION) -> Campaign:
    """Such a campaign, made by the command."""
    file = folder / f"{slug}.toml"
    file.write_text(definition)
    run("create_campaign", slug, "--title", "Answers alone", "--evaluation", str(file))
    return Campaign.objects.get(slug=slug)
