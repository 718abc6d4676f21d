"""Which grades call an answer correct, on the scale of its question."""

from collections import defaultdict

from django.db.models import Q

from scoring.tracks.base import Track


def called_correct(track: Track, grade: str, question_type: str) -> Q:
    """The rows whose grade calls an answer correct. `grade`, `question_type`: the fields that hold these.

    What a campaign lets count besides (its setting `right`) calls nothing correct.
    """
    types = defaultdict[frozenset[str], list[str]](list)
    for name, kind in track.question_types.items():
        if kind.scale:
            types[kind.scale.strictly_correct].append(name)
    if len(types) == 1:  # so that no table need be joined for what is the same of all
        return Q(**{f"{grade}__in": sorted(*types)})
    found = Q(pk__in=())
    for grades, names in types.items():
        found |= Q(**{f"{grade}__in": sorted(grades), f"{question_type}__in": names})
    return found
