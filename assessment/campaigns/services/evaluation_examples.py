"""What an evaluation of one's own, and questions and a run to try it with, look like: the files of the first of the gallery."""

from functools import partial

from assessment.campaigns.services.examples import FileExample, register_example
from assessment.campaigns.services.source_files import SourceFile

BEGUN_WITH = "graded"  # of the gallery
FILES = {
    "evaluation": "evaluation.toml",
    "evaluation-questions": "questions.csv",
    "evaluation-run": "runs/heron.txt",
}


def _example(name: str) -> SourceFile:
    from scoring.evaluations.gallery import gallery  # which reads all of them: for this page alone

    (folder,) = (entry.folder for entry in gallery() if entry.name == BEGUN_WITH)
    return SourceFile(name.rpartition("/")[2], folder.joinpath(name).read_bytes())


for _kind, _name in FILES.items():
    register_example(
        FileExample(_kind, partial(_example, _name), "own-evaluations#from-a-gallery-to-the-first-judgment")
    )
