"""Rules, file formats, measures and studies of question-answering evaluations, in plain Python."""

__version__ = "0.1.0"
