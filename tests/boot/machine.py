"""An emulated box: QEMU with U-Boot, a copy of the card's image, the serial console as a log, the box's port 80 forwarded.

Nothing here waits for a time: everything polls a condition until a deadline.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import time
from pathlib import Path

# Seconds between two looks at a condition.
POLL = 0.2
# The emulation has no hardware support, so it is slower than a Pi. Seconds for a first start on a machine that does other things too.
BOOT_WAIT = float(os.environ.get("BOOT_WAIT", "420"))
# Seconds until the watchdog of an emulated box bites. A box has 15, but a test machine that does other things can stop an emulator for longer.
WATCHDOG = os.environ.get("WATCHDOG", "120")
# The emulation is that much slower than a Pi 4: limits in seconds of the box are multiplied by it.
SLOWER = float(os.environ.get("SLOWER", "3"))
UBOOT = "/usr/lib/u-boot/qemu_arm64/u-boot.bin"
MIB = 1 << 20
# Where the partitions lie: see the sizes in systemd/image.
BOOT_AT = 4 * MIB
SLOT_SIZE = 512 * MIB
SLOT_AT = {"A": 68 * MIB, "B": 68 * MIB + SLOT_SIZE}
STATE_AT = 1 * MIB


class Failed(Exception):
    """What was expected did not happen. The text says what was seen instead."""


def until(what, condition, seconds):
    """Returns the first result of `condition` that is true, and fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise Failed(f"not within {seconds:.0f} s: {what}")
        time.sleep(POLL)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Card:
    """A copy of the image, grown to the size of a card."""

    def __init__(self, image, folder, name="card", gib=4, options=""):
        self.path = Path(folder) / f"{name}.img"
        subprocess.run(["cp", "--sparse=always", str(image), str(self.path)], check=True)
        with open(self.path, "r+b") as file:
            file.truncate(gib << 30)
        self.write_boot_file("options.env", f"options=systemd.watchdog_sec={WATCHDOG} {options}\n")

    def write_boot_file(self, name, content):
        """Puts a file, of text or bytes, on the partition BOOT, as its owner would do on a computer."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            subprocess.run(["mcopy", "-o", "-i", f"{self.path}@@{BOOT_AT}", file.name, f"::{name}"], check=True)

    def slot(self, name):
        """The checksum of a root partition."""
        return subprocess.run(
            f"dd if='{self.path}' bs=1M skip={SLOT_AT[name] // MIB} count={SLOT_SIZE // MIB} status=none | sha256sum",
            shell=True, check=True, capture_output=True, text=True,
        ).stdout.split()[0]

    def read(self, name, at, size):
        """Bytes of a root partition."""
        with open(self.path, "rb") as file:
            file.seek(SLOT_AT[name] + at)
            return file.read(size)

    def overwrite(self, name, at, content):
        """Changes bytes of a root partition while the box is off."""
        with open(self.path, "r+b") as file:
            file.seek(SLOT_AT[name] + at)
            file.write(content)

    def state(self):
        """U-Boot's count of starts, as a dictionary."""
        with open(self.path, "rb") as file:
            file.seek(STATE_AT)
            sector = file.read(512)
        text = sector[4:].split(b"\0\0")[0].decode()
        return dict(line.split("=", 1) for line in text.split("\0") if "=" in line)

    def ruin_state(self):
        with open(self.path, "r+b") as file:
            file.seek(STATE_AT)
            file.write(b"\xa5" * 512)


