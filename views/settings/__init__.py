"""How pages look on this device."""
