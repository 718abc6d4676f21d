"""How large the pools are, and how much of them several runs gave, as small figures: what tells whether to pool deeper."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from assessment.campaigns.models import Campaign
from assessment.shared.figures import COUNT, Axis, Bar, Bars, Bin, Figure, Histogram
from assessment.shared.say import say
from assessment.submissions.selectors.pools import PoolSize

SIZES, SHARED = "pool-sizes", "pool-shared"
MOST_BINS = 10
FEWEST = 3  # questions: the sizes of fewer are read off the table below
STEPS = (1, 2, 5)  # times a power of ten


def pool_figures(campaign: Campaign, sizes: Sequence[PoolSize]) -> list[Figure]:
    """Those that there is something for."""
    if not any(size.items for size in sizes):
        return []
    figures: list[Figure] = [_shared(campaign, sizes)]
    return [_sizes(campaign, sizes), *figures] if len(sizes) >= FEWEST else figures


def _sizes(campaign: Campaign, sizes: Sequence[PoolSize]) -> Figure:
    """Over how many questions pools of which size are spread."""
    step = _step(max(size.items for size in sizes) + 1)
    found = Counter(size.items // step for size in sizes)
    bins = [Bin(part * step, (part + 1) * step, found[part]) for part in range(min(found), max(found) + 1)]
    return Histogram(
        name=SIZES,
        title=say("Questions by size of pool"),
        caption=say(
            "How many questions have pools of how many items. Each assessor judges all items of a question."
        ),
        source=campaign.title,
        x=Axis(say("Items"), COUNT, low=0),
        y=Axis(say("Questions"), COUNT, low=0),
        bins=bins,
    )


def _step(items: int) -> int:
    """The width of the columns: a round number of items, by which there are few."""
    wanted, power = ceil(items / MOST_BINS), 1
    while True:
        for step in STEPS:
            if step * power >= wanted:
                return step * power
        power *= 10


def _shared(campaign: Campaign, sizes: Sequence[PoolSize]) -> Figure:
    """How many items one run gave alone, and how many several did, by type of question."""
    kinds = campaign.track.question_types
    single, several = Counter[str](), Counter[str]()
    for size in sizes:
        single[size.type] += size.items - size.shared
        several[size.type] += size.shared
    return Bars(
        name=SHARED,
        title=say("Items by how many runs gave them"),
        caption=say(
            "Where most items came from a single run, runs agree little, and a deeper pool would add many more."
        ),
        source=campaign.title,
        axis=Axis(say("Items"), COUNT, low=0),
        bars=[Bar(name, [several[name], single[name]]) for name in kinds if single[name] + several[name]],
        parts=[say("given by several runs"), say("given by one run")],
        rows_name=say("Type"),
    )
