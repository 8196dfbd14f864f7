"""A match that is removed while a newer copy of it is on its way does not come back."""

import pytest

from tests.browser.table import Phone
from tests.browser.test_offline import SCRIPTS, with_source

STORE, TAKEN = "/phone/static/js/phone_store.js", f"{SCRIPTS}offline/taken_store.js"

MEANWHILE = """async ([store, taken, act]) => {
  const { forgetMatch, renewMatch } = await import(store);
  const { keepTaken, takenAt } = await import(taken);
  const acts = {
    nothing: () => {},
    removed: () => forgetMatch("m/x"),
    moved: () => keepTaken("m/x", { moved: "m/y" }),
  };
  globalThis.fetch = async () => {
    await acts[act]();
    return new Response(JSON.stringify({ stamp: "2" }), { headers: { "X-Access": "score" } });
  };
  await keepTaken("m/x", { text: "", stamp: "1" });
  await renewMatch(`${location.origin}/`, "m/x");
  return takenAt("m/x");
}"""


@pytest.mark.parametrize(
    "act, kept",
    [
        ("nothing", {"text": '{"stamp":"2"}', "stamp": "2"}),
        ("removed", None),
        ("moved", {"moved": "m/y"}),
    ],
)
def test_what_happens_to_a_match_meanwhile_is_what_counts(
    phone: Phone, act: str, kept: dict[str, str] | None
) -> None:
    assert with_source(phone()).evaluate(MEANWHILE, [STORE, TAKEN, act]) == kept
