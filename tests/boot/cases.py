"""The cases of tests/image. Each gets an `Environment` and prints its figures; it fails by raising `Failed`."""

import os
import random
import re
import subprocess
import time
from pathlib import Path

from bundles import make_bundle, make_key, make_stick, stick_devices
from machine import BOOT_WAIT, Box, Card, Failed, until
from till import Till

HERE = Path(__file__).parent
# How often things are repeated; a release takes the numbers of the specification.
STARTS = int(os.environ.get("STARTS", "3"))
FIRST_CUTS = int(os.environ.get("FIRST_CUTS", "2"))
SELLING_CUTS = int(os.environ.get("SELLING_CUTS", "3"))
WRITING_CUTS = int(os.environ.get("WRITING_CUTS", "2"))
# A new version that is bad has to be gone within this many seconds.
BACK_AGAIN = 300
# The emulation is that much slower than a Pi 4: limits in seconds of the box are multiplied by it.
SLOWER = float(os.environ.get("SLOWER", "3"))


class Environment:
    """What the cases share: the image, its key, a folder for cards and logs, and whether the program in it is Barback itself."""

    def __init__(self, image, keys, stand_ins, folder, is_barback):
        self.image, self.keys, self.stand_ins, self.folder, self.is_barback = Path(image), Path(keys), Path(stand_ins), Path(folder), is_barback
        self.random = random.Random(int(os.environ.get("SEED", "1")))
        print(f"seed {os.environ.get('SEED', '1')}")
        self.support_key = self.folder / "support"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.support_key)], check=True)

    def card(self, name, settings="", support=True):
        card = Card(self.image, self.folder, name)
        if support:
            settings += f"support = {self.support_key.with_suffix('.pub').read_text()}\n"
        if settings:
            card.write_boot_file("barback.txt", settings)
        return card

    def box(self, card, name, **options):
        return Box(card, self.folder / f"{name}.log", self.support_key, **options)


def figure(name, value, unit="s"):
    print(f"  {name}: {value:.0f} {unit}" if isinstance(value, float) else f"  {name}: {value} {unit}", flush=True)


def check(condition, text):
    if not condition:
        raise Failed(text)


def good(card, slot="A"):
    """Waits until U-Boot's tries were given back."""
    until(f"slot {slot} counts as good: {card.state()}", lambda: card.state().get(f"BOOT_{slot}_LEFT") == "3", 120 * SLOWER)


def first_password(box):
    """The password that the console shows at the first start."""
    return box.prints(r"(?:admin\s*/\s*|Sign in as admin\s+Password\s+)(\S+)")[1]


def boot(env):
    """First start and later ones: the page answers, the password is on the console, the data grows, the roots stay the same to the byte."""
    card = env.card("boot", "hostname = joes\nwifi-country = lr\nnonsense\n")
    roots = card.slot("A"), card.slot("B")
    box = env.box(card, "boot")
    with box:
        box.answers()
        figure("first start to the page", box.seconds())
        password = first_password(box)
        figure("first start to the password on the console", box.seconds())
        mib = int(box.prints(r"box: the data has (\d+) MiB")[1])
        check(mib > 2800, f"the data has {mib} MiB on a card of 4 GiB")
        figure("data on a card of 4 GiB", mib, "MiB")
        box.prints(r'barback.txt: wifi-country "lr"')
        box.prints(r'barback.txt: "nonsense"')
        good(card)
        figure("first start until it counts as good", box.seconds())
        box.wait_for_ssh()
        machine = box.run("cat /etc/machine-id")
        check(box.run("hostname") == "joes", "the hostname is that of barback.txt")
        failed = box.run("systemctl --failed --no-legend --plain")
        check(not failed, f"failed units: {failed}")
        figure("memory in use", int(box.run("free -m | awk '/^Mem/ { print $3 }'")), "MiB")
        box.run("timedatectl set-timezone Africa/Monrovia")
        until("the time zone is on data", lambda: box.run(
            "cat /var/lib/barback-box/time-zone; systemctl show -P ActiveState barback-box-time-zone", check=False) == "Africa/Monrovia\ninactive", 60 * SLOWER)
        if env.is_barback:
            till = Till(box.call)
            till.first_sign_in(password)
            till.stock_up()
            till.sell()
    slowest = 0.0
    for _ in range(STARTS):
        with box:
            box.answers()
            slowest = max(slowest, box.seconds())
            good(card)
            box.wait_for_ssh()
            check(box.run("cat /etc/machine-id") == machine, "the machine id stays")
            check(box.run("readlink /etc/localtime").endswith("Africa/Monrovia"), "the time zone stays")
            if env.is_barback:
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
        till = None
        if env.is_barback:
            till = Till(lambda *request: box.call(*request))
            till.first_sign_in(first_password(box))
            till.stock_up()
        for number in range(SELLING_CUTS):
            sold, wanted = 0, env.random.randint(1, 40)
            while till and sold < wanted:
                check(till.sell(), "a sale is answered")
                sold += 1
            box.cut()
            box.start()
            box.answers()
            if till:
                check(till.check() >= len(till.confirmed), "every confirmed sale is listed")
        good(card)
    finally:
        box.cut()
    if till:
        figure(f"sales confirmed over {SELLING_CUTS} cuts, all there", len(till.confirmed), "")
    else:
        print("  nothing was sold: this is not Barback but its stand-in")


