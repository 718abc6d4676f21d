"""The API of question development: what is known of questions, and candidates."""