class Box:
    """A running box. `key` is the private key whose public half is the `support` of its barback.txt, to look inside; `host` is its name on the network."""

    def __init__(self, card, log, key=None, devices=(), memory=1024, host="bar.local"):
        self.card, self.log, self.key, self.memory, self.host = card, Path(log), key, memory, host
        self.port, self.ssh_port = free_port(), free_port()
        self.devices = list(devices)
        self.process = None
        self.read_from = 0

    def command(self):
        net = f"user,id=n0,hostfwd=tcp:127.0.0.1:{self.port}-:80,hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22"
        return [
            "qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", str(self.memory),
            "-accel", "tcg,thread=multi", "-bios", UBOOT,
            "-drive", f"if=none,id=d0,format=raw,file={self.card.path}", "-device", "virtio-blk-pci,drive=d0",
            "-device", "i6300esb", "-netdev", net, "-device", "virtio-net-pci,netdev=n0,romfile=",
            "-display", "none", "-monitor", "none", "-serial", f"file:{self.log}", *self.devices,
        ]

    def start(self):
        self.log.write_bytes(b"")
        self.read_from = 0
        self.began = time.monotonic()
        with open(self.log.with_suffix(".qemu"), "wb") as said:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stderr=said, start_new_session=True)
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, failure, *_):
        if failure:
            self.keep_journal()
        self.cut()

    def keep_journal(self):
        """Stores the journal of a box where something failed beside its log, if SSH answers."""
        try:
            self.log.with_suffix(".journal").write_text(self.run("journalctl --boot --no-pager --lines 400", check=False, seconds=60))
        except (OSError, subprocess.SubprocessError):
            pass

    def cut(self):
        """Cuts the power."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()
        self.process = None

    def seconds(self):
        """Seconds since the power was switched on."""
        return time.monotonic() - self.began

    def alive(self):
        if self.process.poll() is not None:
            raise Failed(f"the emulator ended with {self.process.returncode}")
        return True

    def text(self):
        """What the serial console has printed since `mark`."""
        with open(self.log, "rb") as file:
            file.seek(self.read_from)
            return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", file.read().decode(errors="replace")).replace("\r", "")

    def mark(self):
        self.read_from = self.log.stat().st_size

    def prints(self, pattern, seconds=BOOT_WAIT):
        """Waits for a line on the serial console and returns its match."""
        try:
            return until(f"the console prints {pattern}", lambda: self.alive() and re.search(pattern, self.text(), re.M), seconds)
        except Failed as error:
            raise Failed(f"{error}; its last lines:\n{self.text()[-1500:]}") from None

    def get(self, path, headers=None, seconds=5):
        """Status and body of a GET through the forwarded port, or None while nothing answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request("GET", path, headers={"Host": self.host, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def call(self, method, path, body=None, token=None, seconds=30 * SLOWER):
        """Status and JSON of a call of the API, or None while nothing answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        headers = {"Host": self.host, "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def send(self, path, file, token, seconds):
        """Status and JSON of sending a file, or None while nothing answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        headers = {"Host": self.host, "Content-Type": "application/octet-stream", "Authorization": f"Bearer {token}"}
        try:
            with open(file, "rb") as body:
                connection.request("POST", path, body, {**headers, "Content-Length": str(os.path.getsize(file))})
                answer = connection.getresponse()
                return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def answers(self, path="/healthz", seconds=BOOT_WAIT):
        """Waits until a page answers with 200 and returns its body."""
        def look():
            self.alive()
            answer = self.get(path)
            return answer if answer and answer[0] == 200 else None
        try:
            return until(f"{path} answers", look, seconds)[1]
        except Failed as error:
            raise Failed(f"{error}; the console's last lines:\n{self.text()[-1500:]}") from None

    def run(self, command, seconds=300, check=True, stdin=None):
        """Runs a command on the box as root, over SSH with the support key, and returns what it prints."""
        done = subprocess.run(
            ["ssh", "-q", "-i", str(self.key), "-p", str(self.ssh_port), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
             "-o", "ConnectTimeout=10", "-o", "BatchMode=yes", "root@127.0.0.1", command],
            capture_output=True, text=True, timeout=seconds, input=stdin, check=False,
        )
        if check and done.returncode != 0:
            raise Failed(f"on the box, `{command}` ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def wait_for_ssh(self, seconds=BOOT_WAIT):
        until("SSH answers", lambda: self.alive() and self.run("echo ready", check=False, seconds=60) == "ready", seconds)
