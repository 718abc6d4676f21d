"""ResPubliQA 2010: reading its topics and runs."""
