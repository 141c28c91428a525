#!/usr/bin/env python3
"""python3 scripts/verify_receipt.py <receipt.json or evidence.json> [--acceptance <file>] [--server <url>] [--key <hex>]
    [--witness <key>]... [--needed <number>] [--signers <text or file>]...
python3 scripts/verify_receipt.py --checkpoint <file> --checkpoint <file> --key <hex> [--server <url>]
python3 scripts/verify_receipt.py --lines <file> [--signers <text or file>]...

Checks receipts by docs/PROOF_FORMAT.md alone: the standard library of Python 3.8 or later, no code of the app, of the
server or of verify-receipt.mjs. Ed25519 (RFC 8032, section 5.1), Keccak-256 and secp256k1 are written out below.

The output is one line: "holds", or the codes of what does not. "NOTE not tied in time" says that nobody outside is known
to have seen the log when the order ran; "NOTE not fixed in time", that prices stood in no head for more than ten seconds.

--needed: how many of the witnesses have to have signed. --signers: a set of signers of prices in addition to those that
Pyth has published. --lines: a file with one receipt per line, each of which is checked by
itself. Two checkpoints are compared with each other: show a log that is "forked" to its witnesses and monitors, to other users and to a supervisory authority.

Exit code 0: all hold. 1: one does not. 2: a file, an option or the server cannot be read. 3, "restored": it holds by
itself, but the house has signed that a restored backup made the log of its time void. 4, "holds, not fixed in time": it
holds by itself, but its prices were fixed so late that the house could choose them.
"""

import argparse
import base64
import functools
import hashlib
import json
import re
import sys
import time
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


def is_neutral(point):
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def has_small_order(point):
    """Whether eight times the point is nothing: under such a key anybody can sign."""
    return is_neutral(point_times(8, point))


@functools.lru_cache(maxsize=256)
def is_signed(text, signature, public_key):
    signed, key = bytes.fromhex(signature), bytes.fromhex(public_key)
    point, commitment = point_of(key), point_of(signed[:32])
    s = int.from_bytes(signed[32:], "little")
    if point is None or commitment is None or s >= L or has_small_order(point):
        return False
    challenge = int.from_bytes(hashlib.sha512(signed[:32] + key + text.encode("ascii")).digest(), "little") % L
    left, right = point_times(s, BASE), point_add(commitment, point_times(challenge, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- Keccak-256 and secp256k1: signed prices ---

ROUND_CONSTANTS = (
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
    0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
    0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
)
OFFSETS = (0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14)
LANE = 2**64 - 1


def keccak_f(lanes):
    """The permutation of 25 lanes; lane x + 5y is that of column x and row y."""
    for constant in ROUND_CONSTANTS:
        parity = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        theta = [parity[x - 1] ^ ((parity[x - 4] << 1 | parity[x - 4] >> 63) & LANE) for x in range(5)]
        moved = [0] * 25
        for place in range(25):
            x, y = place % 5, place // 5
            lane, by = lanes[place] ^ theta[x], OFFSETS[place]
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = (lane << by | lane >> (64 - by)) & LANE
        lanes = [
            moved[at] ^ (~moved[at - at % 5 + (at + 1) % 5] & LANE & moved[at - at % 5 + (at + 2) % 5])
            for at in range(25)
        ]
        lanes[0] ^= constant
    return lanes


def keccak(data):
    """Keccak-256 with the padding that chains use, which is not that of SHA-3."""
    fill = 136 - len(data) % 136
    data += b"\x81" if fill == 1 else b"\x01" + bytes(fill - 2) + b"\x80"
    lanes = [0] * 25
    for start in range(0, len(data), 136):
        for at in range(17):
            lanes[at] ^= int.from_bytes(data[start + 8 * at : start + 8 * at + 8], "little")
        lanes = keccak_f(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])


FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
GENERATOR = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    1,
)
NOTHING = (0, 1, 0)


def curve_add(p, q):
    """The complete addition of y^2 = x^3 + 7 in projective coordinates (Renes, Costello, Batina 2015, algorithm 7)."""
    (x1, y1, z1), (x2, y2, z2) = p, q
    xx, yy, zz = x1 * x2, y1 * y2, z1 * z2 * 21
    xy = (x1 + y1) * (x2 + y2) - xx - yy
    yz = (y1 + z1) * (y2 + z2) - yy - z1 * z2
    xz = (x1 + z1) * (x2 + z2) - xx - z1 * z2
    low, high, triple = (yy - zz) % FIELD, (yy + zz) % FIELD, 3 * xx % FIELD
    cross = 21 * xz % FIELD
    return (
        (xy * low - yz * cross) % FIELD,
        (high * low + cross * triple) % FIELD,
        (yz * high + triple * xy) % FIELD,
    )


def curve_times(scalar, point):
    result = NOTHING
    for bit in bin(scalar)[2:]:
        result = curve_add(result, result)
        if bit == "1":
            result = curve_add(result, point)
    return result


