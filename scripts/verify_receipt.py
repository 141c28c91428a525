#!/usr/bin/env python3
"""python3 scripts/verify_receipt.py <receipt.json> [--acceptance <file>] [--server <url>] [--witness <key>]... | --lines <file>

Checks receipts by docs/PROOF.md alone: the standard library of Python 3.8 or later, no code of the app, of the server or
of verify-receipt.mjs. Ed25519 is written out below (RFC 8032, section 5.1). One line a file: "holds", or the codes of what
does not. --needed <n>: so many of the witnesses. --lines reads a file of one receipt a line. Exit code 0: all hold. 1: one
does not. 2: a file or the server cannot be read. 3, "restored": it holds by itself, and the house has signed that a restored
backup made the log of its time void.
"""

import base64
import functools
import hashlib
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

# --- Ed25519 (RFC 8032, section 5.1) ---

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)


def point_add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def point_times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = point_add(result, point)
        point = point_add(point, point)
        scalar >>= 1
    return result


def point_of(data):
    """The point of 32 bytes, or None for bytes that are not the one spelling of a point."""
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * SQRT_MINUS_1 % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=256)
def is_signed(text, signature, public_key):
    signed, key = bytes.fromhex(signature), bytes.fromhex(public_key)
    point, commitment = point_of(key), point_of(signed[:32])
    s = int.from_bytes(signed[32:], "little")
    if point is None or commitment is None or s >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signed[:32] + key + text.encode("ascii")).digest(), "little") % L
    left, right = point_times(s, BASE), point_add(commitment, point_times(challenge, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- Trees (RFC 6962, section 2) ---


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def leaf(text):
    return sha256(b"\x00" + text.encode("ascii"))


def node(left, right):
    return sha256(b"\x01" + bytes.fromhex(left) + bytes.fromhex(right))


EMPTY = sha256(b"")


def split(count):
    """The largest power of two below count, which is at least 2."""
    return 1 << ((count - 1).bit_length() - 1)


def root(leaves):
    if not leaves:
        return EMPTY
    if len(leaves) == 1:
        return leaves[0]
    k = split(len(leaves))
    return node(root(leaves[:k]), root(leaves[k:]))


class PathEnds(Exception):
    """A path has fewer hashes than the tree needs."""


def taker(path):
    rest = list(path)

    def take():
        if not rest:
            raise PathEnds
        return rest.pop(0)

    return take, rest


def is_included(hashed, index, size, path, expected):
    take, rest = taker(path)

    def up(at, count):
        if count == 1:
            return hashed
        k = split(count)
        if at < k:
            below = up(at, k)
            return node(below, take())
        below = up(at - k, count - k)
        return node(take(), below)

    try:
        return index < size and up(index, size) == expected and not rest
    except PathEnds:
        return False


def is_consistent(old_size, old_root, new_size, new_root, path):
    if old_size > new_size:
        return False
    if old_size == new_size:
        return not path and old_root == new_root
    if old_size == 0:
        return not path and old_root == EMPTY
    take, rest = taker(path)

    def both(size, count, known):
        if size == count:
            hashed = old_root if known else take()
            return hashed, hashed
        k = split(count)
        if size <= k:
            before, after = both(size, k, known)
            return before, node(after, take())
        before, after = both(size - k, count - k, False)
        left = take()
        return node(left, before), node(left, after)

    try:
        return both(old_size, new_size, True) == (old_root, new_root) and not rest
    except PathEnds:
        return False


def is_range(leaves, start, size, path, expected):
    stop = start + len(leaves)
    take, rest = taker(path)

    def walk(low, high):
        if high <= start or low >= stop:
            return take()
        if low >= start and high <= stop:
            return root(leaves[low - start : high - start])
        middle = low + split(high - low)
        left = walk(low, middle)
        return node(left, walk(middle, high))

    try:
        return stop <= size and walk(0, size) == expected and not rest
    except PathEnds:
        return False


# --- The file ---

SAFE = 2**53 - 1


def text(pattern):
    compiled = re.compile(pattern, re.ASCII)
    return lambda value: type(value) is str and compiled.fullmatch(value) is not None


def whole(low=0, high=SAFE):
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values):
    return lambda value: type(value) is str and value in values


def or_null(check):
    return lambda value: value is None or check(value)


def list_of(check, most, least=0):
    return lambda value: type(value) is list and least <= len(value) <= most and all(check(each) for each in value)


def record(fields):
    return lambda value: (
        type(value) is dict and set(value) == set(fields) and all(check(value[name]) for name, check in fields.items())
    )


HASH = text("[0-9a-f]{64}")
PATH = list_of(HASH, 130)
SYMBOL = text("[A-Z0-9]{2,16}")
SOURCE = text("[A-Za-z0-9:._,-]{1,80}")
PRICE = text(r"[0-9]{1,16}(\.[0-9]{1,12})?")
MINOR = text("0|[1-9][0-9]{0,17}")
SIGNED = {"signature": text("[0-9a-f]{128}"), "publicKey": HASH}
TERMS = {
    "id": text("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
    "number": text("FT-[0-9A-Z]{10}"),
    "symbol": SYMBOL,
    "source": SOURCE,
    "instrument": text("[A-Za-z0-9._*,-]{1,140}"),
    "direction": one_of("up", "down"),
    "stake": MINOR,
    "currency": text("[A-Z0-9]{2,12}"),
    "scale": whole(0, 18),
    "payout": MINOR,
    "earningsRateBp": whole(0, 1_000_000),
    "durationSeconds": whole(1, 86_400),
    "acceptedAt": whole(),
    "entryTimeoutMs": whole(0, 86_400_000),
    "staleAfterMs": whole(0, 86_400_000),
    "rule": whole(1, 1),
}
RESULT = {
    "entrySequence": or_null(whole(1)),
    "entryAt": or_null(whole()),
    "entryPrice": or_null(PRICE),
    "expiresAt": or_null(whole()),
    "exitSequence": or_null(whole(1)),
    "exitAt": or_null(whole()),
    "exitPrice": or_null(PRICE),
    "status": one_of("won", "lost", "tie", "void"),
    "voidReason": or_null(one_of("no_entry_tick", "too_few_ticks", "stale_at_expiry")),
    "profitLoss": text("0|-?[1-9][0-9]{0,17}"),
    "closedAt": whole(),
}
TICK = record(
    {
        "sequence": whole(1),
        "at": whole(),
        "price": PRICE,
        "size": PRICE,
        "source": SOURCE,
        "sourceAt": whole(),
        "instrument": text("[A-Za-z0-9._*-]{1,64}"),
        "trade": or_null(whole()),
    }
)
LOG_NAME = text("[a-z]{2,20}")
LOGS = list_of(record({"name": LOG_NAME, "size": whole(), "root": HASH}), 16)
HEAD = {
    "number": whole(1),
    "at": whole(),
    "products": list_of(record({"symbol": SYMBOL, "size": whole(), "through": whole(), "root": HASH}), 500),
    "logs": LOGS,
}
PLACE = record({"leaf": whole(), "path": PATH})
KEY_CHANGE = record(
    {"from": HASH, "to": HASH, "at": whole(), "oldSignature": SIGNED["signature"], "newSignature": SIGNED["signature"]}
)
KEYS = list_of(KEY_CHANGE, 16)
PATHS = {
    "products": list_of(record({"symbol": SYMBOL, "path": PATH}), 500),
    "logs": list_of(record({"name": LOG_NAME, "path": PATH}), 16),
}


def note_text(value):
    return type(value) is str and len(value) <= 64_000


RECEIPT = record(
    {
        "format": one_of("fairtick-receipt-3"),
        "order": record({**TERMS, **RESULT}),
        "acceptance": record(SIGNED),
        "accepted": record({**HEAD, "products": HASH}),
        "tickCount": whole(),
        "ranges": list_of(record({"ticks": list_of(TICK, 1_002, 1), "path": PATH}), 2),
        "fixed": record(HEAD),
        "head": record(HEAD),
        "consistency": record(PATHS),
        "places": record({"acceptance": PLACE, "settlement": PLACE}),
        "heads": record({"accepted": PATH, "fixed": PATH, "head": PATH}),
        "checkpoint": note_text,
        "publicKey": HASH,
        "keys": KEYS,
    }
)
LATEST = record({"head": record(HEAD), "checkpoint": note_text, "publicKey": HASH})
CONSISTENCY = record({"from": record(HEAD), "to": record(HEAD), "heads": PATH, **PATHS})
RESTORES = list_of(
    record(
        {
            "kept": whole(1),
            "root": HASH,
            "keptAt": whole(),
            "at": whole(),
            "reason": one_of("hardware", "mistake", "attack"),
            **SIGNED,
        }
    ),
    16,
)


# --- Texts ---


def joined(*parts):
    return "|".join("-" if part is None else str(part) for part in parts)


def products_root(head):
    return root([leaf(joined("product", 2, t["symbol"], t["size"], t["through"], t["root"])) for t in head["products"]])


def head_leaf(head, products):
    logs = root([leaf(joined("log", 1, log["name"], log["size"], log["root"])) for log in head["logs"]])
    return leaf(joined("head", 2, head["number"], head["at"], products, logs))


def restore_text(origin, said):
    return joined("restore", 1, origin, *(said[name] for name in ("kept", "root", "keptAt", "at", "reason")))


def key_text(change):
    return joined("key", 1, change["from"], change["to"], change["at"])


def acceptance_text(order):
    return joined("accept", 2, *(order[field] for field in TERMS))


def settlement_text(order):
    return joined("settlement", 3, *(order[field] for field in TERMS), *(order[field] for field in RESULT))


def tick_text(symbol, tick):
    fields = ("sequence", "at", "price", "size", "source", "sourceAt", "instrument", "trade")
    return joined("tick", 2, symbol, *(tick[field] for field in fields))


# --- Checkpoints (c2sp.org/tlog-checkpoint, c2sp.org/signed-note) ---

NAME = "[!-*,-~]{1,120}"
NOTE = re.compile(
    f"({NAME})\n(0|[1-9][0-9]{{0,15}})\n([A-Za-z0-9+/]{{43}}=)\n\n((?:\u2014 {NAME} [A-Za-z0-9+/]{{8,}}={{0,2}}\n){{1,32}})"
)


def from_base64(written):
    """The bytes, or None for a text that is not their one spelling."""
    try:
        data = base64.b64decode(written, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode("ascii") == written else None


def read_checkpoint(note):
    """Origin, size, root, signed text and (name, bytes) of each signature; None for anything else."""
    match = NOTE.fullmatch(note)
    if match is None:
        return None
    origin, size, written, lines = match.groups()
    signatures = [(line.split(" ")[1], from_base64(line.split(" ")[2])) for line in lines.splitlines()]
    hashed = from_base64(written)
    if hashed is None or any(data is None for _, data in signatures):
        return None
    return origin, int(size), hashed.hex(), f"{origin}\n{size}\n{written}\n", signatures


def signatures_of(signatures, name, kind, public_key):
    """Those that name this key; kind is 1 for a log and 4 for a witness."""
    key_id = hashlib.sha256(f"{name}\n".encode("ascii") + bytes([kind]) + bytes.fromhex(public_key)).digest()[:4]
    return [data[4:] for each, data in signatures if each == name and data[:4] == key_id]


def is_signed_by_log(checkpoint, public_key):
    origin, _, _, signed, signatures = checkpoint
    own = signatures_of(signatures, origin, 1, public_key)
    return bool(own) and all(len(each) == 64 and is_signed(signed, each.hex(), public_key) for each in own)


# --- What a verifier checks ---


def log_of(head, name):
    return next((log for log in head["logs"] if log["name"] == name), {"size": 0, "root": None})


def is_rising(names):
    return all(a < b for a, b in zip(names, names[1:]))


def check_heads(receipt):
    accepted, fixed, head = receipt["accepted"], receipt["fixed"], receipt["head"]
    checkpoint = read_checkpoint(receipt["checkpoint"])
    if checkpoint is None or checkpoint[1] != head["number"] or not is_signed_by_log(checkpoint, receipt["publicKey"]):
        return {"checkpoint"}
    _, size, top, _, _ = checkpoint
    found = set()
    for name, shown, products in (
        ("accepted", accepted, accepted["products"]),
        ("fixed", fixed, products_root(fixed)),
        ("head", head, products_root(head)),
    ):
        symbols = [] if name == "accepted" else [tree["symbol"] for tree in shown["products"]]
        if not is_rising(symbols) or not is_rising([log["name"] for log in shown["logs"]]):
            found.add("heads")
        if not is_included(head_leaf(shown, products), shown["number"] - 1, size, receipt["heads"][name], top):
            found.add("heads")
    for older, newer in ((accepted, fixed), (fixed, head)):
        if older["number"] > newer["number"] or older["at"] > newer["at"]:
            found.add("order")
    return found | set(check_history(fixed, head, receipt["consistency"]))


def check_history(older, newer, paths):
    later = {tree["symbol"]: tree for tree in newer["products"]}
    if [entry["symbol"] for entry in paths["products"]] != [tree["symbol"] for tree in older["products"]]:
        yield "prices_rewritten"
    else:
        for tree, entry in zip(older["products"], paths["products"]):
            now = later.get(tree["symbol"])
            if (
                now is None
                or now["through"] < tree["through"]
                or not is_consistent(tree["size"], tree["root"], now["size"], now["root"], entry["path"])
            ):
                yield "prices_rewritten"
    if [entry["name"] for entry in paths["logs"]] != [log["name"] for log in older["logs"]]:
        yield "logs_rewritten"
    else:
        for log, entry in zip(older["logs"], paths["logs"]):
            now = log_of(newer, log["name"])
            if not is_consistent(log["size"], log["root"], now["size"], now["root"], entry["path"]):
                yield "logs_rewritten"


def is_chain(keys, public_key):
    """Whether each key hands over to the next, both signing it, and the last one is the key of the log."""
    following = [change["from"] for change in keys[1:]] + [public_key]
    return all(
        change["to"] == after
        and is_signed(key_text(change), change["oldSignature"], change["from"])
        and is_signed(key_text(change), change["newSignature"], change["to"])
        for change, after in zip(keys, following)
    )


def are_all_changes(keys, public_key, head):
    """Whether they lead to the key that signs, and are all that the log of keys has under this head."""
    changes = [leaf(key_text(change)) for change in keys]
    logged = log_of(head, "keys")
    return (
        is_chain(keys, public_key) and logged["size"] == len(changes) and logged["root"] in (None, root(changes))
    )


def check_logs(receipt):
    order, accepted = receipt["order"], receipt["acceptance"]

    def is_in(entry, log, place):
        return is_included(leaf(entry), place["leaf"], log["size"], place["path"], log["root"])

    if not are_all_changes(receipt["keys"], receipt["publicKey"], receipt["head"]):
        yield "keys"
    agreed = acceptance_text(order)
    if (
        accepted["publicKey"] != receipt["publicKey"]
        or not is_signed(agreed, accepted["signature"], accepted["publicKey"])
        or not is_in(agreed, log_of(receipt["accepted"], "orders"), receipt["places"]["acceptance"])
    ):
        yield "acceptance"
    if receipt["accepted"]["at"] > order["acceptedAt"] + order["entryTimeoutMs"]:
        yield "accepted_late"
    if not is_in(settlement_text(order), log_of(receipt["head"], "settlements"), receipt["places"]["settlement"]):
        yield "settlement"


def check_ranges(receipt, tree, ticks):
    symbol = receipt["order"]["symbol"]
    for part in receipt["ranges"]:
        shown = part["ticks"]
        if any(b["sequence"] != a["sequence"] + 1 for a, b in zip(shown, shown[1:])):
            yield "tick_missing"
        leaves = [leaf(tick_text(symbol, tick)) for tick in shown]
        if not is_range(leaves, shown[0]["sequence"] - 1, tree["size"], part["path"], tree["root"]):
            yield "ticks"
    if any(b["sequence"] <= a["sequence"] or b["at"] < a["at"] for a, b in zip(ticks, ticks[1:])):
        yield "tick_order"
    count = ticks[-1]["sequence"] - ticks[0]["sequence"] + 1 if ticks else 0
    if receipt["tickCount"] != count:
        yield "ticks"


def neighbours(ticks, index):
    """Whether the tick of that index is shown together with the one before it in the log."""
    if index == 0:
        return ticks[0]["sequence"] == 1
    return index > 0 and ticks[index - 1]["sequence"] == ticks[index]["sequence"] - 1


def check_span(order, tree, ticks, first_later, end):
    if first_later is None:
        if len(ticks) > 1:
            yield "begins_late"
    elif first_later > 1 or not neighbours(ticks, first_later):
        yield "begins_late"
    beyond = [index for index, tick in enumerate(ticks) if tick["at"] > end]
    if not beyond:
        if (ticks[-1]["sequence"] if ticks else 0) != tree["size"]:
            yield "ends_early"
    elif len(beyond) > 1 or (beyond[0] > 0 and not neighbours(ticks, beyond[0])):
        yield "ends_early"
    for tick in ticks:
        if order["acceptedAt"] < tick["at"] <= end:
            agreed = zip(order["source"].split(","), order["instrument"].split(","))
            if (tick["source"], tick["instrument"]) not in agreed:
                yield "source"
            if abs(tick["at"] - tick["sourceAt"]) > 60_000:
                yield "source_time"


def price_of(written):
    before, _, after = written.partition(".")
    return int(before + after.ljust(12, "0"))


def check_rule(order, ticks, entry, end):
    exit_tick = None
    status, reason = "void", None
    if entry is None:
        reason = "no_entry_tick"
    else:
        exit_tick = [t for t in ticks if t["at"] <= end and t["sequence"] >= entry["sequence"]][-1]
        if exit_tick["sequence"] == entry["sequence"]:
            reason = "too_few_ticks"
        elif end - exit_tick["at"] > order["staleAfterMs"]:
            reason = "stale_at_expiry"
        else:
            move = price_of(exit_tick["price"]) - price_of(entry["price"])
            gain = move if order["direction"] == "up" else -move
            status = "won" if gain > 0 else "lost" if gain < 0 else "tie"
    stake = int(order["stake"])
    profit = stake * order["earningsRateBp"] // 10_000
    expected = {
        "status": status,
        "voidReason": reason,
        "payout": str(stake + profit),
        "profitLoss": str({"won": profit, "lost": -stake}.get(status, 0)),
        "entrySequence": entry and entry["sequence"],
        "entryAt": entry and entry["at"],
        "entryPrice": entry and entry["price"],
        "expiresAt": end if entry else None,
        "exitSequence": exit_tick and exit_tick["sequence"],
        "exitAt": exit_tick and exit_tick["at"],
        "exitPrice": exit_tick and exit_tick["price"],
    }
    if any(order[field] != value for field, value in expected.items()):
        yield "field"


def findings(receipt):
    """The codes of what does not hold, in alphabetical order; empty for a receipt that holds."""
    if not RECEIPT(receipt):
        return ["format"]
    order, fixed = receipt["order"], receipt["fixed"]
    ticks = [tick for part in receipt["ranges"] for tick in part["ticks"]]
    deadline = order["acceptedAt"] + order["entryTimeoutMs"]
    first_later = next((index for index, tick in enumerate(ticks) if tick["at"] > order["acceptedAt"]), None)
    entry = ticks[first_later] if first_later is not None and ticks[first_later]["at"] <= deadline else None
    end = entry["at"] + order["durationSeconds"] * 1000 if entry else deadline
    found = {*check_heads(receipt), *check_logs(receipt)}
    tree = next((tree for tree in fixed["products"] if tree["symbol"] == order["symbol"]), None)
    if tree is None:
        found.add("ticks")
    else:
        found.update(check_ranges(receipt, tree, ticks))
        found.update(check_span(order, tree, ticks, first_later, end))
        if tree["through"] < end or log_of(fixed, "settlements")["size"] > receipt["places"]["settlement"]["leaf"]:
            found.add("not_fixed_before")
    if order["closedAt"] < end:
        found.add("closed_early")
    found.update(check_rule(order, ticks, entry, end))
    return sorted(found)


def terms_findings(receipt, kept):
    """The codes of what differs between a receipt that holds and the acceptance that the user was given."""
    known = [receipt["publicKey"], *(change["from"] for change in receipt["keys"])]
    if not record({"terms": record(TERMS), **SIGNED})(kept) or kept["publicKey"] not in known:
        return ["acceptance"]
    if not is_signed(acceptance_text(kept["terms"]), kept["signature"], kept["publicKey"]):
        return ["acceptance"]
    return ["terms_changed"] if any(kept["terms"][f] != receipt["order"][f] for f in TERMS) else []


def witness_key(written):
    """A key as name+id+key of c2sp.org/signed-note, type 04: its name, its id and the key."""
    parts = written.split("+", 2)
    data = from_base64(parts[2]) if len(parts) == 3 else None
    if data is None or len(data) != 33 or data[0] != 4:
        raise ValueError(f"{written} is no key of a witness")
    if hashlib.sha256(parts[0].encode("utf-8") + b"\n" + data).hexdigest()[:8] != parts[1]:
        raise ValueError(f"{written} is misspelt: its id is another")
    return parts[0], data[1:].hex()


def has_witnessed(checkpoint, witness):
    """Whether each line that names that key is a signature of it, and there is one."""
    _, _, _, signed, signatures = checkpoint
    name, public_key = witness
    own = signatures_of(signatures, name, 4, public_key)

    def holds(data):
        time = int.from_bytes(data[:8], "big")
        text = f"cosignature/v1\ntime {time}\n{signed}"
        return len(data) == 72 and time < 2**53 and is_signed(text, data[8:].hex(), public_key)

    return len(own) > 0 and all(holds(data) for data in own)


def witness_findings(receipt, witnesses, needed):
    """Of a receipt that holds: whether so many of these keys have signed its checkpoint."""
    checkpoint = read_checkpoint(receipt["checkpoint"])
    seen = [key for key in set(map(witness_key, witnesses)) if has_witnessed(checkpoint, key)]
    return ["not_witnessed"] if len(seen) < needed else []


def asker(server):
    """What the server answers to a path and holds to this form; None where it has no such thing."""

    def ask(path, form):
        try:
            with urllib.request.urlopen(urllib.parse.urljoin(server, "/api" + path), timeout=30) as answer:
                value = read(answer.read(20_000_000).decode("utf-8"))
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise
        if not form(value):
            raise ValueError(f"{server} answers {path} with something else")
        return value

    return ask


def is_policy(value):
    return type(value) is dict and KEYS(value.get("keys")) and RESTORES(value.get("restores"))


def check_today(receipt, today, now, ask):
    """Where the log of today does not go on from the receipt's."""
    older, newer = receipt["head"], today["head"]
    paths = None
    if older["number"] <= newer["number"]:
        paths = ask(f"/proof/consistency?from={older['number']}&to={newer['number']}", CONSISTENCY)
    if paths is None:
        yield "order"
        return
    if older["at"] > newer["at"]:
        yield "order"
    yield from check_history(older, newer, paths)
    before = read_checkpoint(receipt["checkpoint"])
    if not is_consistent(before[1], before[2], now[1], now[2], paths["heads"]):
        yield "heads_rewritten"
    shown = paths["to"]
    if head_leaf(shown, products_root(shown)) != head_leaf(newer, products_root(newer)):
        yield "heads_rewritten"


def is_restored(receipt, known, restores, now, ask):
    """Whether a key of this log signed that the receipt's head is void, and the log of today goes on from what was kept."""
    head = receipt["head"]
    for said in restores:
        of_this_time = said["kept"] < head["number"] and head["at"] <= said["at"]
        if not of_this_time or said["publicKey"] not in known:
            continue
        if not is_signed(restore_text(now[0], said), said["signature"], said["publicKey"]):
            continue
        if said["kept"] > now[1]:
            return False
        paths = ask(f"/proof/consistency?from={said['kept']}&to={now[1]}", CONSISTENCY)
        return paths is not None and is_consistent(said["kept"], said["root"], now[1], now[2], paths["heads"])
    return False


def server_findings(receipt, server):
    """Of a receipt that holds: whether the log that the server has today goes on from it."""
    ask = asker(server)
    today, policy = ask("/proof/heads/latest", LATEST), ask("/proof/policy", is_policy)
    if today is None or policy is None:
        raise ValueError(f"{server} has no log")
    now = read_checkpoint(today["checkpoint"])
    if now is None or now[1] != today["head"]["number"] or not is_signed_by_log(now, today["publicKey"]):
        return ["checkpoint"]
    known = set()
    if are_all_changes(policy["keys"], today["publicKey"], today["head"]):
        known = {today["publicKey"], *(change["from"] for change in policy["keys"])}
    if receipt["publicKey"] not in known and receipt["publicKey"] != today["publicKey"]:
        return ["keys"]
    found = set(check_today(receipt, today, now, ask))
    may_be_void = found & {"heads_rewritten", "order"} and receipt["publicKey"] in known
    if may_be_void and is_restored(receipt, known, policy["restores"], now, ask):
        return ["restored"]
    return sorted(found)


def once(pairs):
    """An object of which no field is written twice."""
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a field is written twice")
    return dict(pairs)


def read(text):
    return json.loads(text, object_pairs_hook=once)


def verdict(codes):
    print(" ".join(codes) if codes else "holds", flush=True)
    return 3 if codes == ["restored"] else 1 if codes else 0


def options_of(args):
    """The file, and the values of each option; nothing else may be given."""
    values = {"--acceptance": [], "--witness": [], "--needed": [], "--server": []}
    if len(args) % 2 == 0 or any(name not in values for name in args[1::2]):
        return None
    for name, value in zip(args[1::2], args[2::2]):
        values[name].append(value)
    return values if all(len(values[name]) < 2 for name in values if name != "--witness") else None


def main(args):
    options = None if args[:1] == ["--lines"] else options_of(args)
    if options is None and (args[:1] != ["--lines"] or len(args) != 2):
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    try:
        if options is None:
            with open(args[1], encoding="utf-8") as file:
                return max(verdict(findings(read(line))) for line in file)
        with open(args[0], encoding="utf-8") as file:
            receipt = read(file.read())
        codes = findings(receipt)
        for name in options["--acceptance"]:
            with open(name, encoding="utf-8") as file:
                kept = read(file.read())
            codes = codes or terms_findings(receipt, kept)
        needed = int((options["--needed"] or [len(set(options["--witness"]))])[0])
        codes = codes or witness_findings(receipt, options["--witness"], needed)
        for server in options["--server"]:
            codes = codes or server_findings(receipt, server)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return verdict(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
