"""The table as a web page. It holds no rule: what is legal, asked and meant is the session's."""
