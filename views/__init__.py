"""What a player sees and types: the families of pages, and the commands."""

from click import Command
from flask import Blueprint

from views.cli.audit import prove_command
from views.cli.score_and_judge import judge_command, score_command
from views.cli.serve import serve, upgrade
from views.hands.routes import hands
from views.houses.change_rules import change_rules_pages
from views.houses.custom_routes import custom_rules
from views.houses.routes import houses
from views.judge.routes import judge
from views.matches.routes import matches
from views.matches.scoreboard import screens
from views.matches.upcard import upcards
from views.sharing.routes import sharing
from views.web.health import health

BLUEPRINTS: tuple[Blueprint, ...] = (
    matches,
    hands,
    houses,
    custom_rules,
    judge,
    sharing,
    screens,
    upcards,
    change_rules_pages,
    health,
)
COMMANDS: tuple[Command, ...] = (serve, upgrade, score_command, judge_command, prove_command)