@functools.lru_cache(maxsize=4096)
def signer_of(digest, signature, parity):
    """The address of the key that made a signature; None for one that is not in its one spelling."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not 0 < r < ORDER or not 0 < s <= ORDER // 2 or parity > 1:
        return None
    y = pow(r**3 + 7, (FIELD + 1) // 4, FIELD)
    if (y * y - r**3 - 7) % FIELD != 0:
        return None
    inverse = pow(r, ORDER - 2, ORDER)
    left = curve_times(-int.from_bytes(digest, "big") * inverse % ORDER, GENERATOR)
    x, y, z = curve_add(left, curve_times(s * inverse % ORDER, (r, y if y % 2 == parity else FIELD - y, 1)))
    if z == 0:
        return None
    unit = pow(z, FIELD - 2, FIELD)
    return keccak((x * unit % FIELD).to_bytes(32, "big") + (y * unit % FIELD).to_bytes(32, "big"))[12:].hex()


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


def included_root(hashed, index, size, path):
    """The root that a leaf and its path lead to; None for a path of another tree."""
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
        found = up(index, size) if index < size else None
    except PathEnds:
        return None
    return None if rest else found


def is_included(hashed, index, size, path, expected):
    return included_root(hashed, index, size, path) == expected and expected is not None


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
# A change of the price, times this, is the gain of an order.
GAINS = {"up": 1, "down": -1}
SIGNED = {"signature": text("[0-9a-f]{128}"), "publicKey": HASH}
TERMS = {
    "id": text("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
    "number": text("FT-[0-9A-Z]{10}"),
    "symbol": SYMBOL,
    "source": SOURCE,
    "instrument": text("[A-Za-z0-9._*,-]{1,140}"),
    "direction": one_of(*GAINS),
    "stake": MINOR,
    "currency": text("[A-Z0-9]{2,12}"),
    "scale": whole(0, 18),
    "payout": MINOR,
    "earningsRateBp": whole(0, 1_000_000),
    "durationSeconds": whole(1, 86_400),
    "acceptedAt": whole(),
    "entryTimeoutMs": whole(0, 86_400_000),
    "staleAfterMs": whole(0, 86_400_000),
    "sourceLagMs": whole(0, 60_000),
    "rule": whole(3, 3),
    "seenHead": whole(),
    "seenRoot": HASH,
    "deviceKey": HASH,
    "deviceSignature": SIGNED["signature"],
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
    "voidReason": or_null(one_of("no_entry_tick", "logged_late", "too_few_ticks", "stale_at_expiry")),
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


def note(most):
    return lambda value: type(value) is str and len(value) <= most


NOTE_OF_RECEIPT, NOTE_OF_SERVER = note(12_000), note(64_000)
WINDOW_HEAD = record(
    {
        "number": whole(1),
        "at": whole(),
        "logs": HASH,
        "size": whole(),
        "through": whole(),
        "root": HASH,
        "index": whole(),
        "count": whole(1, 500),
        "path": PATH,
    }
)
FORMAT, SIGNED_FORMAT = "fairtick-receipt-8", "fairtick-receipt-9"
BRIEF_HEAD = record({**HEAD, "products": HASH})
COMMON = {
    "acceptance": record(SIGNED),
    "accepted": BRIEF_HEAD,
    "before": or_null(BRIEF_HEAD),
    "witnessed": list_of(record({"checkpoint": NOTE_OF_RECEIPT, "path": PATH}), 3),
    "places": record({"acceptance": PLACE, "settlement": PLACE, "result": list_of(HASH, 283)}),
    "checkpoint": NOTE_OF_RECEIPT,
    "publicKey": HASH,
    "keys": KEYS,
}
RECEIPT = record(
    {
        **COMMON,
        "format": one_of(FORMAT),
        "order": record({**TERMS, **RESULT}),
        "tickCount": whole(),
        "ranges": list_of(record({"ticks": list_of(TICK, 1_002, 1), "path": PATH}), 2),
        "fixed": record(HEAD),
        "head": record(HEAD),
        "consistency": record(PATHS),
        "window": list_of(record({"heads": list_of(WINDOW_HEAD, 120, 1), "path": PATH}), 24, 1),
        "heads": record({"before": PATH, "accepted": PATH, "fixed": PATH, "head": PATH, "seen": PATH}),
    }
)
SIGNED_TERMS = {
    **TERMS,
    "source": one_of("pyth"),
    "instrument": text("[0-9a-f]{64}:[0-9a-f]{16}"),
    "rule": whole(4, 4),
}
SIGNED_RECEIPT = record(
    {
        **COMMON,
        "format": one_of(SIGNED_FORMAT),
        "order": record({**SIGNED_TERMS, **RESULT}),
        "head": BRIEF_HEAD,
        "consistency": record({"logs": PATHS["logs"]}),
        "heads": record({"before": PATH, "accepted": PATH, "head": PATH, "seen": PATH}),
        "updates": list_of(text("([0-9a-f]{2}){1,4096}"), 2),
        "silence": or_null(record({"head": WINDOW_HEAD, "path": PATH, "tick": TICK, "tickPath": PATH})),
    }
)
ACCEPTANCES = [record({"terms": record(terms), **SIGNED}) for terms in (TERMS, SIGNED_TERMS)]


def is_acceptance(value):
    return any(check(value) for check in ACCEPTANCES)


EVIDENCE_FIELDS = {
    "format": one_of("fairtick-evidence-2"),
    "receipt": lambda value: True,
    "acceptance": lambda value: True,
    "checkpoints": list_of(record({"asked": whole(), "at": whole(), "text": NOTE_OF_SERVER}), 24),
}
REFUSAL = record({"askHash": HASH, "code": text("[a-z_]{1,40}"), "at": whole(), **SIGNED})
LEFT = record(
    {
        "ask": text(r"ask\|1\|[!-~]{1,120}(\|[0-9A-Za-z-]{1,64}){11}"),
        "signature": SIGNED["signature"],
        "seenBy": list_of(record({"witness": note(200), "at": whole(), "signature": SIGNED["signature"]}), 3, 1),
    }
)
EVIDENCES = [
    record({**EVIDENCE_FIELDS, **more})
    for more in ({}, {"refusal": REFUSAL}, {"left": LEFT}, {"refusal": REFUSAL, "left": LEFT})
]


def is_evidence(value):
    return any(check(value) for check in EVIDENCES)


LATEST = record({"head": record(HEAD), "checkpoint": NOTE_OF_SERVER, "publicKey": HASH})
LOGGED_HEAD = record({"head": record(HEAD), "path": PATH, "checkpoint": NOTE_OF_SERVER, "publicKey": HASH})
RESULT_PLACE = record(
    {
        "head": record(HEAD),
        "leaf": or_null(note(200)),
        "path": list_of(HASH, 283),
        "checkpoint": NOTE_OF_SERVER,
        "publicKey": HASH,
    }
)
FEEDS = record(
    {
        "head": BRIEF_HEAD,
        "headPath": PATH,
        "from": whole(),
        "entries": list_of(note(400), 500),
        "path": PATH,
        "checkpoint": NOTE_OF_SERVER,
        "publicKey": HASH,
    }
)
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


def product_leaf(symbol, tree):
    return leaf(joined("product", 2, symbol, tree["size"], tree["through"], tree["root"]))


def products_root(head):
    return root([product_leaf(tree["symbol"], tree) for tree in head["products"]])


def logs_root(head):
    return root([leaf(joined("log", 1, log["name"], log["size"], log["root"])) for log in head["logs"]])


def head_leaf(head, products):
    return leaf(joined("head", 2, head["number"], head["at"], products, logs_root(head)))


def restore_text(origin, said):
    return joined("restore", 1, origin, *(said[name] for name in ("kept", "root", "keptAt", "at", "reason")))


def key_text(change):
    return joined("key", 1, change["from"], change["to"], change["at"])


def ask_text(origin, order):
    asked = ("id", "symbol", "direction", "stake", "currency", "scale", "durationSeconds", "earningsRateBp")
    return joined("ask", 1, origin, *(order[name] for name in (*asked, "seenHead", "seenRoot", "deviceKey")))


def acceptance_text(order):
    return joined("accept", 4, *(order[field] for field in TERMS))


def settlement_text(order):
    return joined("settlement", 5, *(order[field] for field in TERMS), *(order[field] for field in RESULT))


def asked_at(order):
    """The first 48 bits of a UUID of version 7: ms of when the device asked."""
    return int(order["id"].replace("-", "")[:12], 16)


def result_key(order):
    """The place of an order in the map of results: the minute of its id, and the hash of the id."""
    return asked_at(order) // 60_000, sha256(order["id"].encode("ascii"))


def settled_text(order):
    return joined("settled", 1, *result_key(order), sha256(settlement_text(order).encode("ascii")))


def results_root(order, path):
    """The root of the map that the order's leaf and its path lead to, from the leaf up."""
    minute, key = result_key(order)
    if minute >= 1_440 * 2**16:
        return ""
    # 283 bits: the day, the minute of the day, the key.
    place = ((minute // 1_440) << 267) | ((minute % 1_440) << 256) | int(key, 16)
    hashed = leaf(settled_text(order))
    for depth, sibling in zip(reversed(range(len(path))), path):
        is_right = place >> (282 - depth) & 1
        hashed = node(sibling, hashed) if is_right else node(hashed, sibling)
    return hashed


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


def log_keys(signed):
    """The key that signs the log, and those before it."""
    return [signed["publicKey"], *(change["from"] for change in signed["keys"])]


def check_heads(receipt, checkpoint):
    origin, size, top, _, _ = checkpoint
    shown_heads = [(name, receipt[name]) for name in ("accepted", "fixed", "head") if name in receipt]
    for name, shown in shown_heads:
        is_brief = type(shown["products"]) is str
        products = shown["products"] if is_brief else products_root(shown)
        symbols = [] if is_brief else [tree["symbol"] for tree in shown["products"]]
        if not is_rising(symbols) or not is_rising([log["name"] for log in shown["logs"]]):
            yield "heads"
        if not is_included(head_leaf(shown, products), shown["number"] - 1, size, receipt["heads"][name], top):
            yield "heads"
    for (_, older), (_, newer) in zip(shown_heads, shown_heads[1:]):
        if older["number"] > newer["number"] or older["at"] > newer["at"]:
            yield "order"
    for entry in receipt["witnessed"]:
        earlier = read_checkpoint(entry["checkpoint"])
        if earlier is None or earlier[0] != origin or not is_signed_by_any(earlier, log_keys(receipt)):
            yield "checkpoint"
        elif not is_consistent(earlier[1], earlier[2], size, top, entry["path"]):
            yield "heads_rewritten"
    if "fixed" in receipt:
        yield from check_history(receipt["fixed"], receipt["head"], receipt["consistency"])
    else:
        yield from check_growing_logs(receipt["accepted"], receipt["head"], receipt["consistency"]["logs"])


def is_signed_by_any(checkpoint, keys):
    return any(is_signed_by_log(checkpoint, key) for key in keys)


def has_all_results(head):
    return log_of(head, "results")["size"] == log_of(head, "settlements")["size"]


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
    yield from check_growing_logs(older, newer, paths["logs"])


def check_growing_logs(older, newer, paths):
    # The map of results is no log that only grows: it has the size of the log of settlements instead.
    growing = [log for log in older["logs"] if log["name"] != "results"]
    if not has_all_results(older) or not has_all_results(newer):
        yield "logs_rewritten"
    if [entry["name"] for entry in paths] != [log["name"] for log in growing]:
        yield "logs_rewritten"
    else:
        for log, entry in zip(growing, paths):
            now = log_of(newer, log["name"])
            if not is_consistent(log["size"], log["root"], now["size"], now["root"], entry["path"]):
                yield "logs_rewritten"


def is_chain(keys, public_key):
    """Whether each key hands over to the next, both signing it, the last one is the key of the log, and none comes twice."""
    following = [change["from"] for change in keys[1:]] + [public_key]
    return len({public_key, *(change["from"] for change in keys)}) == len(keys) + 1 and all(
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


def check_ask(receipt, checkpoint):
    """The device signed what it asked for, and had seen an earlier head of this log."""
    order = receipt["order"]
    origin, size, top, _, _ = checkpoint
    if not is_signed(ask_text(origin, order), order["deviceSignature"], order["deviceKey"]):
        yield "ask"
    if order["seenHead"] > receipt["accepted"]["number"]:
        yield "ask"
    if not is_consistent(order["seenHead"], order["seenRoot"], size, top, receipt["heads"]["seen"]):
        yield "ask"


def is_logged_late(receipt):
    """Whether the first head that holds the order is dated after the second of its entry began."""
    return receipt["accepted"]["at"] > receipt["order"]["acceptedAt"]


def was_logged_before(receipt):
    """Whether a void as logged late lacks the head before `accepted`, without the order."""
    before, path, accepted = receipt["before"], receipt["heads"]["before"], receipt["accepted"]
    if not is_logged_late(receipt) or accepted["number"] == 1:
        return before is not None or path != []
    checkpoint = read_checkpoint(receipt["checkpoint"])
    if before is None or checkpoint is None or before["number"] != accepted["number"] - 1:
        return True
    if not is_rising([log["name"] for log in before["logs"]]):
        return True
    _, size, top, _, _ = checkpoint
    is_in = is_included(head_leaf(before, before["products"]), before["number"] - 1, size, path, top)
    return not is_in or log_of(before, "orders")["size"] > receipt["places"]["acceptance"]["leaf"]


def check_logs(receipt):
    order, signed = receipt["order"], receipt["acceptance"]
    accepted, places = receipt["accepted"], receipt["places"]

    def is_in(entry, log, place):
        return is_included(leaf(entry), place["leaf"], log["size"], place["path"], log["root"])

    if not are_all_changes(receipt["keys"], receipt["publicKey"], receipt["head"]):
        yield "keys"
    agreed = acceptance_text(order)
    if (
        signed["publicKey"] != receipt["publicKey"]
        or not is_signed(agreed, signed["signature"], signed["publicKey"])
        or not is_in(agreed, log_of(accepted, "orders"), places["acceptance"])
    ):
        yield "acceptance"
    if order["acceptedAt"] != ((asked_at(order) + 3_000) // 1000 + 1) * 1000 - 1:
        yield "asked_time"
    if accepted["at"] < asked_at(order) - 2_000:
        yield "accepted_early"
    if was_logged_before(receipt):
        yield "logged_before"
    if not is_in(settled_text(order), log_of(receipt["head"], "settlements"), places["settlement"]):
        yield "settlement"
    if results_root(order, places["result"]) != log_of(receipt["head"], "results")["root"]:
        yield "result_place"


def window_numbers(first, last, order_id, top):
    """The numbers of the heads to show: all up to 120; of more the first 50, a sample each by itself, the last 50."""
    total = last - first + 1
    if total <= 120:
        return [list(range(first, last + 1))]
    sample = set()
    for index in range(16):
        digest = sha256(joined("window", 1, order_id, top, index).encode("ascii"))
        sample.add(first + 50 + int(digest[:12], 16) % (total - 100))
    return [list(range(first, first + 50)), *([number] for number in sorted(sample)), list(range(last - 49, last + 1))]


def window_leaf(symbol, head):
    """The leaf of a head in the log of heads, with that product at its place."""
    products = included_root(product_leaf(symbol, head), head["index"], head["count"], head["path"])
    return leaf(joined("head", 2, head["number"], head["at"], products, head["logs"]))


def check_window(receipt, checkpoint):
    """The heads of the window are those to show, and stand in the log of heads."""
    accepted, fixed, order = receipt["accepted"], receipt["fixed"], receipt["order"]
    _, size, top, _, _ = checkpoint
    shown = [[head["number"] for head in part["heads"]] for part in receipt["window"]]
    if shown != window_numbers(accepted["number"], fixed["number"], order["id"], top):
        yield "window"
        return
    leaves = []
    for part in receipt["window"]:
        own = [window_leaf(order["symbol"], head) for head in part["heads"]]
        if not is_range(own, part["heads"][0]["number"] - 1, size, part["path"], top):
            yield "window"
        leaves += own
    # A path fits several counts of products; they only grow, up to that of the head whose products are all shown.
    counts = [head["count"] for part in receipt["window"] for head in part["heads"]]
    if counts != sorted(counts) or counts[-1] != len(fixed["products"]):
        yield "window"
    ends = [head_leaf(accepted, accepted["products"]), head_leaf(fixed, products_root(fixed))]
    if [leaves[0], leaves[-1]] != ends:
        yield "window"


def check_growth(receipt, ticks, end):
    """The product's log only grows, keeps each watermark, and is fixed by the first head after the end."""
    heads = [head for part in receipt["window"] for head in part["heads"]]
    for older, newer in zip(heads, heads[1:]):
        if newer["at"] <= older["at"] or newer["size"] < older["size"] or newer["through"] < older["through"]:
            yield "window_order"
    if any(head["through"] > head["at"] + 1_000 for head in heads):
        yield "window_order"
    if [head["through"] >= end for head in heads] != [False] * (len(heads) - 1) + [True]:
        yield "fixed_not_first"
    for tick in ticks:
        if any((tick["sequence"] > head["size"]) != (tick["at"] > head["through"]) for head in heads):
            yield "dated_back"
    for head in (receipt["fixed"], receipt["head"]):
        if any(tree["through"] > head["at"] + 1_000 for tree in head["products"]):
            yield "through"


def check_ranges(receipt, tree, ticks):
    symbol = receipt["order"]["symbol"]
    for part in receipt["ranges"]:
        shown = part["ticks"]
        if any(b["sequence"] != a["sequence"] + 1 for a, b in zip(shown, shown[1:])):
            yield "tick_missing"
        leaves = [leaf(tick_text(symbol, tick)) for tick in shown]
        if not is_range(leaves, shown[0]["sequence"] - 1, tree["size"], part["path"], tree["root"]):
            yield "ticks"
    if len(ticks) < receipt["tickCount"] <= 2_000:
        yield "tick_missing"
    if any(b["sequence"] <= a["sequence"] or b["at"] < a["at"] for a, b in zip(ticks, ticks[1:])):
        yield "tick_order"
    yield from check_sources(ticks)


def check_sources(ticks):
    """Of one source, the numbers of its trades rise and its times do not fall."""
    times, trades = {}, {}
    for tick in ticks:
        name = (tick["source"], tick["instrument"])
        if tick["sourceAt"] < times.get(name, 0):
            yield "source_order"
        times[name] = tick["sourceAt"]
        if tick["trade"] is not None:
            if tick["trade"] <= trades.get(name, -1):
                yield "source_order"
            trades[name] = tick["trade"]


def neighbours(ticks, index):
    """Whether the tick of that index is shown together with the one before it in the log."""
    if index == 0:
        return ticks[0]["sequence"] == 1
    return index > 0 and ticks[index - 1]["sequence"] == ticks[index]["sequence"] - 1


def check_span(receipt, tree, ticks, first_later, end):
    order = receipt["order"]
    if receipt["tickCount"] != (ticks[-1]["sequence"] - ticks[0]["sequence"] + 1 if ticks else 0):
        yield "ticks"
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
    before = log_of(receipt["fixed"], "settlements")["size"]
    if tree["through"] < end or before > receipt["places"]["settlement"]["leaf"]:
        yield "not_fixed_before"
    for tick in ticks:
        if order["acceptedAt"] < tick["at"] <= end:
            agreed = zip(order["source"].split(","), order["instrument"].split(","))
            if (tick["source"], tick["instrument"]) not in agreed:
                yield "source"
            if abs(tick["at"] - tick["sourceAt"]) > order["sourceLagMs"]:
                yield "source_time"


def price_of(written):
    before, _, after = written.partition(".")
    return int(before + after.ljust(12, "0"))


def check_rule(order, ticks, entry, end, late):
    exit_tick = None
    status, reason = "void", None
    if late:
        reason = "logged_late"
    elif entry is None:
        reason = "no_entry_tick"
    else:
        exit_tick = [t for t in ticks if t["at"] <= end and t["sequence"] >= entry["sequence"]][-1]
        if exit_tick["sequence"] == entry["sequence"]:
            reason = "too_few_ticks"
        elif end - exit_tick["at"] > order["staleAfterMs"]:
            reason = "stale_at_expiry"
        else:
            move = price_of(exit_tick["price"]) - price_of(entry["price"])
            gain = move * GAINS[order["direction"]]
            status = "won" if gain > 0 else "lost" if gain < 0 else "tie"
    yield from check_result_fields(order, status, reason, {
        "entrySequence": entry and entry["sequence"],
        "entryAt": entry and entry["at"],
        "entryPrice": entry and entry["price"],
        "expiresAt": end if entry else None,
        "exitSequence": exit_tick and exit_tick["sequence"],
        "exitAt": exit_tick and exit_tick["at"],
        "exitPrice": exit_tick and exit_tick["price"],
    })


def check_result_fields(order, status, reason, prices):
    stake = int(order["stake"])
    profit = stake * order["earningsRateBp"] // 10_000
    expected = {
        "status": status,
        "voidReason": reason,
        "payout": str(stake + profit),
        "profitLoss": str({"won": profit, "lost": -stake}.get(status, 0)),
        **prices,
    }
    if any(order[field] != value for field, value in expected.items()):
        yield "field"


# --- Signed prices and rule 4 ---

GUARDIANS = (
    "ff6cb952589bde862c25ef4392132fb9d4a42157,"
    "114de8460193bdf3a2fcf81f86a09765f4762fd1,"
    "107a0086b32d7a0977926a205131d8731d39cbeb,"
    "8c82b2fd82faed2711d59af0f2499d16e726f6b2,"
    "11b39756c042441be6d8650b69b54ebe715e2343,"
    "54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd,"
    "15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20,"
    "74a3bf913953d695260d88bc1aa25a4eee363ef0,"
    "000ac0076727b35fbea2dac28fee5ccb0fea768e,"
    "af45ced136b9d9e24903464ae889f5c8a723fc14,"
    "f93124b7c738843cbb89e864c862c38cddcccf95,"
    "d2cc37a4dc036a8d232b48f62cdd4731412f4890,"
    "da798f6896a3331f64b48c12d1d57fd9cbe70811,"
    "71aa1be1d36cafe3867910f99c09e347899c19c3,"
    "8192b6e7387ccd768277c17dab1b7a5027c0b3cf,"
    "178e21ad2e77ae06711549cfbb1f9c7a9d8096e8,"
    "5e1487f35515d02a92753504a8d75471b9f49edb,"
    "6fbebc898f403e4773e95feb15e80c9a99c8348d"
)
WORMHOLE = "26|e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71|13"
PUBLISHED = [
    f"signers|1|3|{WORMHOLE}|58cc3ae5c097b213ce3c81979e1b9f9570746aa5,{GUARDIANS}",
    f"signers|1|4|{WORMHOLE}|5893b5a76c3f739645648885bdccc06cd70a3cd3,{GUARDIANS}",
    "signers|1|5|26|507974686e6574507974686e6574507974686e6574507974686e657450797468|3|"
    "41534bb176e461a3fb30479400f210549ecce638,"
    "6502987b62f21cab7eb5ccd8f0173084b60d5b41,"
    "44a3e8f6a382412cf6bb90a3f8106e68977476c9,"
    "d9d7d4529577864352c9a6539a48238fcd447052,"
    "1663a5a822336ece48559b1dfb1e93a017a7dac3",
]
# The first two signed until August 2026: in the second of an entry from September on, they are no signers of prices.
RETIRED = [sha256(written.encode("ascii"))[:16] for written in PUBLISHED[:2]]
RETIRED_FROM = 1_788_220_800
# The test signers of development, by the id of their set: anybody can make their keys.
TEST_SET = "c566c5b6b5a8d098"
SIGNERS = re.compile(
    r"signers\|1\|(0|[1-9][0-9]{0,9})\|(0|[1-9][0-9]{0,4})\|([0-9a-f]{64})\|([1-9][0-9]?)"
    r"\|([0-9a-f]{40}(?:,[0-9a-f]{40}){0,63})"
)


def signers_of(written):
    """The id and the set of a text: index, chain, emitter, quorum, addresses. None for what is no set."""
    match = SIGNERS.fullmatch(written)
    if match is None:
        return None
    index, chain, emitter, quorum = int(match[1]), int(match[2]), match[3], int(match[4])
    addresses = match[5].split(",")
    if index >= 2**32 or chain >= 2**16 or quorum > len(addresses) or len(set(addresses)) < len(addresses):
        return None
    return sha256(written.encode("ascii"))[:16], (index, chain, emitter, quorum, addresses)


class Bytes:
    """Bytes that are read from the front; a ValueError says that they end too early."""

    def __init__(self, data):
        self.rest = data

    def take(self, count):
        if count > len(self.rest):
            raise ValueError("too short")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def number(self, count):
        return int.from_bytes(self.take(count), "big")


def price_in(message):
    """The feed, the price as it is written, the two times of a message; None for another kind, or what is no price."""
    if len(message) != 85 or message[0] != 0:
        return None
    price = int.from_bytes(message[33:41], "big", signed=True)
    decimals = -int.from_bytes(message[49:53], "big", signed=True)
    published, previous = int.from_bytes(message[53:61], "big"), int.from_bytes(message[61:69], "big")
    if price <= 0 or not 0 <= decimals <= 12 or max(published, previous) >= 2**32:
        return None
    before, after = divmod(price, 10**decimals)
    if before >= 10**16:
        return None
    return message[1:33].hex(), f"{before}.{after:0{decimals}}" if decimals else str(before), published, previous


def signed_root(vaa, signers):
    """The root that enough of the signers have signed; None for anything else."""
    index, chain, emitter, quorum, addresses = signers
    version, named = vaa.number(1), vaa.number(4)
    signatures = [(vaa.number(1), vaa.take(64), vaa.number(1)) for _ in range(vaa.number(1))]
    body = vaa.rest
    places = [place for place, _, _ in signatures]
    if version != 1 or named != index or not quorum <= len(places) <= len(addresses) or not is_rising(places):
        return None
    if places[-1] >= len(addresses) or len(body) != 88:
        return None
    is_ours = int.from_bytes(body[8:10], "big") == chain and body[10:42].hex() == emitter
    if not is_ours or body[51:56] != b"AUWV\0":
        return None
    digest = keccak(keccak(body))
    for place, signature, parity in signatures:
        if signer_of(digest, signature, parity) != addresses[place]:
            return None
    return body[68:]


def price_of_update(data, signers):
    """What an update says; a ValueError where it is not whole, not signed, or not in its canonical form."""
    update = Bytes(data)
    beginning, vaa = update.take(8), Bytes(update.take(update.number(2)))
    count, message = update.number(1), update.take(update.number(2))
    path = [update.take(20) for _ in range(update.number(1))]
    if beginning != b"PNAU\x01\0\0\0" or count != 1 or update.rest or len(data) > 4096 or len(path) > 20:
        raise ValueError("not an update in its canonical form")
    hashed = keccak(b"\x00" + message)[:20]
    for other in path:
        hashed = keccak(b"\x01" + min(hashed, other) + max(hashed, other))[:20]
    price = price_in(message) if hashed == signed_root(vaa, signers) else None
    if price is None:
        raise ValueError("not a signed price")
    return price


def entry_second(order):
    return order["acceptedAt"] // 1000 + 1


def is_for(second, price):
    """Exactly one published update is for a second: the first one at or after it."""
    return price[3] < second <= price[2]


class NotTheUpdate(Exception):
    """The update that is shown for the entry, or for the exit, is not the one for its second."""

    def __init__(self, is_entry):
        super().__init__()
        self.is_entry = is_entry


def is_silent(receipt, checkpoint, second):
    """A head is complete for a day from that second on, and its last tick, of the order's feed, is older at its source."""
    silence, order = receipt["silence"], receipt["order"]
    if silence is None or checkpoint is None:
        return False
    _, size, top, _, _ = checkpoint
    head, tick = silence["head"], silence["tick"]
    own, logged = window_leaf(order["symbol"], head), leaf(tick_text(order["symbol"], tick))
    return (
        is_included(own, head["number"] - 1, size, silence["path"], top)
        and is_included(logged, head["size"] - 1, head["size"], silence["tickPath"], head["root"])
        and head["through"] >= second * 1000 + 86_400_000
        and tick["sequence"] == head["size"]
        and tick["source"] == order["source"]
        and tick["instrument"] == order["instrument"].split(":")[0]
        and tick["sourceAt"] < second * 1000
    )


def signed_course(receipt, checkpoint, prices, late):
    """Entry, exit and the reason of a void by rule 4."""
    order, claims = receipt["order"], receipt["silence"] is not None
    start = entry_second(order)
    if late and not prices and not claims:
        return None, None, "logged_late"
    if not late and not prices and is_silent(receipt, checkpoint, start):
        return None, None, "no_entry_tick"
    if late or not prices or not is_for(start, prices[0]):
        raise NotTheUpdate(True)
    entry, ends = prices[0], prices[1:]
    if (entry[2] - start) * 1000 > order["entryTimeoutMs"]:
        if ends or claims:
            raise NotTheUpdate(False)
        return None, None, "no_entry_tick"
    expiry = entry[2] + order["durationSeconds"]
    if not ends and is_silent(receipt, checkpoint, expiry):
        return entry, None, "stale_at_expiry"
    if not ends or claims or not is_for(expiry, ends[0]):
        raise NotTheUpdate(False)
    if (ends[0][2] - expiry) * 1000 > order["staleAfterMs"]:
        return entry, None, "stale_at_expiry"
    return entry, ends[0], None


def check_prices(receipt, checkpoint, sets):
    order = receipt["order"]
    feed, name = order["instrument"].split(":")
    if name not in sets or (name in RETIRED and entry_second(order) >= RETIRED_FROM):
        yield "signers"
        return
    try:
        prices = [price_of_update(bytes.fromhex(data), sets[name]) for data in receipt["updates"]]
    except ValueError:
        yield "update"
        return
    if any(price[0] != feed for price in prices):
        yield "feed"
        return
    try:
        entry, end, reason = signed_course(receipt, checkpoint, prices, is_logged_late(receipt))
    except NotTheUpdate as error:
        if error.is_entry:
            yield "entry_update"
        else:
            yield "exit_update"
        return
    if not receipt["accepted"]["at"] <= order["closedAt"] <= receipt["head"]["at"]:
        yield "closed_order"
    if any(order["closedAt"] < price[2] * 1000 - 2_000 for price in prices):
        yield "closed_order"
    status = "void"
    if reason is None:
        move = price_of(end[1]) - price_of(entry[1])
        gain = move * GAINS[order["direction"]]
        status = "won" if gain > 0 else "lost" if gain < 0 else "tie"
    yield from check_result_fields(order, status, reason, {
        "entrySequence": None,
        "entryAt": entry and entry[2] * 1000,
        "entryPrice": entry and entry[1],
        "expiresAt": entry and (entry[2] + order["durationSeconds"]) * 1000,
        "exitSequence": None,
        "exitAt": end and end[2] * 1000,
        "exitPrice": end and end[1],
    })


def course_of(receipt):
    """The shown ticks, the index of the first after the acceptance, the entry, and the end of the order."""
    order = receipt["order"]
    ticks = [tick for part in receipt["ranges"] for tick in part["ticks"]]
    deadline = order["acceptedAt"] + order["entryTimeoutMs"]
    late = is_logged_late(receipt)
    first_later = next((index for index, tick in enumerate(ticks) if tick["at"] > order["acceptedAt"]), None)
    has_entry = not late and first_later is not None and ticks[first_later]["at"] <= deadline
    entry = ticks[first_later] if has_entry else None
    return ticks, first_later, entry, entry["at"] + order["durationSeconds"] * 1000 if entry else deadline


def findings(receipt, sets):
    """The codes of what does not hold, in alphabetical order; empty for a receipt that holds."""
    if not RECEIPT(receipt) and not SIGNED_RECEIPT(receipt):
        return ["format"]
    head = receipt["head"]
    checkpoint = read_checkpoint(receipt["checkpoint"])
    if checkpoint is None or checkpoint[1] != head["number"] or not is_signed_by_log(checkpoint, receipt["publicKey"]):
        checkpoint, found = None, {"checkpoint"}
    else:
        found = {*check_heads(receipt, checkpoint), *check_ask(receipt, checkpoint)}
    found.update(check_logs(receipt))
    if "updates" in receipt:
        found.update(check_prices(receipt, checkpoint, sets))
    else:
        found.update(tick_findings(receipt, checkpoint))
    return sorted(found)


def tick_findings(receipt, checkpoint):
    """What does not hold of the prices in the house's log, and of what rule 3 makes of them."""
    order, fixed, head = receipt["order"], receipt["fixed"], receipt["head"]
    ticks, first_later, entry, end = course_of(receipt)
    found = set() if checkpoint is None else set(check_window(receipt, checkpoint))
    found.update(check_growth(receipt, ticks, end))
    tree = next((tree for tree in fixed["products"] if tree["symbol"] == order["symbol"]), None)
    if tree is None:
        found.add("ticks")
    else:
        found.update(check_ranges(receipt, tree, ticks))
    found.update(check_span(receipt, tree or {"size": 0, "through": 0}, ticks, first_later, end))
    if order["closedAt"] < end:
        found.add("closed_early")
    if not fixed["at"] <= order["closedAt"] <= head["at"]:
        found.add("closed_order")
    found.update(check_rule(order, ticks, entry, end, is_logged_late(receipt)))
    return found


# --- Compared with the user's own records and trusted witnesses ---


def terms_findings(receipt, kept):
    """The codes of what differs between a receipt that holds and the acceptance that the user was given."""
    if not is_acceptance(kept) or kept["publicKey"] not in log_keys(receipt):
        return ["acceptance"]
    if not is_signed(acceptance_text(kept["terms"]), kept["signature"], kept["publicKey"]):
        return ["acceptance"]
    return ["terms_changed"] if any(kept["terms"][f] != receipt["order"][f] for f in TERMS) else []


def refusal_findings(receipt, refusal):
    """Whether the house signed, once no order could be made of the ask any more, that it refused this order."""
    order, origin = receipt["order"], read_checkpoint(receipt["checkpoint"])[0]
    if refusal is None or refusal["at"] < entry_second(order) * 1000 + 10_000:
        return []
    said = joined("refuse", 1, origin, order["id"], refusal["askHash"], refusal["code"], refusal["at"])
    is_ours = refusal["askHash"] == sha256(ask_text(origin, order).encode("ascii")) and refusal["publicKey"] in log_keys(receipt)
    return ["refused"] if is_ours and is_signed(said, refusal["signature"], refusal["publicKey"]) else []


def is_ask_seen(ask, seen):
    """Whether the witness that is named has signed that it had the hash of an ask."""
    try:
        _, public_key = witness_key(seen["witness"])
    except ValueError:
        return False
    said = joined("left", 1, sha256(ask.encode("ascii")), seen["at"])
    return is_signed(said, seen["signature"], public_key)


def unanswered_findings(left):
    """The code of an ask that was left with witnesses, in a file with nothing that the house signed about it."""
    ask = left["ask"]
    device_key = ask.rpartition("|")[2]
    is_whole = HASH(device_key) and is_signed(ask, left["signature"], device_key)
    return ["no_answer"] if is_whole and all(is_ask_seen(ask, seen) for seen in left["seenBy"]) else ["format"]


def findings_without_receipt(kept):
    """The code of evidence without a receipt: the house accepted the order, and gives no account of how it ended."""
    if not is_acceptance(kept) or not is_signed(acceptance_text(kept["terms"]), kept["signature"], kept["publicKey"]):
        return ["format"]
    return ["no_receipt"]


def fork_findings(checkpoints):
    """Whether a log has signed two roots of one size, which proves by itself that it has two histories."""
    states = {checkpoint[1:3] for checkpoint in checkpoints}
    if len({size for size, _ in states}) == len(states):
        return []
    return ["forked"]


def fetched_findings(receipt, checkpoints):
    """Whether what a device fetched is signed by the receipt's log, and contradicts neither it nor itself nor its times."""
    own = read_checkpoint(receipt["checkpoint"])
    fetched = [read_checkpoint(each["text"]) for each in checkpoints]
    for each in fetched:
        if each is None or each[0] != own[0] or not is_signed_by_any(each, log_keys(receipt)):
            return ["checkpoint"]
    late = ["heads_late"] if has_late_heads(receipt, checkpoints) else []
    return fork_findings([own, *fetched]) + late


def checkpoint_findings(notes, keys, servers):
    """What two checkpoints without a receipt show, if their log's key is known."""
    if not keys:
        raise ValueError("Two checkpoints are compared by the key of their log: give it with --key.")
    one, other = map(read_checkpoint, notes)
    if one is None or other is None or one[0] != other[0] or not all(is_signed_by_log(c, keys[0]) for c in (one, other)):
        return ["checkpoint"]
    if one[1] == other[1]:
        return fork_findings([one, other])
    if not servers:
        raise ValueError(
            f"One is of {one[1]} heads and one of {other[1]}: --server asks whether the longer log goes on from the other."
        )
    return [] if goes_on(one, other, asker(servers[0])) else ["heads_rewritten"]


def witness_key(written):
    """A key as name+id+key of c2sp.org/signed-note, type 04: its name and the key."""
    parts = written.split("+", 2)
    data = from_base64(parts[2]) if len(parts) == 3 else None
    if data is None or len(data) != 33 or data[0] != 4 or not re.fullmatch(NAME, parts[0]):
        raise ValueError(f"--witness takes name+id+key of a witness, and {written} is none.")
    if hashlib.sha256(parts[0].encode("ascii") + b"\n" + data).hexdigest()[:8] != parts[1]:
        raise ValueError(f"--witness {written} is misspelt: its id belongs to another name or key.")
    return parts[0], data[1:].hex()


def cosigned_at(checkpoint, witness):
    """When a witness has signed, in ms; None unless each line that names that key is a signature of it."""
    _, _, _, signed, signatures = checkpoint
    name, public_key = witness
    times = []
    for data in signatures_of(signatures, name, 4, public_key):
        stamp = int.from_bytes(data[:8], "big")
        text = f"cosignature/v1\ntime {stamp}\n{signed}"
        if len(data) != 72 or stamp >= 2**53 or not is_signed(text, data[8:].hex(), public_key):
            return None
        times.append(stamp * 1000)
    return min(times, default=None)


def witnesses_by(receipt, checkpoint, witnesses, by=None):
    """How many keys of these witnesses have signed by then: each counts once, and the log's own never."""
    seen = set()
    for witness in witnesses:
        signed_at = cosigned_at(checkpoint, witness)
        if signed_at is not None and (by is None or signed_at <= by):
            seen.add(witness[1])
    return len(seen - set(log_keys(receipt)))


# Milliseconds: how far the time of a head may be from when somebody saw it, and by when somebody has to have seen it.
CLOCK_TOLERANCE = 5_000
SEEN_WITHIN = 10_000


def deciding_moments(receipt):
    """The heads that somebody outside has to have seen, and by when: of the order and, by rule 3, of its entry and end."""
    order = receipt["order"]
    moments = [(receipt["accepted"]["number"], order["acceptedAt"] + 1 + SEEN_WITHIN)]
    if "fixed" not in receipt:
        return moments
    entered = order["entryAt"]
    heads = [head for part in receipt["window"] for head in part["heads"]]
    numbers = [head["number"] for head in heads if entered is not None and head["through"] >= entered]
    moments += [(number, entered + SEEN_WITHIN) for number in numbers[:1]]
    return [*moments, (receipt["fixed"]["number"], course_of(receipt)[3] + SEEN_WITHIN)]


def is_tied(receipt, witnesses, needed, fetched):
    """Whether witnesses, or the device itself, saw the heads that decide in time."""
    moments = deciding_moments(receipt)
    seen = [(read_checkpoint(each["text"])[1], each["at"]) for each in fetched]
    if all(any(size >= number and at <= by for size, at in seen) for number, by in moments):
        return True
    notes = [read_checkpoint(each["checkpoint"]) for each in receipt["witnessed"]]
    return len(witnesses) > 0 and all(
        any(note[1] >= number and witnesses_by(receipt, note, witnesses, by) >= needed for note in notes)
        for number, by in moments
    )


def dated_heads(receipt):
    """Number and time of each head of a receipt."""
    heads = [receipt["before"], receipt["accepted"], receipt.get("fixed"), receipt["head"]]
    shown = [head for part in receipt.get("window", []) for head in part["heads"]]
    return [(head["number"], head["at"]) for head in heads + shown if head is not None]


def has_late_heads(receipt, fetched):
    """Whether a head is dated to a time at which the device saw the log without it."""
    return any(
        number > read_checkpoint(each["text"])[1] and at < each["asked"] - CLOCK_TOLERANCE
        for each in fetched
        for number, at in dated_heads(receipt)
    )


def has_early_heads(receipt, fetched):
    """Whether a head is dated to a time that was to come when the device saw it in a log that goes on today."""
    return any(
        number <= read_checkpoint(each["text"])[1] and at > each["at"] + CLOCK_TOLERANCE
        for each in fetched
        for number, at in dated_heads(receipt)
    )


def is_fixed_in_time(receipt):
    """Whether no price stood in no head for more than ten seconds: until then the house could still choose it."""
    pairs = ((a, b) for part in receipt.get("window", []) for a, b in zip(part["heads"], part["heads"][1:]))
    return all(newer["at"] - older["through"] <= 10_000 for older, newer in pairs)


# --- The server of today ---


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
            raise ValueError(f"{server} answers {path} with something else.")
        return value

    return ask


def is_policy(value):
    return type(value) is dict and KEYS(value.get("keys")) and RESTORES(value.get("restores"))


def goes_on(one, other, ask):
    """Whether the server shows that one of two checkpoints goes on from the other."""
    older, newer = sorted((one, other), key=lambda checkpoint: checkpoint[1])
    path = []
    if 0 < older[1] < newer[1]:
        paths = ask(f"/proof/consistency?from={older[1]}&to={newer[1]}", CONSISTENCY)
        if paths is None:
            return False
        path = paths["heads"]
    return is_consistent(older[1], older[2], newer[1], newer[2], path)


def is_last(head, checkpoint, ask):
    """Whether a head is the last one of a checkpoint, by the path that the server shows."""
    shown = ask(f"/proof/heads/{head['number']}", LOGGED_HEAD)
    place = head_leaf(head, products_root(head))
    return shown is not None and is_included(place, head["number"] - 1, checkpoint[1], shown["path"], checkpoint[2])


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
    # A receipt under rule 4 has the products of its head as one hash: the server shows them.
    whole_head, products = paths["from"], older["products"]
    products = products if type(products) is str else products_root(older)
    if head_leaf(whole_head, products_root(whole_head)) != head_leaf(older, products):
        yield "heads_rewritten"
    else:
        yield from check_history(whole_head, newer, paths)
    before = read_checkpoint(receipt["checkpoint"])
    if not is_consistent(before[1], before[2], now[1], now[2], paths["heads"]):
        yield "heads_rewritten"
    shown = paths["to"]
    if head_leaf(shown, products_root(shown)) != head_leaf(newer, products_root(newer)):
        yield "heads_rewritten"


def check_result(receipt, now, public_key, ask):
    """Whether the map of results has this result today, and no other."""
    order = receipt["order"]
    minute, key = result_key(order)
    answer = ask(f"/proof/results/{minute}/{key}", RESULT_PLACE)
    checkpoint = answer and read_checkpoint(answer["checkpoint"])
    if (
        checkpoint is None
        or checkpoint[1] != answer["head"]["number"]
        or not is_signed_by_log(checkpoint, public_key)
    ):
        yield "checkpoint"
    elif not goes_on(checkpoint, now, ask):
        yield "heads_rewritten"
    elif not is_last(answer["head"], checkpoint, ask):
        yield "heads"
    elif answer["leaf"] != settled_text(order):
        yield "second_result"
    elif results_root(order, answer["path"]) != log_of(answer["head"], "results")["root"]:
        yield "result_place"
    elif not has_all_results(answer["head"]):
        yield "result_place"


def is_kept(said, known, now, ask):
    """Whether the server shows the head that the house says it kept, made when it says, and goes on from it."""
    shown = ask(f"/proof/heads/{said['kept']}", LOGGED_HEAD)
    before = shown and read_checkpoint(shown["checkpoint"])
    if before is None:
        return False
    place = head_leaf(shown["head"], products_root(shown["head"]))
    return (
        is_included(place, said["kept"] - 1, said["kept"], shown["path"], said["root"])
        and (shown["head"]["number"], shown["head"]["at"]) == (said["kept"], said["keptAt"])
        and before[1:3] == (said["kept"], said["root"])
        and is_signed_by_any(before, known)
        and goes_on(before, now, ask)
    )


def is_page(page, known, now, ask):
    """Whether entries stand in the log of feeds, under a head of the log of today."""
    checkpoint = read_checkpoint(page["checkpoint"])
    head = page["head"]
    if checkpoint is None or checkpoint[1] != head["number"] or page["publicKey"] not in known:
        return False
    if not is_signed_by_log(checkpoint, page["publicKey"]) or not goes_on(checkpoint, now, ask):
        return False
    feeds = log_of(head, "feeds")
    leaves = [leaf(entry) for entry in page["entries"]]
    return (
        len(leaves) > 0
        and is_included(
            head_leaf(head, head["products"]), head["number"] - 1, checkpoint[1], page["headPath"], checkpoint[2]
        )
        and is_range(leaves, page["from"], feeds["size"], page["path"], feeds["root"])
    )


def is_public(said, known, now, ask):
    """Whether a statement stands in the log of feeds; it is read backwards, 200,000 entries at most."""
    fields = joined(*(said[name] for name in ("kept", "root", "reason", "signature")))
    path = "/proof/feeds"
    for _ in range(400):
        page = ask(path, FEEDS)
        if page is None or not is_page(page, known, now, ask):
            return False
        entries = [entry.split("|", 5) for entry in page["entries"]]
        if any(e[:2] == ["feed", "1"] and e[3:] == ["restored", "-", fields] for e in entries):
            return True
        if page["from"] == 0 or int(entries[0][2]) < said["at"]:
            return False
        path = f"/proof/feeds?from={max(0, page['from'] - 500)}"
    return False


def is_restored(number, at, known, restores, now, ask):
    """Whether a key of this log signed, in public, that a head is void, and today's log goes on from what was kept."""
    latest = time.time() * 1000 + 60_000
    # If there are several, today's log continues from the one that kept the least.
    for said in sorted(restores, key=lambda each: each["kept"]):
        of_this_time = said["kept"] < number and at <= said["at"] <= latest
        if not of_this_time or said["publicKey"] not in known:
            continue
        if is_signed(restore_text(now[0], said), said["signature"], said["publicKey"]):
            return said["kept"] <= now[1] and is_kept(said, known, now, ask) and is_public(said, known, now, ask)
    return False


def server_findings(receipt, server, checkpoints):
    """Of a receipt that holds: whether the log that the server has today goes on from it."""
    ask = asker(server)
    today, policy = ask("/proof/heads/latest", LATEST), ask("/proof/policy", is_policy)
    if today is None or policy is None:
        raise ValueError(f"{server} has no log.")
    now = read_checkpoint(today["checkpoint"])
    if now is None or now[1] != today["head"]["number"] or not is_signed_by_log(now, today["publicKey"]):
        return ["checkpoint"]
    if not is_last(today["head"], now, ask):
        return ["heads"]
    known = set()
    if are_all_changes(policy["keys"], today["publicKey"], today["head"]):
        known = set(log_keys({**policy, "publicKey": today["publicKey"]}))
    if receipt["publicKey"] not in known and receipt["publicKey"] != today["publicKey"]:
        return ["keys"]
    found = set(check_today(receipt, today, now, ask))
    if found & {"heads_rewritten", "order"}:
        number, at = receipt["head"]["number"], receipt["head"]["at"]
        is_said = receipt["publicKey"] in known and is_restored(number, at, known, policy["restores"], now, ask)
        return ["restored"] if is_said else sorted(found)
    continued = []
    for seen in checkpoints:
        state = read_checkpoint(seen["text"])
        if goes_on(state, now, ask):
            continued.append(seen)
            continue
        if is_restored(state[1], seen["asked"], known, policy["restores"], now, ask):
            return ["restored"]
        found.add("heads_rewritten")
    if has_early_heads(receipt, continued):
        found.add("heads_early")
    return sorted({*found, *check_result(receipt, now, today["publicKey"], ask)})


# --- Files and options ---


class Ambiguous(ValueError):
    """JSON that two readers may take differently."""


def once(pairs):
    """An object of which no field is written twice."""
    if len({name for name, _ in pairs}) != len(pairs):
        raise Ambiguous("a field is written twice")
    return dict(pairs)


def spelt(written):
    """An integer from 0 on, in its one spelling."""
    if not re.fullmatch("0|[1-9][0-9]*", written, re.ASCII):
        raise Ambiguous(f"{written} is no integer")
    return int(written) if len(written) < 20 else SAFE + 1


def no_json(written):
    raise ValueError(f"{written} is no JSON.")


def read(text):
    """What stands in a JSON text; None if two readers may take it differently."""
    try:
        return json.loads(text, object_pairs_hook=once, parse_int=spelt, parse_float=spelt, parse_constant=no_json)
    except Ambiguous:
        return None


def open_text(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def read_file(name):
    return read(open_text(name))


def said_of_format(value):
    version = value.get("format") if type(value) is dict else None
    if type(version) is str and re.fullmatch("fairtick-receipt-[0-9]{1,6}", version) and version not in (FORMAT, SIGNED_FORMAT):
        return f"This receipt is of {version}, and this script checks {FORMAT} and {SIGNED_FORMAT}: take the script of that version."
    return "This file is not a whole receipt: something is missing in it, or was added or changed. Save it anew."


def verdict(codes, receipt=None):
    late = not codes and receipt is not None and not is_fixed_in_time(receipt)
    print("holds, not fixed in time" if late else " ".join(codes) if codes else "holds", flush=True)
    return 4 if late else 3 if codes == ["restored"] else 1 if codes else 0


USAGE = (
    "python3 scripts/verify_receipt.py <receipt.json> [--acceptance FILE] [--server URL] [--key HEX] "
    "[--witness VERIFIER_KEY]... [--needed NUMBER] [--signers TEXT_OR_FILE]..., "
    "or --checkpoint FILE --checkpoint FILE --key HEX"
)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        """One sentence; argparse would print its usage and exit by itself."""
        said = message.replace("argument ", "", 1) if message.startswith("argument --") else message
        raise ValueError(f"{said[:1].upper()}{said[1:]}. Usage: {USAGE}")


def filled(value):
    if value == "":
        raise argparse.ArgumentTypeError("give it a value, or leave it out")
    return value


def matching(pattern, what):
    def check(value):
        if not re.fullmatch(pattern, value, re.ASCII):
            raise argparse.ArgumentTypeError(f"give it {what}")
        return value

    return check


def options_of(args):
    """The file and the options; a ValueError says what to set for anything that is not exactly this."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("file", type=filled, nargs="?")
    parser.add_argument("--checkpoint", action="append", type=filled, default=[])
    parser.add_argument("--acceptance", action="append", type=filled, default=[])
    parser.add_argument("--witness", action="append", type=filled, default=[])
    parser.add_argument("--server", action="append", type=matching("https?://.+", "https://host"), default=[])
    parser.add_argument("--key", action="append", type=matching("[0-9a-f]{64}", "64 of 0-9 and a-f"), default=[])
    parser.add_argument(
        "--needed", action="append", type=matching("[1-9][0-9]{0,3}", "an integer from 1 on"), default=[]
    )
    parser.add_argument("--signers", action="append", type=filled, default=[])
    options = parser.parse_args(args)
    for name in ("acceptance", "server", "key", "needed"):
        if len(getattr(options, name)) > 1:
            parser.error(f"--{name} is given twice: give it once")
    if len(options.checkpoint) != (0 if options.file else 2):
        parser.error("Give one file, or two checkpoints")
    if options.needed and not options.witness:
        parser.error("--needed counts witnesses: name them with --witness")
    return options


def sets_with(given):
    """The published sets of signers and those of the option, each a text or a file with one."""
    sets = dict(signers_of(written) for written in PUBLISHED)
    for each in given:
        written = each
        if not each.startswith("signers|"):
            with open(each, encoding="utf-8") as file:
                written = file.read().strip()
        found = signers_of(written)
        if found is None:
            raise ValueError("--signers takes a text signers|1|... of docs/PROOF_FORMAT.md, or a file with one.")
        sets[found[0]] = found[1]
    return sets


def check_lines(name, sets):
    """Receipts by themselves, one a line."""
    with open(name, encoding="utf-8") as file:
        receipts = map(read, file)
        return max((verdict(findings(receipt, sets), receipt) for receipt in receipts), default=2)


def notes_of(receipt, options, witnesses, needed, checkpoints):
    """What a receipt that holds does not show."""
    # A checkpoint that the device fetched says nothing of this log before the server has shown that it continues from
    # it.
    if not is_tied(receipt, witnesses, needed, checkpoints if options.server else []):
        yield "not tied in time: nobody outside is known to have seen this log when the order ran"
    if not is_fixed_in_time(receipt):
        yield "not fixed in time: for a while prices stood in no head, and could still be chosen"
    signers = receipt["order"]["instrument"].partition(":")[2]
    if receipt.get("updates") and signers not in sets_with([]):
        if signers == TEST_SET:
            yield "not independent: test signers signed these prices, and anybody can make their keys"
        else:
            yield f"not the published signers: these prices are signed by set {signers} of --signers, and only you know who that is"


def check_file(args):
    options = options_of(args)
    if not options.file:
        notes = [open_text(name) for name in options.checkpoint]
        return verdict(checkpoint_findings(notes, options.key, options.server))
    sets = sets_with(options.signers)
    witnesses = [witness_key(written) for written in options.witness]
    needed = int((options.needed or [len({key for _, key in witnesses})])[0])
    receipt, kept, checkpoints = read_file(options.file), [read_file(name) for name in options.acceptance], []
    refusal = None
    if is_evidence(receipt):
        kept.append(receipt["acceptance"])
        refusal = receipt.get("refusal")
        if receipt["receipt"] is None:
            if receipt["acceptance"] is None and "left" in receipt and refusal is None:
                return verdict(unanswered_findings(receipt["left"]))
            if receipt["acceptance"] is None and len(receipt["checkpoints"]) == 2:
                notes = [each["text"] for each in receipt["checkpoints"]]
                return verdict(checkpoint_findings(notes, options.key, options.server))
            return verdict(findings_without_receipt(receipt["acceptance"]))
        receipt, checkpoints = receipt["receipt"], receipt["checkpoints"]
    codes = findings(receipt, sets)
    if codes == ["format"]:
        print(said_of_format(receipt), file=sys.stderr)
    if codes:
        return verdict(codes)
    found = {code for each in kept for code in terms_findings(receipt, each)}
    if any(key not in log_keys(receipt) for key in options.key):
        found.add("key_changed")
    found.update(refusal_findings(receipt, refusal))
    found.update(fetched_findings(receipt, checkpoints))
    if witnesses_by(receipt, read_checkpoint(receipt["checkpoint"]), witnesses) < needed:
        found.add("not_witnessed")
    codes = sorted(found)
    for server in options.server:
        codes = codes or server_findings(receipt, server, checkpoints)
    if not codes:
        for said in notes_of(receipt, options, witnesses, needed, checkpoints):
            print(f"NOTE {said}")
    return verdict(codes, receipt)


def main(args):
    try:
        if "--help" in args:
            print(__doc__, end="")
            return 0
        if args[:1] == ["--lines"] and len(args) % 2 == 0 and all(name == "--signers" for name in args[2::2]):
            return check_lines(args[1], sets_with(args[3::2]))
        return check_file(args)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
