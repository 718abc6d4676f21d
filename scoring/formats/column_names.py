"""What other programs call the columns of tables. Blanks, hyphens, underscores and case are passed over."""

from collections.abc import Mapping
from types import MappingProxyType

SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qid": ("question_id", "query_id", "topic_id", "q_id", "qno", "topic"),
        "docid": ("document_id", "doc_id", "docno", "document", "doc"),
        "passage": ("passage_id", "paragraph", "p_id"),
        "answer": ("answer_string", "answer_text", "response", "prediction", "system_answer"),
        "assessor": (
            "annotator",
            "judge",
            "annotator_id",
            "assessor_id",
            "worker",
            "worker_id",
            "rater",
            "user",
        ),
        "grade": ("judgment", "judgement", "label", "rating", "verdict", "relevance"),
        "label": ("assignment", "support", "grade", "judgment", "match_label"),
        "answer_class": ("class", "equivalence_class", "cluster"),
        "note": ("comment", "comments", "notes", "remark", "remarks"),
        "judged_at": ("time", "timestamp", "date", "created_at", "submitted_at"),
        "nugget": ("nugget_id", "nugget_name", "nugget_text"),
        "vote": ("importance",),
        "importance": ("vote",),
        "confidence": ("probability", "score"),
        "explanation": ("reason", "rationale", "reasoning"),
        "adjudicator": ("decided_by",),
        "name": ("full_name", "person"),
        "email": ("e_mail", "mail", "email_address"),
        "roles": ("role",),
        "languages": ("language",),
        "team": ("team_name", "group"),
        "account": ("username", "login"),
    }
)


# What other programs call a question that they name by its text, and what a system said.
OF_QUESTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qid": ("id", "example_id", "qas_id", "question_no", "question_number"),
        "question": ("question_text", "query", "query_text", "input", "prompt"),
    }
)
OF_SYSTEMS = (
    *("prediction", "predictions", "predicted_answer", "model_answer", "system_answer", "generated_answer"),
    *("response", "model_response", "output", "model_output", "generation", "generated_text", "completion"),
)
# Which nuggets an answer holds, as nuggetizer writes it: an answer a line, with a list of nuggets.
OF_ASSIGNMENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"nugget": ("nuggets.text",), "label": ("nuggets.assignment",)}
)
# It writes null for a nugget of which nobody said anything, and what we write has a line for each question that a run left out.
UNSAID_ASSIGNMENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"nuggets.assignment": ("label",), "answer_text": ("docid", "passage", "answer")}
)
ALSO: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"matches": OF_ASSIGNMENTS}
)  # of tables of bundles
UNSAID: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"matches": UNSAID_ASSIGNMENTS}
)  # of these, too
