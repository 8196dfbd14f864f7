"""The judge: a dispute settled in one look, with or without a match, at an address of its own."""

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from models.records import saved_rules_of
from views.judge.form import QUESTION, JudgeForm
from views.judge.page import JudgePage
from views.shared.rules_links import FIRST_HOUSE, CustomRules, read_choice
from views.shared.rules_links import LONGEST_QUERY as LONGEST_LINK
from views.web.access import device
from views.web.security import csrf

judge = Blueprint("judge", __name__)

LONGEST_QUERY = LONGEST_LINK + 1000
"""Characters of an address: the link of a house, and a question. Two full hands take a hundred."""

LAST_HOUSE = "judge_house"
"""The cookie with the house asked under last. It is no part of the session, which no verdict reads."""

A_YEAR = 365 * 24 * 3600
FRESH = 300
"""Seconds for which a verdict need not be asked for again."""


@judge.get("/judge")
def show() -> Response:
    """A verdict; without a house, where one asks for it."""
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if not {"house", "from"} & set(request.args):
        return _under_last_house()
    page = JudgePage(JudgeForm(request.args), live=_is_live())
    response = page.response()
    response.cache_control.public = True
    response.cache_control.max_age = FRESH
    response.vary.update(("Accept-Language", "X-Part"))
    response.add_etag(weak=True)
    return response.make_conditional(request)


def _under_last_house() -> Response:
    """The empty form under the house asked under last; a question without a house is put to that one."""
    last = read_choice(request.cookies.get(LAST_HOUSE, ""))
    house = last.house if last else CustomRules.named(FIRST_HOUSE)
    asked = {name: text for name, text in request.args.items() if name in QUESTION}
    if asked.keys() & {"cards", "knocker", "left"}:
        return redirect(house.judge_url(**asked), 303)
    response = JudgePage(JudgeForm(request.args, _mine(), house.choice), live=False).response()
    response.vary.add("Cookie")
    return response


def _mine() -> list[CustomRules]:
    """The houses that this phone keeps."""
    return [CustomRules.of(kept) for kept in saved_rules_of(device())]


# A stranger's page could do no more than choose a house here, and the form of a verdict has no token:
# it would make the page one reader's own.
@judge.post("/judge")
@csrf.exempt  # type: ignore[untyped-decorator]
def ask() -> Response:
    """Takes a question as it was typed, remembers its house, and leads to the address of the verdict."""
    form = JudgeForm(request.form, _mine())
    page = JudgePage(form, live=_is_live(), posed=True)
    response: Response = page.response()
    if page.status == 200:
        response = redirect(page.address(), 303)
    last = form.chosen.choice
    response.set_cookie(
        LAST_HOUSE, last, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def _is_live() -> bool:
    """Whether JavaScript asks after a tap, while there may be more cards to come."""
    return request.headers.get("X-Part") == "verdict"
