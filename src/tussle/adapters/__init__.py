"""Adapters: positions as environments of other people's frameworks. Each needs its framework installed."""
