"""Tables, events, seats, keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first form."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("title", "bout", "start", "seed", "digest", "hidden")),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("kind", "seat", "body", "key", "said")),
        sa.Column("at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("kind", "name", "fighters")),
        sa.Column("invitation", sa.Text, unique=True),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("until", "used", "revoked")),
    )
    op.create_index("ix_seats_table_id", "seats", ["table_id"])
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("seat_id", sa.Text, sa.ForeignKey("seats.id"), nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )
    op.create_index("ix_keys_seat_id", "keys", ["seat_id"])
