/** Fake network receipt printer: accepts connections, answers status requests, and stores the received bytes. */
import { createServer, type Socket } from 'node:net';

export interface FakePrinter {
  url: string;
  /** Resolves once the received bytes contain this text. */
  waitUntilPrinted(text: string): Promise<void>;
  /** All bytes so far, one character each. */
  received(): string;
  /** How often this text was printed. */
  count(text: string): number;
  /** Sets whether the printer has paper. */
  paper(loaded: boolean): void;
  close(): void;
}

/** The answer to DLE EOT n (status request) when all is well: only bits 1 and 4, which are always set. */
const READY = 0x12;
/** The answers of a printer without paper to DLE EOT 2 (stopped) and 4 (paper end). */
const STOPPED = 0x32;
const PAPER_END = 0x72;

export async function openPrinter(): Promise<FakePrinter> {
  let received = '';
  let hasPaper = true;
  let onBytes = () => {};
  const status = (kind: number | undefined) => {
    if (hasPaper) return READY;
    return kind === 4 ? PAPER_END : kind === 2 ? STOPPED : READY;
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
      received += bytes.toString('latin1');
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
          if (received.includes(text)) resolve();
        };
        onBytes();
      }),
    paper(loaded) {
      hasPaper = loaded;
    },
    received: () => received,
    count: (text) => received.split(text).length - 1,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
