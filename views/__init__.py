"""What a player sees and types: the families of pages, and the commands."""

from click import Command
from flask import Blueprint

from views.health import health
from views.serving import serve

BLUEPRINTS: tuple[Blueprint, ...] = (health,)
COMMANDS: tuple[Command, ...] = (serve,)
