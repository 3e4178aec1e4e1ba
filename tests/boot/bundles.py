"""Updates for the tests: the root of an image with another program in it, signed as wanted, and a USB stick that carries it."""

import struct
import subprocess
from pathlib import Path

from machine import MIB, SLOT_AT

COMPATIBLE = "barback-box-arm64"


def make_key(folder, name="key"):
    """A key and certificate that no box trusts."""
    key, cert = Path(folder) / f"{name}.pem", Path(folder) / f"{name}-cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "36500", "-subj", "/CN=Somebody else",
         "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    return key, cert


def root_of(image, to):
    """Copies the file system of root A out of an image."""
    with open(image, "rb") as file:
        file.seek(SLOT_AT["A"] + 1024)
        superblock = file.read(1024)
    blocks, block_size = struct.unpack_from("<I", superblock, 4)[0], 1024 << struct.unpack_from("<I", superblock, 24)[0]
    subprocess.run(["dd", f"if={image}", f"of={to}", "bs=1M", f"skip={SLOT_AT['A'] // MIB}", f"count={-(-blocks * block_size // MIB)}", "conv=sparse", "status=none"], check=True)
    with open(to, "r+b") as file:
        file.truncate(blocks * block_size)


def make_bundle(image, folder, version, program, key, cert, compatible=COMPATIBLE, notes=None, files=None, root=None):
    """A bundle with the root of `image` in which `program` is Barback. `notes` say what is new; `files` are more of them, by their path in the root. `root` is where its root is kept."""
    tree = Path(folder) / f"bundle-{version}-{compatible}"
    tree.mkdir()
    content = tree / "rootfs.ext4"
    root_of(image, content)
    build = tree / "build"
    build.write_text(f"{version} of-the-tests\n")
    commands = (
        f"rm /usr/bin/barback\nwrite {program} /usr/bin/barback\nset_inode_field /usr/bin/barback mode 0100755\n"
        f"rm /etc/barback-box/build\nwrite {build} /etc/barback-box/build\n")
    commands += "".join(f"write {file} {path}\n" for path, file in (files or {}).items())
    subprocess.run(["debugfs", "-w", "-f", "-", str(content)], input=commands, text=True, check=True, capture_output=True)
    build.unlink()
    (tree / "manifest.raucm").write_text(
        f"[update]\ncompatible={compatible}\nversion={version}\ndescription={notes or 'Barback ' + version}\n\n[bundle]\nformat=verity\n\n[image.rootfs]\nfilename=rootfs.ext4\n")
    bundle = Path(folder) / f"barback-{version}-{compatible}.raucb"
    bundle.unlink(missing_ok=True)
    subprocess.run(
        ["rauc", "bundle", f"--cert={cert}", f"--key={key}", "--mksquashfs-args=-comp zstd -Xcompression-level 3 -quiet -no-progress", str(tree), str(bundle)],
        check=True, capture_output=True)
    if root:
        content.rename(root)
    else:
        content.unlink()
    return bundle


def make_stick(folder, files):
    """A USB stick with FAT as shops sell it: one partition with the files in its top folder."""
    stick = Path(folder) / "stick.img"
    size = sum(Path(file).stat().st_size for file in files) // MIB + 64
    stick.unlink(missing_ok=True)
    with open(stick, "wb") as file:
        file.truncate((size + 1) * MIB)
    subprocess.run(["sfdisk", "-q", str(stick)], input="label: dos\nstart=1MiB, type=c\n", text=True, check=True)
    subprocess.run(["mkfs.vfat", "-F", "32", "-n", "STICK", "--offset", "2048", str(stick), str(size * 1024)], check=True, capture_output=True)
    for file in files:
        subprocess.run(["mcopy", "-i", f"{stick}@@{MIB}", str(file), f"::{Path(file).name}"], check=True)
    return stick


def stick_devices(stick):
    """What QEMU needs to have the stick plugged in."""
    return ["-device", "qemu-xhci", "-drive", f"if=none,id=stick,format=raw,readonly=on,file={stick}", "-device", "usb-storage,drive=stick,removable=on"]
