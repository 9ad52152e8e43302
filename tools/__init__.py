"""What the project's own programs stand on; no part of the package."""
