#!/usr/bin/env python3
"""A second reader of replays, written from src/replay/README.md and include/broadside/journal.h alone: it shares no
code with the program. What it reads must be what `broadside convert` says; so the pages can be trusted by whoever
writes a third one.

usage: reader.py PACKED EXPLICIT JOURNAL JSON VIEW CHOICES.def CARDS
       reader.py --words ID WORDS.def: are the words of that game on the page as the program has them?
Four forms of one game, a view of it, the table of the game's choice kinds, how many cards its set has (0: no set).
Prints one line a check; status 1 when one fails. Standard library only.
"""
import hashlib
import json
import re
import sys
import zlib

failures = []
checks = 0


def expect(held, what):
    global checks
    checks += 1
    if not held:
        failures.append(what)


# ---- section 1: the container -----------------------------------------------------------------------------------

def leb(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def open_container(data):
    assert data[:8] == b"\x89BRS\r\n\x1a\n", "signature"
    assert data[8] == 1 and data[9] in (0, 1), "version and flags"
    stored_len, at = leb(data, 10)
    body_len, at = leb(data, at) if data[9] == 1 else (stored_len, at)
    stored = data[at:at + stored_len]
    assert len(data) == at + stored_len + 4, "nothing follows"
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "big"), "CRC-32"
    body = zlib.decompress(stored) if data[9] == 1 else stored
    assert len(body) == body_len, "body length"
    return body


# ---- section 2: one canonical MessagePack map ---------------------------------------------------------------------

