"""Starts of the box: the first, later ones, and those after a power cut."""

import os
import socket
import subprocess
import time
import zlib

from environment import SLOWER, check, figure, first_password, good, memory_in_use
from machine import BOOT_WAIT, MIB, Box, Failed, until
from till import Till

# How often things are repeated; a release takes the numbers of the specification.
STARTS = int(os.environ.get("STARTS", "3"))
FIRST_CUTS = int(os.environ.get("FIRST_CUTS", "2"))
SELLING_CUTS = int(os.environ.get("SELLING_CUTS", "3"))


def boot(env):
    """First start and later ones: the page answers, the password is on the console, the data grows, the roots stay the same to the byte."""
    card = env.card("boot", "hostname = joes\nwifi-country = Liberia\nnonsense\n")
    roots = card.slot("A"), card.slot("B")
    box = env.box(card, "boot", host="joes.local")
    with box:
        box.answers()
        figure("first start to the page", box.seconds())
        password = first_password(box)
        figure("first start to the password on the console", box.seconds())
        mib = int(box.prints(r"box: the data has (\d+) MiB")[1])
        check(mib > 2800, f"the data has {mib} MiB on a card of 4 GiB")
        figure("data on a card of 4 GiB", mib, "MiB")
        box.prints(r'barback.txt: wifi-country "Liberia"')
        box.prints(r'barback.txt: "nonsense"')
        good(card)
        figure("first start until it counts as good", box.seconds())
        box.wait_for_ssh()
        machine = box.run("cat /etc/machine-id")
        check(box.run("hostname") == "joes", "the hostname is that of barback.txt")
        check("joes.lan joes.local" in box.run("cat /run/barback-box/hosts"), "the own Wi-Fi knows the name of barback.txt")
        check("joes.local" in box.run("journalctl -u barback -o cat"), "Barback announces the name of barback.txt")
        failed = box.run("systemctl --failed --no-legend --plain")
        check(not failed, f"failed units: {failed}")
        figure("memory in use", memory_in_use(box), "MiB")
        box.run("timedatectl set-timezone Africa/Monrovia")
        until("the time zone is on data", lambda: box.run(
            "cat /var/lib/barback-box/time-zone; systemctl show -P ActiveState barback-box-time-zone", check=False) == "Africa/Monrovia\ninactive", 60 * SLOWER)
        till = Till(box.call)
        till.first_sign_in(password)
        till.stock_up()
        till.sell()
        till.must("PUT", "/api/settings", {"businessName": "Joe's"})
    slowest = 0.0
    for _ in range(STARTS):
        with box:
            box.answers()
            slowest = max(slowest, box.seconds())
            good(card)
            box.wait_for_ssh()
            check(box.run("cat /etc/machine-id") == machine, "the machine id stays")
            check(box.run("readlink /etc/localtime").endswith("Africa/Monrovia"), "the time zone stays")
            till.sell()
            till.check()
    figure(f"slowest of {STARTS} later starts to the page", slowest)
    check((card.slot("A"), card.slot("B")) == roots, "the root partitions changed")
    print("  the roots are the same to the byte")


def cuts(env):
    """The power is cut in the first start and while the bar sells: it starts, and every confirmed sale is there."""
    for number in range(FIRST_CUTS):
        card = env.card(f"cut-{number}", support=False)
        box = env.box(card, f"cut-{number}")
        with box:
            # Anywhere between the first line of the kernel and the page.
            wait = env.random.uniform(0, 45)
            box.prints("box: slot A", 60 * SLOWER)
            end = time.monotonic() + wait
            until("the moment of the cut", lambda: time.monotonic() > end or not box.alive(), wait + 5)
        figure(f"cut {number + 1} in the first start, after", box.seconds())
        with box:
            box.answers()
            good(card)
        card.path.unlink()
    card = env.card("cuts", support=False)
    # While the bar sells, each start is cut: nothing counts as a failed start of a system that was good.
    box = env.box(card, "cuts")
    box.start()
    try:
        box.answers()
        good(card)
        till = Till(lambda *request: box.call(*request))
        till.first_sign_in(first_password(box))
        till.stock_up()
        for number in range(SELLING_CUTS):
            sold, wanted = 0, env.random.randint(1, 40)
            while sold < wanted:
                check(till.sell(), "a sale is answered")
                sold += 1
            box.cut()
            box.start()
            box.answers()
            check(till.check() >= len(till.confirmed), "every confirmed sale is listed")
        good(card)
    finally:
        box.cut()
    figure(f"sales confirmed over {SELLING_CUTS} cuts, all there", len(till.confirmed), "")


def stick(env):
    """A stick that bears the signature of the card is not started, and a box without `support` lets nobody in: not at the console, not over SSH."""
    card = env.card("stick", support=False)
    hostile = env.folder / "hostile.img"
    with open(card.path, "rb") as real, open(hostile, "wb") as file:
        file.write(real.read(MIB))
        file.truncate(2048 * MIB)
    devices = ["-device", "qemu-xhci", "-drive", f"if=none,id=stick,format=raw,file={hostile}", "-device", "usb-storage,drive=stick,removable=on"]
    with env.box(card, "stick", devices=devices) as box:
        box.prints(r"box: slot A on /dev/vda")
        box.answers()
        first_password(box)
        good(card)
        check("login:" not in box.text(), "the console asks for no password")
        try:
            with socket.create_connection(("127.0.0.1", box.ssh_port), timeout=10) as connection:
                said = connection.recv(1)
        except OSError:
            said = b""
        check(not said, f"SSH is closed: {said}")


