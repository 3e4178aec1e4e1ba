/** Live updates, and knowing that the box is gone. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAs } from '../../test/people';
import { sessionStore } from '../session';
import { CATCH_UP_MS, POLL_MS, RETRY_MS, reachableStore, SILENCE_MS, startLive } from './live';
import { TOPICS, urlsOf } from './topics';

let stop = () => {};
let answers: ((signal?: AbortSignal | null) => Promise<Response>)[];
let asked: string[];
let changes: (string[] | null)[];
let headers: Record<string, string>[];

beforeEach(() => {
  vi.useFakeTimers();
  signInAs('manager');
  [answers, asked, changes, headers] = [[], [], [], []];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    asked.push(url);
    headers.push(init.headers as Record<string, string>);
    const answer = answers.shift() ?? (() => Promise.reject(new TypeError('Failed to fetch')));
    return Promise.race([
      answer(init.signal),
      new Promise<never>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
    ]);
  });
});
afterEach(() => stop());

const begin = () => {
  stop = startLive('token-of-manager', { onChange: (topics) => changes.push(topics) });
};

function stream() {
  let control: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      control = controller;
    },
  });
  const encoder = new TextEncoder();
  answers.push(async (signal) => {
    signal?.addEventListener('abort', () => control.error(signal.reason));
    return new Response(body);
  });
  return { say: (text: string) => control.enqueue(encoder.encode(text)), end: () => control.close() };
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('live updates', () => {
  it('tell which topics changed, and resume where they stopped', async () => {
    const first = stream();
    begin();
    first.say(': hello\n\nid: 41\nevent: change\nda');
    await passes(0);
    first.say('ta: {"topics":["products","menu"]}\n\n');
    await passes(0);
    expect(changes).toEqual([['products', 'menu']]);
    stream();
    first.end();
    await passes(1000);
    expect(asked).toEqual(['/api/live', '/api/live']);
    expect(headers[1]?.['Last-Event-ID']).toBe('41');
    expect(headers[1]?.Authorization).toBe('Bearer token-of-manager');
  });

  it('read once again what may have changed before they began', async () => {
    const first = stream();
    begin();
    await passes(CATCH_UP_MS - 1);
    expect(changes).toEqual([]);
    await passes(1);
    expect(changes).toEqual([null]);
    first.say('id: 41\nevent: change\ndata: {"topics":["menu"]}\n\n');
    await passes(0);
    stream();
    first.end();
    await passes(CATCH_UP_MS + 1000);
    // What happened meanwhile the stream itself tells: it knows where it stopped.
    expect(changes).toEqual([null, ['menu']]);
  });

  it('say soon that the box is gone, and fetch everything when it is back', async () => {
    const first = stream();
    begin();
    await passes(0);
    first.end();
    await passes(1000);
    expect(reachableStore.get()).toBe(false);
    stream();
    await passes(RETRY_MS);
    expect(reachableStore.get()).toBe(true);
    expect(changes).toEqual([null]);
  });

  it('take 20 s of silence for a lost box, and a comment for life', async () => {
    const first = stream();
    begin();
    await passes(SILENCE_MS - 1000);
    first.say(': still here\n\n');
    await passes(SILENCE_MS - 1000);
    expect(reachableStore.get()).toBe(true);
    await passes(3000);
    expect(reachableStore.get()).toBe(false);
  });

  it('end the session when the token is refused', async () => {
    answers.push(async () => new Response('', { status: 401 }));
    begin();
    await passes(0);
    expect(sessionStore.get().expired).toBe(true);
    await passes(60_000);
    expect(asked).toHaveLength(1);
  });

  it('ask for health every 10 s where they do not exist', async () => {
    answers.push(async () => new Response('', { status: 404 }));
    for (const journal of [1, 1, 2]) answers.push(async () => Response.json({ journal }));
    begin();
    await passes(2 * POLL_MS);
    expect(asked).toEqual(['/api/live', '/healthz', '/healthz', '/healthz']);
    expect(changes).toEqual([null]);
    await passes(POLL_MS);
    expect(reachableStore.get()).toBe(false);
  });

  it('stop when told to', async () => {
    begin();
    await passes(RETRY_MS * 2);
    const sofar = asked.length;
    stop();
    await passes(60_000);
    expect(asked).toHaveLength(sofar);
  });
});

it('knows the lists behind every topic of the contract', () => {
  const contract =
    'products, scans, menu, rate, sales, credit, orders, tables, receipts, users, settings, printers';
  expect(Object.keys(TOPICS)).toEqual(contract.split(', '));
  expect(urlsOf(['tables', 'menu'])).toEqual(['/api/tables', '/api/menu']);
  expect(urlsOf(['tables', 'karaoke' as 'tables'])).toBeNull();
});