def installed(box, slot):
    """The build in the running system, once it runs from `slot`."""
    box.prints(f"box: slot {slot} on")
    box.answers()
    box.wait_for_ssh()
    return box.run("cat /etc/barback-box/build")


def as_barback(command):
    """A command of Barback's user."""
    return f"busybox su -s /bin/sh barback -c '{command}'"


def update(env):
    """A new version is installed from a stick and runs; what is not right is refused; bad versions are left after three starts."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    other = make_key(env.folder)
    program = env.folder / "program"
    card = env.card("update")
    with env.box(card, "update-read") as box:
        box.answers()
        good(card)
        box.wait_for_ssh()
        program.write_bytes(subprocess.run(
            ["ssh", "-q", "-i", str(env.support_key), "-p", str(box.ssh_port), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "root@127.0.0.1",
             "cat /usr/bin/barback"], check=True, capture_output=True).stdout)
        first = box.run("cat /etc/barback-box/build")
        box.run("sync")
    new = make_bundle(env.image, env.folder, "9.1.0", program, key, cert)
    figure("size of the update", new.stat().st_size // 1_000_000, "MB")
    crash = make_bundle(env.image, env.folder, "9.2.0", env.stand_ins / "crash", key, cert)
    hang = make_bundle(env.image, env.folder, "9.3.0", env.stand_ins / "hang", key, cert)
    wrong_key = make_bundle(env.image, env.folder, "9.4.0", program, *other)
    wrong_board = make_bundle(env.image, env.folder, "9.5.0", program, key, cert, "another-board")
    short = env.folder / "short.raucb"
    short.write_bytes(new.read_bytes()[: new.stat().st_size // 2])
    stick = make_stick(env.folder, [new, crash, hang, wrong_key, wrong_board, short])
    box = env.box(card, "update", devices=stick_devices(stick))
    box.start()
    try:
        box.answers()
        good(card)
        box.wait_for_ssh()
        folder = until("the stick is mounted", lambda: box.run("dirname /media/*/barback-9.1.0*.raucb 2>/dev/null | grep -v '[*]'", check=False), 60 * SLOWER)
        check(" ro," in box.run(f"grep ' {folder} ' /proc/mounts"), "the stick can only be read")
        before = card.state(), card.slot("A"), card.slot("B")
        for bundle, word in (wrong_key, "signature|certificate|verif"), (wrong_board, "ompatible"), (short, "."):
            said = box.run(f"rauc install {folder}/{bundle.name} 2>&1; echo code $?", check=False, seconds=600)
            check("code 0" not in said and re.search(word, said), f"{bundle.name} is refused: {said}")
            print(f"  refused: {bundle.name}: {said.splitlines()[-2][:150]}")
        check((card.state(), card.slot("A"), card.slot("B")) == before, "what is refused changes nothing")
        began = time.monotonic()
        # As Barback will: a file of its own, by its own user.
        box.run(f"cp {folder}/{new.name} /var/lib/barback/new.raucb && chown barback: /var/lib/barback/new.raucb")
        figure("copying the update to data", time.monotonic() - began)
        began = time.monotonic()
        box.run(as_barback("rauc install /var/lib/barback/new.raucb"), seconds=900)
        figure("installing", time.monotonic() - began)
        check(card.state()["BOOT_ORDER"] == "B A", f"B starts next: {card.state()}")
        box.mark()
        began = time.monotonic()
        box.run(as_barback("busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager Reboot b false"), check=False)
        build = installed(box, "B")
        check(build.startswith("9.1.0"), f"the new version runs: {build}")
        good(card, "B")
        figure("restart into the new version until it counts as good", time.monotonic() - began)
        for bad in crash, hang:
            box.run(f"rauc install {folder}/{bad.name}", seconds=900)
            box.mark()
            began = time.monotonic()
            box.run("systemctl reboot", check=False)
            box.prints(r"box: slot A on(.|\n)*box: slot A on(.|\n)*box: slot A on(.|\n)*box: slot B on", 3 * BOOT_WAIT)
            build = installed(box, "B")
            took = time.monotonic() - began
            check(build.startswith("9.1.0"), f"the old version runs: {build}")
            good(card, "B")
            figure(f"{bad.name}: back in the old version after", took)
            check(took < BACK_AGAIN * SLOWER, f"{took:.0f} s are too long")
            check(box.run("rauc status --detailed --output-format=shell | grep BOOT_STATUS", check=False).count("bad") == 1, "the bad root counts as bad")
    finally:
        box.cut()
    check(first, "the first build has a name")


def writing(env):
    """The power is cut while an update is written: the box starts as before, and the update can be installed again."""
    key, cert = env.keys / "key.pem", env.keys / "cert.pem"
    card = env.card("writing")
    new = make_bundle(env.image, env.folder, "9.6.0", env.stand_ins / "good", key, cert)
    stick = make_stick(env.folder, [new])
    box = env.box(card, "writing", devices=stick_devices(stick))
    box.start()
    try:
        for number in range(WRITING_CUTS):
            box.answers()
            good(card)
            box.wait_for_ssh()
            folder = until("the stick is mounted", lambda: box.run("dirname /media/*/barback-9.6.0*.raucb | grep -v '[*]'", check=False), 60 * SLOWER)
            # The answer does not come: the power is cut when some of the root is written.
            box.run(f"systemd-run -q rauc install {folder}/{new.name}")
            wanted = env.random.uniform(0.05, 0.95) * 60
            end = time.monotonic() + wanted
            until("the moment of the cut", lambda: box.alive() and time.monotonic() > end, wanted + 5)
            state = card.state()
            box.cut()
            figure(f"cut {number + 1} after", wanted)
            box.start()
            slot = box.prints(r"box: slot (.) on")[1]
            check(slot == ("B" if state["BOOT_ORDER"].startswith("B") else "A"), f"{slot} starts, with {state}")
            if slot == "B":
                break
        box.answers()
        figure("starts after the cuts, state", str(card.state()), "")
    finally:
        box.cut()


RADIOS = """
set -e
modprobe mac80211_hwsim radios={radios}
udevadm settle
tries=0
until [ "$(nmcli -t -f TYPE,STATE device | grep -c ^wifi:disconnected)" = {radios} ]; do tries=$((tries + 1)); [ $tries -lt 90 ]; sleep 1; done
for number in $(seq 1 $(({radios} - 1))); do nmcli -w 30 device set wlan$number managed no; done
cat >/tmp/lease <<'END'
#!/bin/sh
case $1 in
  deconfig) ip address flush dev $interface ;;
  bound|renew)
    ip address replace $ip/$mask dev $interface
    [ -z "$router" ] || ip route replace default via $router
    mkdir -p /etc/netns/$(ip netns identify)
    echo "nameserver $dns" >/etc/netns/$(ip netns identify)/resolv.conf ;;
