"""The kinds of files of what was known before judging."""

from assessment.development.services.answers import AnswersFile
from assessment.development.services.files import KnownFile
from assessment.development.services.gold import GoldFile
from assessment.development.services.nuggets import NuggetsFile, PyramidFile

FORMATS: dict[str, KnownFile] = {
    one.kind: one for one in (AnswersFile(), NuggetsFile(), PyramidFile(), GoldFile())
}
for one in FORMATS.values():
    one.register()
