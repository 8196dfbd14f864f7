"""The judge: settles a dispute about cards, in a match or without one."""

import time

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from models.records.finding.matches import matches_of
from models.records.tables.saved_rules import saved_rules_of
from views.judge.form import JudgeForm, as_asked, as_typed
from views.judge.how_often import how_often_page
from views.judge.page import JudgePage, MatchAsked
from views.shared.rules_links import FIRST_PRESET, CustomRules, read_choice
from views.shared.rules_links import LONGEST_QUERY as LONGEST_LINK
from views.web import security
from views.web.access import device, opened_at
from views.web.security import csrf
from views.words.seating import title

judge = Blueprint("judge", __name__)

LONGEST_QUERY = LONGEST_LINK + 1000
"""Characters. Rules and a question with two full hands take about a hundred."""

LAST_RULES = "judge_house"
"""The cookie with the time and the rules of the last question."""

A_YEAR = 365 * 24 * 3600
FRESH = 300
"""Seconds for which a verdict may be cached."""


@judge.get("/judge")
def show() -> Response:
    """A verdict; without rules in the address, the form with the rules last used on this phone."""
    _limit_query()
    if not {"house", "from"} & set(request.args):
        return _with_last_rules()
    response = JudgePage(JudgeForm(as_asked(request.args)), live=_is_live()).response()
    response.cache_control.public = True
    response.cache_control.max_age = FRESH
    response.vary.update(("Accept-Language", "X-Part"))
    response.add_etag(weak=True)
    return response.make_conditional(request)


def _with_last_rules() -> Response:
    """The empty form; a question without rules was typed, and is redirected to the rules last used."""
    page = JudgePage(JudgeForm(as_typed(request.args), _mine(), _last_used()), live=False)
    if page.posed and page.status == 200:
        return redirect(page.address(), 303)
    response = page.response()
    response.vary.add("Cookie")
    return response


def _last_used() -> CustomRules:
    """The rules last used on this phone, in a match or for a question."""
    judged_at, choice = _last_judged()
    match = next(iter(matches_of(device(), limit=1)), None)
    if match and match.changed_at.timestamp() > judged_at:
        return CustomRules.agreed(match.agreement)
    last = read_choice(choice)
    return last.rules if last else CustomRules.named(FIRST_PRESET)


def _last_judged() -> tuple[float, str]:
    """When this phone last asked the judge, in seconds since 1970, and under which rules."""
    cookie = next(security.sent(LAST_RULES), "")
    at, colon, choice = cookie.partition(":")
    return (float(at), choice) if colon and at.isdecimal() else (0.0, cookie)


def _mine() -> list[CustomRules]:
    return [CustomRules.of(saved) for saved in saved_rules_of(device())]


# No CSRF token: a forged request could only choose rules, and a page with a token could not be cached.
@judge.post("/judge")
@csrf.exempt  # type: ignore[untyped-decorator]
def ask() -> Response:
    """Takes a question as it was typed, remembers its rules, and redirects to the verdict."""
    return _asked(JudgePage(JudgeForm(request.form, _mine()), live=_is_live(), posed=True))


@judge.get("/m/<watch>/judge")
def in_match(watch: str) -> Response:
    """The judge with the rules of a match."""
    _limit_query()
    match, rules = _match_at(watch)
    return JudgePage(JudgeForm(as_asked(request.args), only=rules), live=_is_live(), match=match).response()


@judge.post("/m/<watch>/judge")
@csrf.exempt  # type: ignore[untyped-decorator]
def ask_in_match(watch: str) -> Response:
    """Takes a question in a match and redirects to the verdict there."""
    match, rules = _match_at(watch)
    form = JudgeForm(request.form, only=rules)
    return _asked(JudgePage(form, live=_is_live(), posed=True, match=match))


@judge.get("/how-often")
def how_often() -> str:
    """How often what happens in gin rummy, by itself: it is about no match."""
    return how_often_page()


def _match_at(watch: str) -> tuple[MatchAsked, CustomRules]:
    match = opened_at(watch).match
    return MatchAsked(watch, title(match.table, match.sides)), CustomRules.agreed(match.agreement)


def _asked(page: JudgePage) -> Response:
    """Redirects to the verdict, or shows the form with its errors; remembers the rules either way."""
    response: Response = redirect(page.address(), 303) if page.status == 200 else page.response()
    asked_at = int(time.time())
    return security.remember(response, LAST_RULES, f"{asked_at}:{page.form.chosen.choice}", A_YEAR)


def _limit_query() -> None:
    """Refuses an address that is longer than any question."""
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)


def _is_live() -> bool:
    """Whether JavaScript asks while cards are still being tapped."""
    return request.headers.get("X-Part") == "verdict"