esac
END
chmod +x /tmp/lease
"""

AP = """
nmcli connection add type wifi con-name {name} ifname {interface} ssid '{ssid}' 802-11-wireless.mode ap 802-11-wireless.band bg 802-11-wireless.channel {channel} \
  802-11-wireless.ap-isolation {isolation} wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.group ccmp wifi-sec.pmf 1 wifi-sec.psk '{password}' \
  ipv4.method shared ipv4.addresses {address}/24 ipv6.method disabled >/dev/null
nmcli -w 60 connection up {name} >/dev/null
"""

PHONE = """
ip netns add {name} 2>/dev/null || true
iw phy $(cat /sys/class/net/{interface}/phy80211/name) set netns name {name}
mkdir -p /etc/netns/{name}
ip netns exec {name} ip link set lo up
"""

JOIN = """
printf 'ctrl_interface=/tmp/wpa-{name}\nnetwork={{\nssid="{ssid}"\npsk="{password}"\nkey_mgmt=WPA-PSK\n}}\n' >/tmp/{name}.conf
ip netns exec {name} wpa_supplicant -B -i {interface} -c /tmp/{name}.conf >/dev/null
tries=0
until wpa_cli -p /tmp/wpa-{name} -i {interface} status | grep -q wpa_state=COMPLETED; do
  tries=$((tries + 1)); [ $tries -lt {tries} ] || {{ echo not joined; ip netns exec {name} wpa_cli -p /tmp/wpa-{name} -i {interface} terminate >/dev/null; exit 0; }}
  sleep 1
