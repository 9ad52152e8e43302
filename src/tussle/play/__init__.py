"""Play: sessions, transcripts, policies."""
