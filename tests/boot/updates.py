"""Updates: a good one, files that are refused, versions that do not start, and power cuts while one is written."""

import os
import threading
import time

from bundles import make_bundle, make_key, make_stick, stick_devices
from environment import SLOWER, check, figure, first_password, good
from machine import BOOT_WAIT, until
from till import PASSWORD, Till

WRITING_CUTS = int(os.environ.get("WRITING_CUTS", "2"))
# 99 of 100 sales beside an update take at most this many milliseconds.
BESIDE_UPDATE = 100
# A new version that is bad has to be gone within this many seconds.
BACK_AGAIN = 300
# Writing an update into the other root takes at most this many seconds of the emulation.
WRITING_WAIT = 600 * SLOWER
SOFTWARE = "/api/box/software"
# Bytes of a block of a root.
BLOCK = 4096


def set_up(env, name, **options):
    """A box with a card of its own that is good, and its till."""
    card = env.card(name)
    box = env.box(card, name, **options)
    box.start()
    box.answers()
    till = Till(box.call)
    till.first_sign_in(first_password(box))
    till.stock_up()
    good(card)
    return card, box, till


def send(box, till, file):
    """Sends an update file as an admin's phone does, and returns status and answer."""
    return box.send(f"{SOFTWARE}/file", file, till.token, seconds=300 * SLOWER)


def install(till, **body):
    return till.call("POST", f"{SOFTWARE}/install", {"when": "now", **body}, till.token, 120 * SLOWER)


def must_install(till, **body):
    status, answer = install(till, **body) or (None, None)
    check(status == 202, f"the update is installed: {status} {answer}")


