"""What organizers and their programs send."""

from assessment.imports.forms.files import (
    AnnotationsForm,
    ConfirmForm,
    JudgmentsForm,
    MachineForm,
    MachineMatchesForm,
    MachineNuggetsForm,
    PatternsForm,
    ReasonForm,
)

__all__ = [
    "AnnotationsForm",
    "ConfirmForm",
    "JudgmentsForm",
    "MachineForm",
    "MachineMatchesForm",
    "MachineNuggetsForm",
    "PatternsForm",
    "ReasonForm",
]