done
ip netns exec {name} busybox udhcpc -i {interface} -n -q -t 10 -s /tmp/lease >/dev/null 2>&1
echo joined
"""


def fetch(box, name, host, port=80, path="/", seconds=8):
    """What a phone in the namespace `name` gets from a page: the answer's text, or nothing if it is out of reach. (busybox is static and cannot look names up.)"""
    request = f"GET {path} HTTP/1.1\\r\\nHost: {host}\\r\\nConnection: close\\r\\n\\r\\n"
    script = f'exec 3<>/dev/tcp/{host}/{port} && printf "{request}" >&3 && cat <&3'
    answer = box.run(f"timeout {seconds} ip netns exec {name} bash -c '{script}' 2>/dev/null", check=False).replace("\r", "")
    return answer.split("\n\n", 1)[1] if answer.startswith("HTTP/1") and " 200 " in answer.splitlines()[0] else ""


def opens(box, name, host, port):
    """Whether a connection from the namespace `name` is accepted."""
    return box.run(f"timeout 5 ip netns exec {name} bash -c 'exec 3<>/dev/tcp/{host}/{port} && echo open' 2>/dev/null", check=False) == "open"


def pings(box, name, host):
    return ", 0% packet loss" in box.run(f"ip netns exec {name} busybox ping -c 1 -W 4 {host}", check=False)


def join(box, name, interface, ssid, password, tries=60):
    """Whether a phone gets into a Wi-Fi, with an address."""
    script = JOIN.format(name=name, interface=interface, ssid=ssid, password=password, tries=tries)
    return box.run("bash -s", stdin=script, seconds=300 * SLOWER).splitlines()[-1:] == ["joined"]


def wifi(env):
    """The box's own Wi-Fi with simulated radios: a phone joins, gets an address and the names, and reaches the page; a wrong password does not join."""
    card = env.card("wifi", "wifi-country = GH\n")
    with env.box(card, "wifi") as box:
        box.answers()
        box.wait_for_ssh()
        box.run("bash -s", stdin=RADIOS.format(radios=2), seconds=180 * SLOWER)
        until("the country is set", lambda: "country GH" in box.run("iw reg get", check=False), 60)
        began = time.monotonic()
        box.run("bash -s", stdin="set -e\n" + AP.format(name="bar", interface="wlan0", ssid="Bar", channel=6, isolation="no", password="green bottles", address="10.42.0.1"), seconds=180 * SLOWER)
        figure("own Wi-Fi up after", time.monotonic() - began)
        box.run("bash -s", stdin=PHONE.format(name="phone", interface="wlan1"), seconds=120 * SLOWER)
        check(not join(box, "phone", "wlan1", "Bar", "wrong bottles", 20), "a wrong password does not join")
        began = time.monotonic()
        check(join(box, "phone", "wlan1", "Bar", "green bottles"), "the phone joins")
        figure("joined with an address after", time.monotonic() - began)
        address = box.run("ip netns exec phone ip -4 -o address show wlan1 | awk '{ print $4 }'")
        check(address.startswith("10.42.0."), f"the phone's address: {address}")
        for name in "bar.lan", "bar.local", "captive.apple.com":
            said = box.run(f"ip netns exec phone busybox nslookup {name} 10.42.0.1", check=False)
            check("10.42.0.1" in said.split("Name:")[-1], f"{name}: {said}")
        said = box.run("ip netns exec phone busybox nslookup www.example.com 10.42.0.1 2>&1", check=False)
        check("NXDOMAIN" in said, f"another name is refused at once: {said}")
        check(fetch(box, "phone", "bar.lan", path="/healthz"), "the page answers at bar.lan")
        check(box.run("cat /proc/sys/net/ipv4/ip_forward") == "0", "nothing is forwarded")
        check(pings(box, "phone", "10.42.0.1"), "a phone reaches the box")
        check(not pings(box, "phone", "10.0.2.2"), "a phone does not reach what is behind the box")
        figure("memory in use with the Wi-Fi", int(box.run("free -m | awk '/^Mem/ { print $3 }'")), "MiB")


