"""Every write of the campaigns app: campaigns, deadlines, topics files, questions."""

from assessment.campaigns.services.campaigns import (
    change_state,
    check_campaign,
    create_campaign,
    edit_settings,
    set_state,
    write_guidelines,
)
from assessment.campaigns.services.deadlines import move_deadline, set_deadline, set_or_move_deadline
from assessment.campaigns.services.questions import drop, edit_question, restore, settle_nil, settle_nils
from assessment.campaigns.services.source_files import SourceFile
from assessment.campaigns.services.topics import TopicsImported, import_questions, store_topics

__all__ = [
    "SourceFile",
    "TopicsImported",
    "change_state",
    "check_campaign",
    "create_campaign",
    "drop",
    "edit_question",
    "edit_settings",
    "import_questions",
    "move_deadline",
    "restore",
    "set_deadline",
    "set_or_move_deadline",
    "set_state",
    "settle_nil",
    "settle_nils",
    "store_topics",
    "write_guidelines",
]
