"""What a player types: fields in, the engine's values out."""
