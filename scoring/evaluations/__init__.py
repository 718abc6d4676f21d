"""The evaluations that can be run: those that are built in, and those that campaigns bring (`own`).

What their questions go through is gathered here, too. An assignment names its stage, and says whether it is the primary
assessor's. Files and the API have one word for both, a role: `role_of` and `stage_of` translate, and nothing else does.
"""

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from scoring.evaluations.loader.folders import folders, read_folder
from scoring.evaluations.own import FORMS, declared
from scoring.records import Evaluation
from scoring.say import say
from scoring.stages import ENTRY, JUDGE, PRIMARY, PROGRAMS, Stage
from scoring.tracks.base import OWN as OWN
from scoring.tracks.base import Track

_FOUND = [read_folder(folder, __name__) for folder in folders(files(__name__))]
TRACKS: Mapping[str, Track] = MappingProxyType(
    {track.slug: track for track in sorted(_FOUND, key=lambda track: (track.since, track.slug))}
)

STAGES: tuple[Stage, ...] = tuple(
    dict.fromkeys(
        stage
        for track in TRACKS.values()
        for kind in track.question_types.values()
        for stage in kind.form.stages
    )
    | dict.fromkeys(stage for form in FORMS for stage in form.stages)
)
# Names of stages: in which questions are judged; in which entries are voted on, and no more; whose people come on top; who does
# only the items that they were given one by one.
JUDGING = tuple(sorted({stage.name for stage in STAGES if not stage.after}))
VOTING = tuple(sorted({stage.name for stage in STAGES if stage.of == ENTRY}))
ON_TOP = tuple(sorted({stage.name for stage in STAGES if stage.on_top}))
OF_SOME = tuple(sorted({stage.name for stage in STAGES if stage.of_some}))
_ROLES = {stage.name: stage.role for stage in (*STAGES, PROGRAMS)}
_STAGES = {role: name for name, role in _ROLES.items() if role != JUDGE}


def role_of(stage: str, primary: bool) -> str:
    """What files and the API call whoever does the stage of this name; `primary`, as the primary assessor."""
    return PRIMARY if primary else _ROLES[stage]


def own_role_of(stage: str, primary: bool) -> str:
    """The same as its own person is told it. A third assessor judges like everybody, and is not told why they were asked."""
    return JUDGE if stage in OF_SOME else role_of(stage, primary)


def stage_of(role: str, first: Stage) -> str:
    """The name of the stage that somebody of this role does, of a question that is judged in `first`."""
    return _STAGES.get(role, first.name)


def track_of(evaluation: Evaluation) -> Track:
    """The track of an evaluation, with the types of question that its settings give it. Raises ValueError."""
    return get(evaluation.track, evaluation.definition).under(evaluation.settings)


def with_scales(evaluation: Evaluation) -> Evaluation:
    """The same with the scales of each question, as its type has them under the settings of the campaign."""
    track, topics = track_of(evaluation), evaluation.topics
    return evaluation._replace(scales=track.scales(topics), cell_scales=track.cell_scales(topics))


def get(slug: str, definition: str = "") -> Track:
    """The track of that name; of a campaign's own, that of its definition. Raises ValueError naming those there are."""
    if slug == OWN and definition:
        return declared(definition)
    if slug == OWN:
        raise ValueError(
            say("An evaluation of the campaign's own is read from its definition, and there is none.")
        )
    try:
        return TRACKS[slug]
    except KeyError:
        raise ValueError(f'There is no track "{slug}"; there are {", ".join(TRACKS)}.') from None
