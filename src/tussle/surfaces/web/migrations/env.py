"""Alembic's way in: the connection comes from whoever migrates."""

from __future__ import annotations

from alembic import context

from tussle.surfaces.web.store import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
