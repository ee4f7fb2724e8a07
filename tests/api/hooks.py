"""Requests that mean something: most random texts are no rates, rules or hands, and are refused.

A generated query becomes the examples of the OpenAPI document, with some of the parameters that
were generated put on top: sometimes as they are, sometimes with a value of `values.json`. Every
fourth query stays as it was generated. Bodies become files of games, or a record of a series,
in the same way."""

import json
import pathlib

import schemathesis
from hypothesis import strategies as st

VALUES = json.loads((pathlib.Path(__file__).parent / "values.json").read_text("utf-8"))
GAMES = (
    "first,second,result,date,event\n"
    "Ann,Ben,1-0,2024-04-01,Spring\nBen,Ann,1-0,2024-04-01,Spring\nAnn,佐藤,0-1,2025-04-01,Autumn\n"
    "佐藤,Ben,1/2-1/2,2025-04-02,Autumn\nBen,佐藤,foul,2025-04-02,<b>\n"
)
PLAYERS = "name,elo,seed\nAnn,1900,1\n佐藤,1800,2\n<b>,1700.5,3\nDan,1600,4\n"
ESTIMATE = json.dumps({
    "adjusted": {"ratings": [{"name": n, "elo": e, "error": 20} for n, e in [("Ann", 40), ("Ben", 0), ("佐藤", -20), ("<b>", -30)]]},
    "recommended": {"p": "7/10", "f": "1/10"},
})
ROUND = "first,second,result\nAnn,Dan,1-0\n佐藤,<b>,0-1\n"
ROUNDS = ("pair", "sheets", "bracket")
HANDS = '{"hand": "234m456799p22678s", "draws_left": 2}\n{"hand": "34567m2246p34088s", "dora": "7s", "draws_left": 2}\n{"hand": "1m"}\n'
PAIRS = "a,b,board\nAnn,Ben,1\n佐藤,<b>,2\n"
RECORD = (pathlib.Path(__file__).parent / "series.json").read_text("utf-8")


def in_address(raw):
    """The parameters of an operation that stand in the address."""
    return [p for p in raw.get("parameters", []) if p["in"] == "query"]


def examples(operation):
    """The examples of an operation, which make a request that is answered."""
    raw = operation.definition.raw
    of = {p["name"]: p["example"] for p in in_address(raw) if "example" in p}
    return {name: "true" if value is True else value for name, value in of.items()}


def names(operation):
    return [p["name"] for p in in_address(operation.definition.raw)]


@schemathesis.hook
def flatmap_query(context, query):
    operation = context.operation
    if operation is None or not isinstance(query, dict):
        return st.just(query)
    base = examples(operation)
    known = sorted(set(names(operation)) & set(VALUES))

    @st.composite
    def meant(draw):
        if draw(st.integers(0, 3)) == 3:
            return query
        asked = dict(base)
        for name in draw(st.lists(st.sampled_from(known), max_size=3, unique=True)) if known else []:
            asked[name] = draw(st.sampled_from(VALUES[name]))
        for name in ("lang", "format"):
            if name in query and draw(st.booleans()):
                asked[name] = query[name]
        # Now and then something unforeseen beside what is meant.
        if query and draw(st.integers(0, 5)) == 5:
            name = draw(st.sampled_from(sorted(query, key=str)))
            asked[name] = query[name]
        return asked

    return meant()


@schemathesis.hook
def map_body(context, body):
    if context.operation is None or not isinstance(body, dict):
        return body
    if "/event/" in context.operation.path:
        return of_event(context.operation.path, body)
    if "hands" in body:
        # Now and then as it was generated, else lines of which one is refused.
        return body if len(body["hands"]) % 4 == 3 else {**body, "hands": HANDS.encode()}
    if not isinstance(body.get("files"), list):
        return body
    path = context.operation.path
    text = RECORD if "/live" in path else PAIRS if "/score-sheet" in path else GAMES
    # As often as there is anything to decide by: by the length of what was generated.
    if sum(len(file) for file in body["files"] if isinstance(file, (bytes, str))) % 4 != 3:
        return {**body, "files": [text.encode()]}
    return body


def of_event(path, body):
    """Parts of an event: now and then as they were generated, else what they are for."""
    if sum(len(part) for part in body.values() if isinstance(part, (bytes, str))) % 5 == 4:
        return body
    if path.rsplit("/", 1)[-1] in ROUNDS:
        return {"players": PLAYERS.encode(), **({"results": ROUND.encode()} if "results" in body else {})}
    return {"from": ESTIMATE.encode()} if "from" in body else {"players": PLAYERS.encode()}


@schemathesis.hook
def before_call(context, case, kwargs):
    # A workbook of all lengths takes a slow machine seconds: one length is enough here.
    if case.operation.path.endswith("/workbook"):
        given = {name: value for name, value in (case.query or {}).items() if name != "limit" or value}
        case.query = {"limit": "5", "series": "10", **given}
    # The course of a test is of two players, and there are three.
    if case.operation.path.endswith("/chart/match"):
        case.query = {"sprt": "0,5", "player": "Ann", "against": "Ben", **(case.query or {})}
    # An event is simulated a few times: often takes a slow machine seconds.
    if "/event/" in case.operation.path and case.operation.path.rsplit("/", 1)[-1] not in ROUNDS:
        case.query = {"p": "70%", "simulate": "20", **(case.query or {})}
    # All formats and rules, each exactly where it can be, take seconds: some are enough here.
    if "/event/find" in case.operation.path:
        case.query = {"stages": ["knockout", "league"], "rule": ["single"], **(case.query or {})}
    # A PDF takes a browser some seconds: the tests of the pages ask for some.
    if (case.query or {}).get("format") == "pdf":
        case.query = {**case.query, "format": "html"}