def guests(env):
    """The guests' network on a second radio: the menu is there, everything else is out of reach."""
    card = env.card("guests", "wifi-country = LR\n")
    with env.box(card, "guests") as box:
        box.answers()
        box.wait_for_ssh()
        box.run("bash -s", stdin=RADIOS.format(radios=4) + "nmcli device set wlan1 managed yes\n", seconds=180 * SLOWER)
        box.run("bash -s", stdin="set -e\n" + AP.format(name="bar", interface="wlan0", ssid="Bar", channel=6, isolation="no", password="green bottles", address="10.42.0.1")
                + AP.format(name="guests", interface="wlan1", ssid="Guests", channel=11, isolation="yes", password="ten red bottles", address="10.43.0.1"), seconds=240 * SLOWER)
        for number, name in (2, "one"), (3, "two"):
            box.run("bash -s", stdin=PHONE.format(name=name, interface=f"wlan{number}"), seconds=120 * SLOWER)
            check(join(box, name, f"wlan{number}", "Guests", "ten red bottles"), f"guest {name} joins")
        menu = fetch(box, "one", "bar.lan", 80)
        check(menu, "the menu is there")
        box.run("for port in 443 8443; do busybox httpd -p $port -h /tmp; done", check=False)
        check(box.run("timeout 5 bash -c 'exec 3<>/dev/tcp/10.43.0.1/443' && echo open", check=False) == "open", "the box itself reaches port 443")
        for port in 22, 443, 8443:
            for address in "10.43.0.1", "10.42.0.1":
                check(not opens(box, "one", address, port), f"guests do not reach port {port}")
        other = box.run("ip netns exec two ip -4 -o address show wlan3 | awk '{ print $4 }'").split("/")[0]
        for address in other, "10.0.2.2":
            check(not pings(box, "one", address), f"a guest does not reach {address}")
        print("  guests reach the menu and nothing else")


def network(env):
    """Not yet run: a change of network that nobody keeps comes back, also over a power cut; one that is kept stays."""
    check(env.is_barback, "this case needs Barback itself")
    card = env.card("network", "wifi-country = LR\n")
    with env.box(card, "network") as box:
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        box.wait_for_ssh()
        box.run("bash -s", stdin=RADIOS.format(radios=2), seconds=180 * SLOWER)
        before = till.must("GET", "/api/box/network")
        change = {**before, "mode": "own", "wifi": {**before["wifi"], "ssid": "Changed", "password": "nine blue bottles"}}
        status, pending = box.call("PUT", "/api/box/network", change, till.token)
        check(status == 202 and pending["pendingUntil"], f"the change is tried: {status} {pending}")
        until("the change is there", lambda: "Changed" in box.run("iw dev wlan0 info", check=False), 120 * SLOWER)
        until("the change is gone", lambda: "Changed" not in box.run("iw dev wlan0 info", check=False), 180 + 60 * SLOWER)
        box.call("PUT", "/api/box/network", change, till.token)
        until("the change is there again", lambda: "Changed" in box.run("iw dev wlan0 info", check=False), 120 * SLOWER)
    with box:
        box.answers()
        box.wait_for_ssh()
        box.run("bash -s", stdin=RADIOS.format(radios=2), seconds=180 * SLOWER)
        check("Changed" not in box.run("iw dev wlan0 info"), "after a power cut the old network is there")
        box.call("PUT", "/api/box/network", change, till.token)
        until("the change is there", lambda: "Changed" in box.run("iw dev wlan0 info", check=False), 120 * SLOWER)
        till.must("POST", "/api/box/network/keep", {})
        end = time.monotonic() + 200
        until("three minutes", lambda: time.monotonic() > end, 210)
        check("Changed" in box.run("iw dev wlan0 info"), "what is kept stays")


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
    import zlib
    text = f"BOOT_ORDER={order}\0BOOT_A_LEFT={a}\0BOOT_B_LEFT={b}\0\0".encode().ljust(508, b"\0")
    with open(card.path, "r+b") as file:
        file.seek(1 << 20)
        file.write(zlib.crc32(text).to_bytes(4, "little") + text)


CASES = {"boot": boot, "state": state, "cuts": cuts, "update": update, "writing": writing, "wifi": wifi, "guests": guests, "network": network, "raspi3b": raspi3b}
# Those that a call without names runs.
USUAL = ["boot", "state", "cuts", "update", "writing", "wifi", "guests"]
