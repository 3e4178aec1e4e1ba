"""What the cases of tests/image share: the image, its key, a folder for cards and logs."""

import os
import random
import re
import subprocess
from pathlib import Path

from machine import SLOWER, Box, Card, Failed, until


class Environment:
    """`image` is the card's image, `keys` the folder with the key of its updates, `program` what they install, `is_newer` whether that is another program than the image's, `stand_ins` a folder with programs that are bad on purpose."""

    def __init__(self, image, keys, stand_ins, program, folder):
        self.image, self.keys, self.stand_ins, self.program, self.folder = map(Path, (image, keys, stand_ins, program, folder))
        self.is_newer = self.program.resolve() != Path(os.environ["BINARY"]).resolve()
        self.random = random.Random(int(os.environ.get("SEED", "1")))
        print(f"seed {os.environ.get('SEED', '1')}")
        self.support_key = self.folder / "support"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.support_key)], check=True)

    def card(self, name, settings="", support=True, **options):
        """A card. `settings` are lines of barback.txt; with `support` one can look inside over SSH."""
        card = Card(self.image, self.folder, name, **options)
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


def own_wifi_on_screen(box):
    """Name and password of the own Wi-Fi as the console shows them at the first start."""
    found = box.prints(r"Name +(\S.*?) *\n +Password +(\S+)")
    return found[1].strip(), found[2]


def memory_in_use(box):
    return int(re.search(r"\d+", box.run("free -m | awk '/^Mem/ { print $3 }'"))[0])