class Pack:
    """Values with the bytes that they came from."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        part = self.data[self.at:self.at + count]
        assert len(part) == count, "the body ends too soon"
        self.at += count
        return part

    def number(self, width):
        return int.from_bytes(self.take(width), "big")

    def value(self):
        b = self.take(1)[0]
        if b <= 0x7F:
            return b
        if b >= 0xE0:
            return b - 256
        if b <= 0x8F:
            return self.map(b & 15)
        if b <= 0x9F:
            return [self.value() for _ in range(b & 15)]
        if b <= 0xBF:
            return self.take(b & 31).decode("utf-8")
        if b in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[b]
        if 0xC4 <= b <= 0xC6:
            return self.take(self.number(1 << (b - 0xC4)))
        if 0xCC <= b <= 0xCF:
            return self.number(1 << (b - 0xCC))
        if 0xD0 <= b <= 0xD3:
            width = 1 << (b - 0xD0)
            return int.from_bytes(self.take(width), "big", signed=True)
        if 0xD9 <= b <= 0xDB:
            return self.take(self.number(1 << (b - 0xD9))).decode("utf-8")
        if b in (0xDC, 0xDD):
            return [self.value() for _ in range(self.number(2 << (b & 1)))]
        if b in (0xDE, 0xDF):
            return self.map(self.number(2 << (b & 1)))
        raise AssertionError("a float, an extension or a reserved byte: %02x" % b)

    def map(self, count):
        entries = {}
        last = b""
        for _ in range(count):
            start = self.at
            key = self.value()
            raw = self.data[start:self.at]
            assert raw > last, "keys ascend"
            last = raw
            entries[key] = self.value()
        return entries


def put_sized(head, count, first):
    width = first
    while count >> (8 * width):
        width *= 2
        head += 1
    return bytes([head]) + count.to_bytes(width, "big")


def pack(value):
    """The canonical bytes of a value."""
    if value is None or isinstance(value, bool):
        return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[value]
    if isinstance(value, int):
        if 0 <= value < 0x80 or -32 <= value < 0:
            return bytes([value & 255])
        if value >= 0:
            return put_sized(0xCC, value, 1)
        for head, width in ((0xD0, 1), (0xD1, 2), (0xD2, 4), (0xD3, 8)):
            if value >= -(1 << (8 * width - 1)):
                return bytes([head]) + value.to_bytes(width, "big", signed=True)
    if isinstance(value, str):
        raw = value.encode("utf-8")
        return (bytes([0xA0 | len(raw)]) if len(raw) < 32 else put_sized(0xD9, len(raw), 1)) + raw
    if isinstance(value, bytes):
        return put_sized(0xC4, len(value), 1) + value
    count = len(value)
    if isinstance(value, dict):
        head = bytes([0x80 | count]) if count < 16 else put_sized(0xDE, count, 2)
        return head + b"".join(pack(k) + pack(v) for k, v in value.items())
    head = bytes([0x90 | count]) if count < 16 else put_sized(0xDC, count, 2)
    return head + b"".join(pack(v) for v in value)


def read_replay(data):
    body = open_container(data)
    reader = Pack(body)
    keys = reader.value()
    assert reader.at == len(body) and isinstance(keys, dict), "one map and nothing else"
    expect(pack(keys) == body, "the body is canonical")
    for key in (0, 1, 3, 4, 5, 7, 12, 14):
        expect(key in keys, "key %d is there" % key)
    return keys


def numbers():
    """What the page says goes by number: {number: (game, {number: set}, {number: word})}."""
    games = {}
    for line in open("src/replay/README.md", encoding="utf-8"):
        head = re.match(r"game (\d+) = (\w+)", line)
        row = re.match(r" +(\d+)  (.*)$", line)
        if head:
            sets = {int(n): h for n, h in re.findall(r"set (\d+) = ([0-9a-f]{16})", line)}
            words = {}
            games[int(head[1])] = (head[2], sets, words)
        elif row and games:
            for at, word in enumerate(row[2].split(" | ")):
                words[int(row[1]) + at] = word
        elif line.startswith("## 3"):
            return games
    raise AssertionError("the page has no section 3")


class Named:
    """The values of a map, with names where the file has numbers."""

    def __init__(self, keys):
        self.keys = keys
        number = keys[0][0]
        self.game, self.sets, self.words = numbers()[number] if isinstance(number, int) else (number, {}, {})
        for word in [keys[0][1]] + list(keys.get(20, {})) + keys.get(9, {}).get(9, []) + keys.get(9, {}).get(15, []):
            expect(word not in self.words.values(), "%s goes by its number" % word)

    def word(self, value):
        return self.words[value] if isinstance(value, int) else value

    def head(self):
        patch = self.keys[0][2] if len(self.keys[0]) == 3 else 1
        return [self.game, self.word(self.keys[0][1]), patch]

    def set_hashes(self):
        return [self.sets[s] if isinstance(s, int) else s.hex() for s in self.keys.get(2, [])]

    def seats(self, key):
        return [self.word(value) for value in self.keys.get(9, {}).get(key, [])]

    def options(self):
        return {self.word(option): value for option, value in self.keys.get(20, {}).items()}

    def places(self):
        number, base, found = (self.keys[7] + [0])[3], self.keys[4] + 1, []
        for _ in range(self.keys[4]):
            found.append(number % base)
            number //= base
        expect(number == 0, "key 7: one place a seat")
        return found if any(found) else None


# ---- sections 3 and 4: the range coder, decks ----------------------------------------------------------------------

class Range:
    def __init__(self, data):
        self.data = data
        self.at = 0
        self.range = 0xFFFFFFFF
        self.code = 0
        for _ in range(4):
            self.code = self.code << 8 | self.byte()

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def symbol(self, widths):
        """The number of the symbol; widths add up to the total."""
        total = sum(widths)
        share = self.range // total
        at = min(self.code // share, total - 1)
        low = 0
        for index, width in enumerate(widths):
            if at < low + width:
                break
            low += width
        self.narrow(share, low, width, total)
        return index

    def narrow(self, share, low, width, total):
        self.code -= share * low
        self.range = self.range - share * low if low + width == total else share * width
        while self.range < 0x1000000:
            self.code = self.code << 8 | self.byte()
            self.range <<= 8

    def read(self, n):
        share = self.range // n
        index = min(self.code // share, n - 1)
        self.narrow(share, index, 1, n)
        return index


def read_decks(data, cards, seats):
    rows = ([200, 28, 8, 4, 4] + [1] * 11 + [1], [178, 46, 10, 4, 5] + [1] * 11 + [2])
    stream = Range(data)
    decks = []
    for _ in range(seats):
        deck, before = {}, 0
        for card in range(cards):
            count = stream.symbol(rows[1 if before else 0])
            if count == 16:
                count += stream.read(497)
            before = count
            if count:
                deck[card] = count
        decks.append(deck)
    return decks


# ---- section 11: choices written out --------------------------------------------------------------------------------

def read_choices(data):
    at, choices = 0, []
    while at < len(data):
        head, at = leb(data, at)
        seat, count = head >> 2, head & 3
        kind, at = leb(data, at)
        args = []
        for _ in range(count):
            arg, at = leb(data, at)
            args.append(arg)
        choices.append(("chance" if seat == 15 else seat, kind, args))
    return choices


# ---- the journal ------------------------------------------------------------------------------------------------------

def read_journal(data):
    assert data[:9] == b"\x89BRJ\r\n\x1a\n\x01", "journal"
    crc, at, records = zlib.crc32(data[:9]), 9, []
    while at < len(data):
        start = at
        length, at = leb(data, at)
        kind, payload = chr(data[at]), data[at + 1:at + 1 + length]
        at += 1 + length
        crc = zlib.crc32(data[start:at], crc)
        assert crc == int.from_bytes(data[at:at + 4], "big"), "CRC of a record"
        at += 4
        records.append((kind, payload))
    return records


def pairs(records, kind):
    found = []
    for name, payload in records:
        if name == kind:
            index, at = leb(payload, 0)
            n, at = leb(payload, at)
            found.append((n, index))
    return found


# ---- comparing ----------------------------------------------------------------------------------------------------------

def even(keys, without=()):
    return {k: v for k, v in keys.items() if k % 2 == 0 and k not in without}


def compare_head(keys, said):
    named = Named(keys)
    expect(named.head() == [said["game"], said["edition"], said["patch"]], "key 0: game, edition, patch")
    expect(keys[1].hex() == said["core"], "key 1: core id")
    bits, values = (8, keys[3]) if isinstance(keys[3], bytes) else keys[3][1:]
    expect(bits == said["checks"]["bits"] and values.hex() == said["checks"]["values"], "key 3: checks")
    expect(keys[4] == said["seats"], "key 4: seats")
    expect("%016x" % keys[5] == said["final"], "key 5: last state")
    expect(keys[7][0] == said["result"]["winner"] and keys[7][2] == said["result"]["units"], "key 7: result")
    expect(keys[7][1] == 0 or said["result"].get("reason") is not None, "key 7: reason")
    expect(named.places() == said["result"].get("places"), "key 7: places")
    expect(named.set_hashes() == said.get("sets", []), "key 2: card sets")
    expect(named.options() == said.get("options", {}), "key 20: options")
    expect(8 not in keys or keys[8] == int(said["seed"], 16), "key 8: seed")
    coder = said["coder"]
    expect(keys.get(10, 2) == {"uniform": None, "explicit": 0}.get(coder["mode"], coder.get("model")), "key 10: coder")
    expect(keys.get(9, {}).get(1, []) == said.get("names", []), "key 9: names")
    expect(named.seats(9) == said.get("deck_names", []), "key 9: names of decks")
    expect(named.seats(15) == said.get("bots", []), "key 9: bots")
    for row, remark in zip(keys.get(11, []), said.get("remarks", [])):
        expect(row[:2] == [remark["line"], remark["decision"]] and row[8] == remark["text"], "key 11: a remark")
    expect(len(keys.get(11, [])) == len(said.get("remarks", [])), "key 11: as many remarks")


def main(packed, explicit, journal, text, view, kinds, cards):
    files = [open(name, "rb").read() for name in (packed, explicit, journal, view)]
    said = json.load(open(text, encoding="utf-8"))
    # rows of the table of choice kinds; the first argument of each is its id
    ids = re.findall(r"^CHOICE\((\w+)", open(kinds, encoding="utf-8").read(), re.M)
    keys, long_keys, hidden = read_replay(files[0]), read_replay(files[1]), read_replay(files[3])
    compare_head(keys, said)
    if cards:
        decks = read_decks(keys[6], cards, keys[4])
        expect(decks == [{c["card"]: c["count"] for c in deck} for deck in said["decks"]], "key 6: decks")
    # written out: the same choices as in JSON
    expect(long_keys[10] == 0, "key 10 of the long form")
    written = read_choices(long_keys[14])
    listed = [(c["seat"], c["kind"], c.get("args", [])) for c in said["choices"]]
    expect([(s, ids[k], a) for s, k, a in written] == listed, "key 14: choices written out")
    players = sum(1 for c in written if c[0] != "chance")
    expect(players == keys[12] == long_keys[12], "key 12: decisions")
    # the journal knows n of each decision; with it the packed stream reads as the same choices
    records = read_journal(files[2])
    expect(records[0][0] == "H" and records[-1][0] == "E", "a journal begins with its setup and ends with its end")
    read_replay(records[0][1])
    asked = pairs(records, "D")
    expect(len(asked) == players, "the journal has each decision")
    if keys.get(10, 2) is None:  # equal shares; a model needs the game's ranks
        stream = Range(keys[14])
        expect([stream.read(n) for n, _ in asked] == [index for _, index in asked], "key 14: the range coder")
    if 16 in keys:
        stream = Range(keys[16][1])
        outcomes = pairs(records, "C")
        expect([stream.read(n) for n, _ in outcomes] == [i for _, i in outcomes], "key 16: outcomes of chance")
    # section 6: the core id; of a view, over all its even keys and 3, 5, 7
    listing = b"".join(n.to_bytes(2, "big") + index.to_bytes(2, "big") for n, index in asked)
    for name, form in (("packed", keys), ("written out", long_keys)):
        if 16 in keys and form is long_keys:
            continue  # outcomes stand among the choices there
        digest = hashlib.sha256(pack(even(form, (10, 12, 14))) + listing).digest()
        expect(digest[:16] == form[1], "core id, %s" % name)
    expect(hashlib.sha256(pack({k: v for k, v in hidden.items() if k % 2 == 0 or k in (3, 5, 7)})).digest()[:16] == hidden[1], "core id of the view")
    expect(8 not in hidden and 6 not in hidden and hidden[3] == b"" and hidden[18], "a view has no seed, decks or checks")
    # section 3: the example
    example = Range(bytes.fromhex("F555555040"))
    choices = [(2, 1), (3, 2), (10, 7), (2, 0), (1000, 999), (6, 5), (65535, 65534), (4, 1)]
    expect([example.read(n) for n, _ in choices] == [i for _, i in choices], "the example of section 3")


def compare_words(game, rows):
    """The page against the program's own table."""
    words = [found[2] for found in numbers().values() if found[0] == game][0]
    listed = re.findall(r'^WORD\("(.*)"\)', open(rows, encoding="utf-8").read(), re.M)
    expect(listed == [words[n] for n in range(1, len(words) + 1)], "the words of the page")


if __name__ == "__main__":
    if sys.argv[1] == "--words":
        compare_words(*sys.argv[2:4])
    else:
        main(*sys.argv[1:7], int(sys.argv[7]))
    for failure in failures:
        print("differs: " + failure)
    print("%s: %d of %d checks" % (sys.argv[1], checks - len(failures), checks))
    sys.exit(1 if failures else 0)
