"""What all apps of the assessment package stand on: the error family, field types, page helpers."""
