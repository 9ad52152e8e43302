"""What a grapple is made of, whatever the rules: fighters, stance, position, space, the walk, the notation."""