def restore(env):
    """A backup on a new card becomes the bar: every sale is there, people sign in as before, and a factory reset does not bring it back."""
    card = env.card("old", "name = Sunset Bar\n", support=False)
    with env.box(card, "old") as box:
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        till.stock_up()
        for _ in range(20):
            check(till.sell(), "a sale is answered")
        made = till.must("POST", "/api/backups", {})
        status, backup = box.get(f"/api/backups/{made['name']}", {"Authorization": f"Bearer {till.token}"}, seconds=60 * SLOWER)
        check(status == 200, f"the backup is fetched: {status}")
    card.path.unlink()
    card = env.card("new")
    card.write_boot_file(made["name"], backup)
    with env.box(card, "new") as box:
        box.answers()
        figure("a new card with a backup, to the page", box.seconds())
        box.prints(r"Sign in with your name and password: the bar is the one of the backup")
        later = Till(box.call)
        later.confirmed = till.confirmed
        later.sign_in()
        check(later.check() == len(till.confirmed), "every sale is there")
        check(later.must("GET", "/api/settings")["businessName"] == "Sunset Bar", "the settings are there")
        good(card)
        box.wait_for_ssh()
        until("the screen is dark", lambda: box.run("cat /run/barback/screen") == "", 60 * SLOWER)
        # What the slip's password allows on a box that has one.
        box.run("touch /var/lib/barback/factory-reset && sync")
    with box:
        box.answers()
        first_password(box)
        print("  a factory reset makes a new bar")


def raspi3b(env):
    """The same card in the emulated Pi 3: U-Boot, kernel, SD card, and the slip on the console."""
    card = env.card("raspi3b", support=False)
    # The emulated watchdog of the Pi resets the machine when systemd opens it.
    card.write_boot_file("options.env", "options=modprobe.blacklist=bcm2835_wdt systemd.watchdog_sec=0\n")
    box = Pi3(card, env.folder / "raspi3b.log", firmware(env))
    with box:
        box.prints("box: slot A on /dev/mmcblk", 3 * BOOT_WAIT)
        figure("until the root is mounted", box.seconds())
        box.prints(r"box: the data has", 2 * BOOT_WAIT)
        figure("until the data has grown", box.seconds())
        box.prints(r"admin\s*/\s*(\S+)", 4 * BOOT_WAIT)
        figure("until the password is on the console", box.seconds())
        try:
            box.answers(seconds=20 * SLOWER)
            figure("until the page answers over USB Ethernet", box.seconds())
        except Failed:
            print("  the page was not reached: the emulator's network was not there")


class Pi3(Box):
    """QEMU's Raspberry Pi 3: the firmware's part, which loads U-Boot, is done by the emulator."""

    def __init__(self, card, log, firmware):
        super().__init__(card, log)
        self.firmware = firmware

    def command(self):
        return [
            "qemu-system-aarch64", "-M", "raspi3b", "-kernel", str(self.firmware / "u-boot.bin"), "-dtb", str(self.firmware / "bcm2837-rpi-3-b.dtb"),
            "-drive", f"if=sd,format=raw,file={self.card.path}", "-netdev", f"user,id=n0,hostfwd=tcp:127.0.0.1:{self.port}-:80", "-device", "usb-net,netdev=n0",
            "-display", "none", "-monitor", "none", "-serial", "null", "-serial", f"file:{self.log}",
        ]


def firmware(env):
    """U-Boot and the description of the hardware, from the card's partition BOOT."""
    folder = env.folder / "firmware"
    folder.mkdir()
    card = env.folder / "raspi3b.img"
    for name in "u-boot.bin", "bcm2837-rpi-3-b.dtb":
        subprocess.run(["mcopy", "-i", f"{card}@@{4 << 20}", f"::{name}", str(folder / name)], check=True)
    return folder


def state(env):
    """U-Boot's sector: ruined, all out of tries, and a root that is missing from the order."""
    card = env.card("state", support=False)
    card.ruin_state()
    with env.box(card, "state") as box:
        box.prints("box: state lost, starting afresh", 60 * SLOWER)
        box.answers()
        good(card)
    with env.box(card, "state") as box:
        box.prints("box: state read", 60 * SLOWER)
        box.answers()
    write_state(card, "A", 0, 0)
    with env.box(card, "state") as box:
        box.prints("box: out of tries, starting again", 60 * SLOWER)
        box.answers()
        good(card)
    check(card.state()["BOOT_ORDER"] == "A B", f"the missing root is back: {card.state()}")


def write_state(card, order, a, b):
    """Writes U-Boot's sector as fw_setenv does."""
    text = f"BOOT_ORDER={order}\0BOOT_A_LEFT={a}\0BOOT_B_LEFT={b}\0\0".encode().ljust(508, b"\0")
    with open(card.path, "r+b") as file:
        file.seek(1 << 20)
        file.write(zlib.crc32(text).to_bytes(4, "little") + text)
