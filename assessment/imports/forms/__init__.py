"""What organizers and their programs send."""

from assessment.imports.forms.files import (
    AnnotationsForm,
    JudgmentsForm,
    MachineForm,
    MachineMatchesForm,
    MachineNuggetsForm,
    PatternsForm,
)

__all__ = [
    "AnnotationsForm",
    "JudgmentsForm",
    "MachineForm",
    "MachineMatchesForm",
    "MachineNuggetsForm",
    "PatternsForm",
]
