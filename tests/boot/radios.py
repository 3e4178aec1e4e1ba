"""The box's networks with simulated radios (mac80211_hwsim): phones are network namespaces on the box, each with a radio of its own.

The radios are the kernel's from its start, as those of a Pi are. The box takes the first one; with guests also the second.
"""

import json
import time

from environment import SLOWER, check, figure, first_password, good, memory_in_use, own_wifi_on_screen
from machine import until
from till import Till

NETWORK = "/api/box/network"
# Radio of the first phone.
FIRST = 2

SET_UP = """
set -e
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

PHONE = """
set -e
ip netns add {name}
iw phy $(cat /sys/class/net/{interface}/phy80211/name) set netns name {name}
mkdir -p /etc/netns/{name}
ip netns exec {name} ip link set lo up
"""

JOIN = """
printf 'ctrl_interface=/tmp/wpa-{name}\nnetwork={{\nssid="{ssid}"\n{secret}\n}}\n' >/tmp/{name}.conf
ip netns exec {name} wpa_supplicant -B -i {interface} -c /tmp/{name}.conf >/dev/null
tries=0
until wpa_cli -p /tmp/wpa-{name} -i {interface} status | grep -q wpa_state=COMPLETED; do
  tries=$((tries + 1)); [ $tries -lt {tries} ] || {{ echo not joined; ip netns exec {name} wpa_cli -p /tmp/wpa-{name} -i {interface} terminate >/dev/null; exit 0; }}
  sleep 1
