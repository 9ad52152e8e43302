"""Where people meet Tussle. No rule lives here."""
