"""Grades as other programs spell them: in other letters, by their titles, or as yes and no, true and false, 1 and 0."""

from scoring.formats.folding import fold_label
from scoring.scales import Scale

_YES = frozenset({"yes", "y", "true", "t", "1", "1.0", "right", "correct", "acceptable"})
_NO = frozenset({"no", "n", "false", "f", "0", "0.0", "wrong", "incorrect", "unacceptable"})


def grade_in(scale: Scale, said: str) -> str | None:
    """The grade of a scale that somebody said; None where it cannot be told."""
    if said in scale.grades:
        return said
    folded = fold_label(said)
    known = {name: grade.label for grade in scale.declared for name in _names(grade.label, grade.title)}
    if folded in known:
        return known[folded]
    if len(scale.grades) != 2 or len(scale.correct) != 1:
        return None  # which of several grades a yes means is for people to say
    (right,) = scale.correct
    (wrong,) = (grade for grade in scale.grades if grade != right)
    return right if folded in _YES else wrong if folded in _NO else None


def _names(label: str, title: str) -> tuple[str, ...]:
    return tuple(fold_label(name) for name in (title, label) if name)
