"""What a player sees and types: the families of pages, and the commands."""

from click import Command
from flask import Blueprint

from views.commands import judge_command, score_command
from views.hands import hands
from views.health import health
from views.houses import houses
from views.judge import judge
from views.matches import matches
from views.own_houses import own
from views.proving import prove_command
from views.rulings import rulings
from views.screens import screens
from views.serving import serve
from views.sharing import sharing
from views.upcards import upcards

BLUEPRINTS: tuple[Blueprint, ...] = (
    matches,
    hands,
    houses,
    own,
    judge,
    sharing,
    screens,
    upcards,
    rulings,
    health,
)
COMMANDS: tuple[Command, ...] = (serve, score_command, judge_command, prove_command)
