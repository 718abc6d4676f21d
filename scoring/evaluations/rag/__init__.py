"""TREC RAG and its kin: reading topics, and runs of sentences with citations."""
