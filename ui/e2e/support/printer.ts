/** A receipt printer on the network: takes every connection, says how it is, keeps what it was sent. */
import { createServer, type Socket } from 'node:net';

export interface FakePrinter {
  url: string;
  /** Resolves when what was printed so far holds this text. */
  waitUntilPrinted(text: string): Promise<void>;
  /** How often this text was printed. */
  count(text: string): number;
  /** Takes the paper out, or puts it in again. */
  paper(there: boolean): void;
  close(): void;
}

/** DLE EOT n asks for a status; bits 1 and 4 are always set, none of the others means ready. */
const READY = 0x12;
/** The answers of a printer without paper to DLE EOT 2 (stopped) and 4 (paper end). */
const STOPPED = 0x32;
const PAPER_END = 0x72;

export async function openPrinter(): Promise<FakePrinter> {
  let paper = '';
  let empty = false;
  let onBytes = () => {};
  const status = (requests: number | undefined) => {
    if (!empty) return READY;
    return requests === 4 ? PAPER_END : requests === 2 ? STOPPED : READY;
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      for (let at = 0; at + 2 < bytes.length + 1; at += 1) {
        if (bytes[at] === 0x10 && bytes[at + 1] === 0x04) socket.write(Buffer.of(status(bytes[at + 2])));
        if (bytes[at] === 0x1d && bytes[at + 1] === 0x72) socket.write(Buffer.of(0));
      }
      paper += bytes.toString('latin1');
      onBytes();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `tcp://127.0.0.1:${port}`,
    waitUntilPrinted: (text) =>
      new Promise((resolve) => {
        onBytes = () => {
          if (paper.includes(text)) resolve();
        };
        onBytes();
      }),
    paper(there) {
      empty = !there;
    },
    count: (text) => paper.split(text).length - 1,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
