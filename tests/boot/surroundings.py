"""What is around the box: a printer on USB, a clock that is wrong."""

import datetime

from environment import SLOWER, check, figure, first_password, good
from machine import until
from radios import card_with_radios
from till import Till
from usb_printer import UsbPrinter

CLOCK = "/api/box/clock"


def slip(env):
    """A receipt printer on USB prints the slip at the first start, once, without being set up."""
    printer = UsbPrinter()
    card = card_with_radios(env, "slip", 1, "name = Sunset Bar\n")
    with env.box(card, "slip", devices=printer.devices) as box:
        password = first_password(box)
        until("the slip is printed", lambda: box.alive() and password.encode() in printer.printed, 120 * SLOWER)
        figure("slip printed after", box.seconds())
        for words in b"Sunset Bar", b"Connect to this Wi-Fi", b"Open this page", b"Sign in as admin":
            check(words in printer.printed, f"the slip says {words.decode()}")
        box.answers()
        good(card)
    with box:
        box.answers()
        good(card)
        check(printer.printed.count(password.encode()) == 1, "it is printed once")
        till = Till(box.call)
        till.first_sign_in(password)
    with box:
        box.answers()
        good(card)
        check(printer.printed.count(password.encode()) == 1, "and not after the password was changed")
    printer.close()


def clock(env):
    """A box without a clock: the phone's time is offered and set, the doubt ends, and the time does not go back after a power cut."""
    # The emulated machine has a clock chip; a Pi has none.
    card = env.card("clock", options="initcall_blacklist=pl031_driver_init modprobe.blacklist=rtc_pl031")
    with env.box(card, "clock") as box:
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        good(card)
        box.wait_for_ssh()
        check(not box.run("ls /dev/rtc* 2>/dev/null", check=False), "there is no clock chip")
        seen = till.must("GET", CLOCK)
        print(f"  the box says {seen['now']}")
        check(seen.get("takesDeviceTime"), f"the phone's time is offered: {seen}")
        phone = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=400)
        told = till.must("POST", f"{CLOCK}/set", {"deviceTime": phone.strftime("%Y-%m-%dT%H:%M:%SZ")})
        check(told["now"][:10] == phone.strftime("%Y-%m-%d") and not told["doubted"], f"it is set: {told}")
        till.stock_up()
        till.sell()
        check(box.run("date -u +%Y-%m-%d") == phone.strftime("%Y-%m-%d"), "the machine's clock is set, too")
        kept = "/var/lib/systemd/timesync/clock"
        until("the minute is stored", lambda: int(box.run(f"stat -c %Y {kept}")) >= int(phone.timestamp()), 120 * SLOWER)
        box.run("sync")
        stored = box.run(f"stat -c %Y {kept}")
    with box:
        box.answers()
        till.sign_in()
        seen = till.must("GET", CLOCK)
        now = datetime.datetime.fromisoformat(seen["now"].replace("Z", "+00:00")).timestamp()
        check(now >= int(stored), f"after a power cut the time does not go back: {seen}")
        till.sell()
        till.check()
