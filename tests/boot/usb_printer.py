"""A receipt printer on USB that is plugged into an emulated box, and keeps what it prints.

QEMU hands a USB port to a program by the protocol usbredir (https://gitlab.freedesktop.org/spice/usbredir, docs/usb-redirection-protocol.md,
version 0.7). This speaks as much of it as the class of printers needs (USB Device Class Definition for Printing Devices 1.1). Numbers are
little-endian.
"""

import socket
import struct
import threading

HELLO, DEVICE_CONNECT, RESET, INTERFACE_INFO, EP_INFO = 0, 1, 3, 4, 5
SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION_STATUS = 6, 7, 8
SET_ALT_SETTING, GET_ALT_SETTING, ALT_SETTING_STATUS = 9, 10, 11
CANCEL_DATA_PACKET, CONTROL_PACKET, BULK_PACKET = 21, 100, 101
# Kind, length, id. A hello has a shorter id, because the other side's abilities are not known yet.
HELLO_HEADER, HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
# Sizes of packets in EP_INFO, ids of 64 bits, lengths of 32 bits: what QEMU's xhci asks for.
ABILITIES = 1 << 4 | 1 << 5 | 1 << 6
CONTROL = struct.Struct("<BBBBHHH")
BULK = struct.Struct("<BBHIH")
SUCCESS, CANCELLED, STALL = 0, 1, 4
HIGH_SPEED = 2
BULK_TYPE, CONTROL_TYPE, NO_ENDPOINT = 2, 0, 255
TO_PRINTER, FROM_PRINTER = 0x01, 0x82
PACKET = 512

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0, 0, 0, 64, 0x04B8, 0x0E15, 0x100, 1, 2, 3, 1)
ENDPOINTS = b"".join(struct.pack("<BBBBHB", 7, 5, endpoint, BULK_TYPE, PACKET, 0) for endpoint in (TO_PRINTER, FROM_PRINTER))
INTERFACE = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 2, 7, 1, 2, 0) + ENDPOINTS
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(INTERFACE), 1, 1, 0, 0xC0, 1) + INTERFACE
TEXTS = {1: "EPSON", 2: "TM-T20III", 3: "0001"}
DEVICE_ID = b"MFG:EPSON;CMD:ESC/POS;MDL:TM-T20III;CLS:PRINTER;DES:EPSON TM-T20III;"
# Paper is there, nothing is wrong.
PORT_STATUS = 0x18
# The answer to DLE EOT n: no error.
READY = 0x12


def text_of(number):
    """A string descriptor; number 0 lists the language, English."""
    content = struct.pack("<H", 0x0409) if number == 0 else TEXTS[number].encode("utf-16-le")
    return struct.pack("<BB", 2 + len(content), 3) + content


class UsbPrinter:
    """`devices` is what QEMU needs to have it plugged in; `printed` what it was sent."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        port = self.listener.getsockname()[1]
        self.devices = ["-device", "qemu-xhci", "-chardev", f"socket,id=printer,host=127.0.0.1,port={port}", "-device", "usb-redir,chardev=printer"]
        self.printed = b""
        self.waiting, self.answers = [], b""
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                self.socket, _ = self.listener.accept()
            except OSError:
                return
            self.waiting, self.answers = [], b""
            try:
                self.plug_in()
                while True:
                    kind, length, number = HEADER.unpack(self.read(HEADER.size))
                    self.answer(kind, number, self.read(length))
            except (OSError, EOFError):
                self.socket.close()

    def close(self):
        self.listener.close()

    def read(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def send(self, kind, number, data):
        self.socket.sendall(HEADER.pack(kind, len(data), number) + data)

    def plug_in(self):
        hello = b"a printer of the tests".ljust(64, b"\0") + struct.pack("<I", ABILITIES)
        self.socket.sendall(HELLO_HEADER.pack(HELLO, len(hello), 0) + hello)
        kind, length, _ = HELLO_HEADER.unpack(self.read(HELLO_HEADER.size))
        self.read(length)
        if kind != HELLO:
            raise EOFError
        # A list of 32 interfaces, of which there is one.
        def of_32(first):
            return bytes([first]).ljust(32, b"\0")

        self.send(INTERFACE_INFO, 0, struct.pack("<I", 1) + of_32(0) + of_32(7) + of_32(1) + of_32(2))
        kinds = bytearray([NO_ENDPOINT] * 32)
        # Those towards the host come after the sixteen from it.
        kinds[0], kinds[16], kinds[TO_PRINTER], kinds[16 + (FROM_PRINTER & 15)] = CONTROL_TYPE, CONTROL_TYPE, BULK_TYPE, BULK_TYPE
        self.send(EP_INFO, 0, bytes(kinds) + bytes(32) + bytes(32) + struct.pack("<H", PACKET) * 32)
        self.send(DEVICE_CONNECT, 0, struct.pack("<BBBBHH", HIGH_SPEED, 0, 0, 0, 0x04B8, 0x0E15))

    def answer(self, kind, number, data):
        if kind == CONTROL_PACKET:
            self.control(number, data)
        elif kind == BULK_PACKET:
            self.bulk(number, data)
        elif kind == CANCEL_DATA_PACKET and number in self.waiting:
            self.waiting.remove(number)
            self.send(BULK_PACKET, number, BULK.pack(FROM_PRINTER, CANCELLED, 0, 0, 0))
        elif kind in (SET_CONFIGURATION, GET_CONFIGURATION):
            self.send(CONFIGURATION_STATUS, number, struct.pack("<BB", SUCCESS, 1))
        elif kind in (SET_ALT_SETTING, GET_ALT_SETTING):
            self.send(ALT_SETTING_STATUS, number, struct.pack("<BBB", SUCCESS, 0, 0))

    def control(self, number, data):
        endpoint, request, kind, _, value, index, length = CONTROL.unpack(data[: CONTROL.size])
        answer = self.control_answer(kind, request, value)
        status = STALL if answer is None else SUCCESS
        # Towards the printer nothing comes back.
        answer = (answer or b"")[:length] if kind & 0x80 else b""
        size = len(answer) if kind & 0x80 else length
        self.send(CONTROL_PACKET, number, CONTROL.pack(endpoint, request, kind, status, value, index, size) + answer)

    @staticmethod
    def control_answer(kind, request, value):
        if (kind, request) == (0x80, 6):
            number = value & 255
            return {1: DEVICE, 2: CONFIGURATION}.get(value >> 8) or (text_of(number) if value >> 8 == 3 and number < 4 else None)
        if kind == 0xA1:
            return {0: struct.pack(">H", 2 + len(DEVICE_ID)) + DEVICE_ID, 1: bytes([PORT_STATUS])}.get(request)
        if kind == 0x80 and request == 0:
            return bytes([1, 0])
        # Clearing a feature, a soft reset.
        return b"" if kind in (0x00, 0x01, 0x02, 0x21, 0x23) else None

    def bulk(self, number, data):
        endpoint, _, length, stream, _ = BULK.unpack(data[: BULK.size])
        if endpoint == FROM_PRINTER:
            self.waiting.append(number)
        else:
            content = data[BULK.size :]
            self.printed += content
            self.answers += bytes([READY]) * content.count(b"\x10\x04")
            self.send(BULK_PACKET, number, BULK.pack(endpoint, SUCCESS, length, stream, 0))
        if self.waiting and self.answers:
            answer, self.answers = self.answers[:PACKET], self.answers[PACKET:]
            self.send(BULK_PACKET, self.waiting.pop(0), BULK.pack(FROM_PRINTER, SUCCESS, len(answer), 0, 0) + answer)
