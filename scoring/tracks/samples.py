"""The few questions, and answers to them, with which an evaluation shows how its files look. All of it is made up."""

from types import MappingProxyType

from scoring.annotations import Label, PageSpan
from scoring.records import Question, Series, Topics
from scoring.tracks.base import GivenAnswer, Sample

_PARAGRAPH = "The harbour master shall keep the register of all ferries & pilots."
FACTOIDS = Sample(
    Topics(
        (
            Question("1", "factoid", "Who built the lighthouse of Halden?"),
            Question("2", "factoid", "When did the Tolm ferry first sail?"),
            Question("3", "factoid", "How many calories < 100 has a plate of kelp?"),
        )
    )
)
SERIES = Sample(
    Topics(
        (
            Question("1.1", "FACTOID", "When was it found?", "1"),
            Question("1.2", "LIST", "Which observatories saw it?", "1"),
            Question("1.3", "OTHER", "Other", "1"),
            Question("2.1", "FACTOID", "Where was she born?", "2"),
            Question("2.2", "OTHER", "Other", "2"),
        ),
        (Series("1", "Halden comet"), Series("2", "Mira Dunn")),
    )
)
OPINIONS = Sample(
    Topics(
        (
            Question("1.1", "RigidList", "Who likes the Tolm ferry?", "1"),
            Question("1.2", "SquishyList", "Why do people like the Tolm ferry?", "1"),
        ),
        (Series("1", "Tolm ferry"),),
    )
)
PARAGRAPHS = Sample(
    Topics(
        tuple(
            Question(qid, "Other", text, source_lang="EN", target_lang="EN")
            for qid, text in (
                ("0001", "Who keeps the register of ferries?"),
                ("0002", "Why are pilots registered?"),
            )
        )
    ),
    MappingProxyType(
        {"0001": GivenAnswer("jrc39999D0001-en.xml", _PARAGRAPH, "11", exact="The harbour master")}
    ),
    "EN:EN",
    "XML, with one <a> for each question of the run's pair of languages in the order of the topics; run.dtd has "
    "its form. The file is named after its run id: the team, the year, the number of the run, the task, the "
    'source and the target language. Questions that are not answered have answered="NO".',
)
PAGES = Sample(
    Topics(
        (
            Question("1000000000000000001", "question", "who built the lighthouse of halden"),
            Question("1000000000000000002", "question", "is the tolm ferry still running"),
            Question("1000000000000000003", "question", "how deep is the bay of orrin"),
        )
    ),
    MappingProxyType(
        {
            "1000000000000000001": GivenAnswer(
                "", label=Label(PageSpan(1350, 2040, 120, 210), (PageSpan(1402, 1411, 131, 133),))
            ),
            "1000000000000000002": GivenAnswer("", label=Label(PageSpan(860, 990, 77, 95), yes_no="YES")),
        }
    ),
    runs='JSON as the corpus\'s own evaluation reads it: one object whose "predictions" is a list with one entry for '
    "each example. Places are bytes and tokens of the page, the ends exclusive, -1 where an answer has none; "
    "yes_no_answer is NONE, YES or NO; scores say how sure the system is. gzip is read too.",
)