class Sales:
    """Sells in a thread of its own, and knows how long each sale took."""

    def __init__(self, till):
        self.till, self.took, self.ends = till, [], threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.ends.is_set():
            began = time.monotonic()
            if not self.till.sell():
                return
            self.took.append(time.monotonic() - began)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def p99(self):
        return sorted(self.took)[len(self.took) * 99 // 100] * 1000


def sells_for(till, seconds):
    """The p99 of sales while nothing else happens."""
    end = time.monotonic() + seconds
    with Sales(till) as sales:
        until("the end of the selling", lambda: time.monotonic() > end, seconds + 5)
    return sales.p99()


def last_result(till):
    till.sign_in()
    return until("the end of the update is told", lambda: till.must("GET", SOFTWARE)["lastResult"], 120 * SLOWER)


def update(env):
    """A new version from a stick is written while the bar sells, and runs with everything that was there; what is not right is refused."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    new = make_bundle(env.image, env.folder, "9.1.0", env.program, key, cert, notes="Several tables for one group\\nLists from Excel")
    figure("size of the update", new.stat().st_size // 1_000_000, "MB")
    stick = make_stick(env.folder, [new])
    card, box, till = set_up(env, "update", devices=stick_devices(stick))
    try:
        refuses(env, card, box, till)
        box.run("rm -f /var/lib/barback/software/sent.raucb")
        offered = until("the stick's update is offered", lambda: till.must("GET", SOFTWARE)["candidate"], 60 * SLOWER)
        check((offered["version"], offered["from"], offered["refused"]) == ("9.1.0", "stick", None), f"what the stick holds: {offered}")
        check(offered["notes"] == "Several tables for one group\nLists from Excel", f"what is new: {offered}")
        check(" ro," in box.run("grep ' /media/' /proc/mounts"), "the stick can only be read")
        figure("99 of 100 sales before within", sells_for(till, 30), "ms")
        network = till.must("GET", "/api/box/network")
        till.must("POST", "/api/pin", {"newPin": "407193", "currentPassword": PASSWORD})
        pins = till.must("GET", "/api/users")
        must_install(till)
        began = time.monotonic()
        box.mark()
        with Sales(till) as sales:
            until("the update is written", lambda: card.state()["BOOT_ORDER"] == "B A", WRITING_WAIT)
            figure("writing it", time.monotonic() - began)
        figure("sales beside it", len(sales.took), "")
        figure("99 of 100 sales beside it within", sales.p99(), "ms")
        check(sales.p99() < BESIDE_UPDATE * SLOWER, "sales wait for the update")
        began = time.monotonic()
        box.prints("box: slot B on", BOOT_WAIT)
        box.answers()
        figure("restart to the page of the new version", time.monotonic() - began)
        good(card, "B")
        figure("restart until it counts as good", time.monotonic() - began)
        result = last_result(till)
        check(result["worked"], f"the update worked: {result}")
        print(f"  {result['message']}")
        check(till.check() >= len(till.confirmed), "every sale is there")
        till.sell()
        numbers = [row["id"] for row in till.must("GET", "/api/sales?limit=3")]
        check(numbers[0] == max(till.confirmed), f"the numbers go on: {numbers}")
        receipts = [row["receiptNumber"] for row in till.must("GET", "/api/receipts?limit=2")]
        check(len(set(receipts)) == 2 and receipts[0] > receipts[1], f"so do those of the receipts: {receipts}")
        check(pins == till.must("GET", "/api/users"), "accounts and PINs stay")
        if env.is_newer:
            check("before-update" not in box.run("ls /var/lib/barback/software"), "the copy of the store of before is gone")
        check(till.must("GET", "/api/box/network")["wifi"] == network["wifi"], "the Wi-Fi stays")
    finally:
        box.cut()


def refuses(env, card, box, till):
    """Files that are no update for this box: nothing changes."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    wrong_key = make_bundle(env.image, env.folder, "9.4.0", env.program, *make_key(env.folder))
    wrong_board = make_bundle(env.image, env.folder, "9.5.0", env.program, key, cert, "another-board")
    older = make_bundle(env.image, env.folder, "0.0.1", env.program, key, cert)
    cut = env.folder / "cut.raucb"
    cut.write_bytes(older.read_bytes()[: older.stat().st_size // 2])
    before = card.state(), card.slot("A"), card.slot("B")
    for file in wrong_key, wrong_board, cut:
        status, answer = send(box, till, file) or (None, {})
        check(status == 400 and answer["message"].endswith("Nothing was changed."), f"{file.name} is refused: {status} {answer}")
        print(f"  refused: {file.name}: {answer['message']}")
        check("sent.raucb" not in box.run("ls /var/lib/barback/software"), f"{file.name} is not kept")
    free = int(box.run("df --output=avail -B1 /var | tail -n 1"))
    box.run(f"fallocate -l {free - older.stat().st_size} /var/full")
    status, answer = send(box, till, older) or (None, {})
    check(status == 409 and "too little room" in answer["message"], f"a full card: {status} {answer}")
    print(f"  refused: {older.name} on a full card: {answer['message']}")
    check(till.sell(), "the bar sells on a card that is nearly full")
    box.run("rm /var/full")
    status, answer = send(box, till, older) or (None, {})
    check(status == 201 and answer["candidate"]["older"], f"an older version is taken: {status} {answer}")
    status, answer = install(till) or (None, {})
    check(status == 409 and "is older than" in answer["message"], f"and not installed without the password: {status} {answer}")
    print(f"  refused: {older.name}: {answer['message']}")
    check((card.state(), card.slot("A"), card.slot("B")) == before, "what is refused changes nothing")


def bad(env):
    """Versions that do not start, that hang, or whose store does not open: the box goes back by itself, with everything that was there."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    closed = env.folder / "closed.conf"
    closed.write_text("[Service]\nReadOnlyPaths=/var/lib/barback/barback.redb\n")
    drop_in = {"/etc/systemd/system/barback.service.d/90-closed.conf": closed}
    versions = [
        ("does not start", make_bundle(env.image, env.folder, "9.2.0", env.stand_ins / "crash", key, cert)),
        ("hangs", make_bundle(env.image, env.folder, "9.3.0", env.stand_ins / "hang", key, cert)),
        ("cannot open its store", make_bundle(env.image, env.folder, "9.6.0", env.program, key, cert, files=drop_in)),
    ]
    card, box, till = set_up(env, "bad")
    try:
        for what, file in versions:
            till.sell()
            status, answer = send(box, till, file) or (None, {})
            check(status == 201, f"{file.name} is taken: {status} {answer}")
            version = answer["candidate"]["version"]
            must_install(till)
            until("the update is written", lambda: card.state()["BOOT_ORDER"] == "B A", WRITING_WAIT)
            box.mark()
            began = time.monotonic()
            box.prints(r"box: slot B on(.|\n)*box: slot B on(.|\n)*box: slot B on(.|\n)*box: slot A on", 4 * BOOT_WAIT)
            box.answers()
            took = time.monotonic() - began
            figure(f"a version that {what}: back after", took)
            check(took < BACK_AGAIN * SLOWER, f"{took:.0f} s are too long")
            result = last_result(till)
            wanted = f"Version {version} did not start. "
            check(not result["worked"] and result["message"].startswith(wanted), f"it says so: {result}")
            print(f"  {result['message']} {result['reason']}")
            # The version itself notes it, if it is another one.
            if what == "cannot open its store" and env.is_newer:
                check("barback.redb" in result["reason"], f"and why: {result}")
            check(till.check() >= len(till.confirmed), "every sale is there")
            good(card, "A")
    finally:
        box.cut()


def writing(env):
    """The power is cut while an update is written: the box starts as before, and the update can be installed again."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    root = env.folder / "root.ext4"
    new = make_bundle(env.image, env.folder, "9.7.0", env.program, key, cert, root=root)
    stick = make_stick(env.folder, [new])
    card, box, till = set_up(env, "writing", devices=stick_devices(stick))
    try:
        for number in range(WRITING_CUTS):
            box.cut()
            at, content = some_block(env, root)
            card.overwrite("B", at, bytes(len(content)))
            box.start()
            box.answers()
            good(card)
            till.sign_in()
            until("the stick's update is offered", lambda: till.must("GET", SOFTWARE)["candidate"], 60 * SLOWER)
            must_install(till, when="closed")
            until(f"{at >> 20} MiB are written", lambda: box.alive() and card.read("B", at, len(content)) == content, WRITING_WAIT)
            till.sell()
            box.cut()
            state = card.state()
            figure(f"cut {number + 1} in the update at", at >> 20, "MiB")
            box.start()
            slot = box.prints(r"box: slot (.) on")[1]
            check(slot == "A", f"{slot} starts, with {state}")
            box.answers()
            good(card)
            till.sign_in()
            check(till.check() >= len(till.confirmed), "every sale is there")
        until("the stick's update is offered", lambda: till.must("GET", SOFTWARE)["candidate"], 60 * SLOWER)
        must_install(till)
        box.mark()
        box.prints("box: slot B on", WRITING_WAIT + BOOT_WAIT)
        box.answers()
        good(card, "B")
        check(last_result(till)["worked"], "it can be installed afterwards")
    finally:
        box.cut()


def some_block(env, root):
    """Where a block of a root begins that is not empty, anywhere in it, and what it holds."""
    blocks = root.stat().st_size // BLOCK
    with open(root, "rb") as file:
        while True:
            at = env.random.randrange(blocks) * BLOCK
            file.seek(at)
            content = file.read(BLOCK)
            if any(content):
                return at, content
