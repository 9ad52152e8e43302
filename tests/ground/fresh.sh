#!/usr/bin/env bash
# Test the last commit as a stranger would: a new clone, an empty home, nothing cached.
set -euo pipefail
cd "$(dirname "$0")/../.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/home"
git clone --quiet . "$place/tussle"

# These would lead back to what this person has already fetched or made.
unset PIP_CACHE_DIR VIRTUAL_ENV PYTHONPATH MAKEFLAGS MAKELEVEL
export HOME="$place/home" XDG_CACHE_HOME="$place/home/.cache" XDG_CONFIG_HOME="$place/home/.config"
make -C "$place/tussle" --no-print-directory test