done
ip netns exec {name} busybox udhcpc -i {interface} -n -q -t 10 -s /tmp/lease >/dev/null 2>&1
echo joined
"""


def card_with_radios(env, name, radios, settings=""):
    return env.card(name, settings, options=f"modules_load=mac80211_hwsim mac80211_hwsim.radios={radios}")


class Phone:
    """A phone: a namespace with the radio of this number."""

    def __init__(self, box, number):
        self.box, self.name, self.interface = box, f"phone{number}", f"wlan{number}"
        box.run("bash -s", stdin=PHONE.format(name=self.name, interface=self.interface), seconds=120 * SLOWER)

    def joins(self, ssid, password, tries=60):
        """Whether it gets into a Wi-Fi, with an address."""
        secret = "key_mgmt=NONE" if password is None else f'psk="{password}"\\nkey_mgmt=WPA-PSK'
        script = JOIN.format(name=self.name, interface=self.interface, ssid=ssid, secret=secret, tries=tries)
        return self.box.run("bash -s", stdin=script, seconds=300 * SLOWER).splitlines()[-1:] == ["joined"]

    def leaves(self):
        self.box.run(f"ip netns exec {self.name} wpa_cli -p /tmp/wpa-{self.name} -i {self.interface} terminate", check=False)

    def address(self):
        return self.box.run(f"ip netns exec {self.name} ip -4 -o address show {self.interface} | awk '{{ print $4 }}'").split("/")[0]

    def finds(self, name, server):
        """What the box's server of names says about a name."""
        return self.box.run(f"ip netns exec {self.name} busybox nslookup {name} {server} 2>&1", check=False)

    def gets(self, host, path="/", port=80, method="GET", body="", headers=(), seconds=8):
        """The answer to a request: status and text, or (0, "") if the host is out of reach."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {len(body)}", *headers, "", body]
        # busybox is static and cannot look names up; bash can. The request goes in as standard input, so that no letter of it is special.
        script = f"exec 3<>/dev/tcp/{host}/{port} && cat >&3 && cat <&3"
        answer = self.box.run(f"timeout {seconds} ip netns exec {self.name} bash -c '{script}' 2>/dev/null", check=False, stdin="\r\n".join(lines))
        head, _, text = answer.replace("\r", "").partition("\n\n")
        return (int(head.split()[1]), text) if head.startswith("HTTP/1") else (0, "")

    def call(self, host):
        """A function like `Box.call` over this phone's Wi-Fi."""
        def call(method, path, body=None, token=None, seconds=30 * SLOWER):
            headers = ["Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else [])]
            status, text = self.gets(host, path, method=method, body="" if body is None else json.dumps(body), headers=headers, seconds=seconds)
            begin = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
            return (status, json.JSONDecoder().raw_decode(text[begin:])[0] if begin >= 0 else text) if status else None

        return call

    def opens(self, host, port):
        """Whether a connection is accepted."""
        return self.box.run(f"timeout 5 ip netns exec {self.name} bash -c 'exec 3<>/dev/tcp/{host}/{port} && echo open' 2>/dev/null", check=False) == "open"

    def pings(self, host):
        return ", 0% packet loss" in self.box.run(f"ip netns exec {self.name} busybox ping -c 1 -W 4 {host}", check=False)


def on_air(box, ssid):
    return f"ssid {ssid}" in box.run("iw dev wlan0 info", check=False)


def tries(box, till, **change):
    """Tries settings of the network, and waits until the Wi-Fi has its name."""
    status, pending = till.call("PUT", NETWORK, change, till.token) or (None, None)
    check(status == 202 and pending["pendingUntil"], f"the change is tried: {status} {pending}")
    until("the change is in use", lambda: on_air(box, change["wifi"]["ssid"]), 120 * SLOWER)


def keeps(till):
    def keep():
        answer = till.call("POST", f"{NETWORK}/keep", {}, till.token)
        return answer and answer[0] == 200
    until("the change is kept", keep, 60 * SLOWER)


def wifi(env):
    """The box's own Wi-Fi: a phone joins with the password of the slip, gets an address and the names, signs in and sells; a wrong password does not join."""
    card = card_with_radios(env, "wifi", 3, "wifi-country = GH\nname = Sunset Bar\n")
    with env.box(card, "wifi") as box:
        ssid, password = own_wifi_on_screen(box)
        figure("own Wi-Fi on the screen after", box.seconds())
        check(ssid == "Sunset Bar", f"the Wi-Fi has the bar's name: {ssid}")
        box.answers()
        box.wait_for_ssh()
        box.run("bash -s", stdin=SET_UP)
        until("the Wi-Fi is on the air", lambda: on_air(box, ssid), 60 * SLOWER)
        until("the country is set", lambda: "country GH" in box.run("iw reg get", check=False), 60)
        phone = Phone(box, FIRST)
        check(not phone.joins(ssid, "wrong bottles", 20), "a wrong password does not join")
        began = time.monotonic()
        check(phone.joins(ssid, password), "the phone joins")
        figure("joined with an address after", time.monotonic() - began)
        check(phone.address().startswith("10.42.0."), f"the phone's address: {phone.address()}")
        for name in "bar.lan", "bar.local", "captive.apple.com":
            said = phone.finds(name, "10.42.0.1")
            check("10.42.0.1" in said.split("Name:")[-1], f"{name}: {said}")
        said = phone.finds("www.example.com", "10.42.0.1")
        check("NXDOMAIN" in said, f"another name is refused at once: {said}")
        check(phone.gets("bar.lan")[0] == 200, "the page answers at bar.lan")
        check(phone.gets("connectivitycheck.gstatic.com", "/generate_204")[0] == 204, "Android stays in the Wi-Fi")
        check("Success" in phone.gets("captive.apple.com", "/hotspot-detect.html")[1], "an iPhone stays in the Wi-Fi")
        check(box.run("cat /proc/sys/net/ipv4/ip_forward") == "0", "nothing is forwarded")
        check(phone.pings("10.42.0.1"), "a phone reaches the box")
        check(not phone.pings("10.0.2.2"), "a phone does not reach what is behind the box")
        till = Till(phone.call("bar.lan"))
        till.first_sign_in(first_password(box))
        till.stock_up()
        check(till.sell(), "the phone sells")
        till.check()
        stations = [one["stations"] for one in till.must("GET", NETWORK)["interfaces"] if one["name"] == "wlan0"]
        check(stations == [1], f"the box counts its phones: {stations}")
        until("the screen forgets the password", lambda: box.run("cat /run/barback/screen") == "", 60 * SLOWER)
        figure("memory in use with the Wi-Fi", memory_in_use(box), "MiB")


def phones(env):
    """Nine phones want into a Wi-Fi that takes seven: seven get in, and the page says so."""
    card = card_with_radios(env, "phones", FIRST + 9, "name = Full\n")
    with env.box(card, "phones") as box:
        ssid, password = own_wifi_on_screen(box)
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        box.wait_for_ssh()
        box.run("bash -s", stdin=SET_UP)
        until("the Wi-Fi is on the air", lambda: on_air(box, ssid), 60 * SLOWER)
        most = till.must("GET", NETWORK)["wifi"]["maxStations"]
        until("the radio knows how many it takes", lambda: box.run("cat /run/barback-box/phones.wlan0", check=False) == str(most), 60 * SLOWER)
        joined = [Phone(box, FIRST + number).joins(ssid, password, 60 if number < most else 20) for number in range(9)]
        check(joined == [True] * most + [False] * (9 - most), f"who joined: {joined}")
        stations = [one["stations"] for one in till.must("GET", NETWORK)["interfaces"] if one["name"] == "wlan0"]
        check(stations == [most], f"the page says: {stations}")
        figure("phones in a Wi-Fi of at most", most, "")


def guests(env):
    """The guests' network on a second radio: the menu is there, everything else is out of reach."""
    card = card_with_radios(env, "guests", 4)
    with env.box(card, "guests") as box:
        own_wifi_on_screen(box)
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        box.wait_for_ssh()
        box.run("bash -s", stdin=SET_UP)
        status, _ = till.call("PUT", NETWORK, {"guests": {"on": True, "ssid": "Guests", "password": "ten red bottles"}}, till.token) or (None, None)
        check(status == 202, f"the guests' network is tried: {status}")
        until("the guests' network is up", lambda: "10.43.0.1" in box.run("ip -4 address show wlan1", check=False), 120 * SLOWER)
        keeps(till)
        one, two = Phone(box, FIRST), Phone(box, FIRST + 1)
        for guest in one, two:
            check(guest.joins("Guests", "ten red bottles"), f"{guest.name} joins")
        check(one.gets("bar.lan", "/api/menu")[0] == 200, "the menu is there")
        for path in "/api/products", "/login", "/healthz", "/api/sales":
            status, _ = one.gets("bar.lan", path)
            check(status in (0, 403, 404, 421), f"guests do not get {path}: {status}")
        status = one.gets("bar.lan", "/api/auth/login", method="POST", body='{"username":"admin","password":"x"}', headers=["Content-Type: application/json"])[0]
        check(status in (0, 403, 404, 421), f"guests do not sign in: {status}")
        box.run("for port in 443 8443; do busybox httpd -p $port -h /tmp; done", check=False)
        check(box.run("timeout 5 bash -c 'exec 3<>/dev/tcp/10.43.0.1/443' && echo open", check=False) == "open", "the box itself reaches port 443")
        for port in 22, 443, 8443:
            for address in "10.43.0.1", "10.42.0.1":
                check(not one.opens(address, port), f"guests do not reach port {port}")
        for address in two.address(), "10.0.2.2":
            check(not one.pings(address), f"a guest does not reach {address}")
        print("  guests reach the menu and nothing else")
        for guest in one, two:
            guest.leaves()
        till.must("PUT", NETWORK, {"guests": {"on": True, "ssid": "Open", "password": ""}})
        until("the guests' network is open", lambda: "ssid Open" in box.run("iw dev wlan1 info", check=False), 120 * SLOWER)
        keeps(till)
        check(one.joins("Open", None), "without a password a guest joins as well")
        check(one.gets("bar.lan", "/api/menu")[0] == 200 and one.gets("bar.lan", "/api/products")[0] != 200, "and sees the menu alone")


def network(env):
    """A change of network that nobody keeps comes back after three minutes, also over a power cut; one that is taken back or kept stays so."""
    card = card_with_radios(env, "network", 2, "name = Before\n")
    with env.box(card, "network") as box:
        own_wifi_on_screen(box)
        box.answers()
        till = Till(box.call)
        till.first_sign_in(first_password(box))
        box.wait_for_ssh()
        until("the first Wi-Fi is on the air", lambda: on_air(box, "Before"), 60 * SLOWER)
        change = {"wifi": {"ssid": "Changed", "password": "nine blue bottles"}}
        tries(box, till, **change)
        began = time.monotonic()
        until("the change is gone", lambda: on_air(box, "Before"), 180 + 60 * SLOWER)
        figure("back by itself after", time.monotonic() - began)
        tries(box, till, **change)
        status, _ = till.call("POST", f"{NETWORK}/undo", {}, till.token) or (None, None)
        check(status == 202, f"it is taken back: {status}")
        until("the change is gone at once", lambda: on_air(box, "Before"), 30 * SLOWER)
        tries(box, till, **change)
    with box:
        box.answers()
        box.wait_for_ssh()
        until("after a power cut the first Wi-Fi is there", lambda: on_air(box, "Before"), 60 * SLOWER)
        good(card)
        till.sign_in()
        tries(box, till, **change)
        keeps(till)
        end = time.monotonic() + 200
        until("more than three minutes", lambda: time.monotonic() > end, 210)
        check(on_air(box, "Changed"), "what is kept stays")
    with box:
        box.answers()
        box.wait_for_ssh()
        until("what is kept stays over a power cut", lambda: on_air(box, "Changed"), 60 * SLOWER)
