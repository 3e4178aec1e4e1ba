/** Live updates, and detecting that the box is unreachable. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAs } from '../../test/people';
import { sessionStore } from '../session';
import { CATCH_UP_MS, POLL_MS, RETRY_MS, reachableStore, SILENCE_MS, startLive } from './live';
import { TOPICS, urlsOf } from './topics';

let stop = () => {};
let answers: ((signal?: AbortSignal | null) => Promise<Response>)[];
let requests: string[];
let changes: (string[] | null)[];
let headers: Record<string, string>[];

beforeEach(() => {
  vi.useFakeTimers();
  signInAs('manager');
  [answers, requests, changes, headers] = [[], [], [], []];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    requests.push(url);
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
  return { send: (text: string) => control.enqueue(encoder.encode(text)), end: () => control.close() };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('live updates', () => {
  it('report the topics that changed, and resume after the last event', async () => {
    const first = stream();
    begin();
    first.send(': hello\n\nid: 41\nevent: change\nda');
    await wait(0);
    first.send('ta: {"topics":["products","menu"]}\n\n');
    await wait(0);
    expect(changes).toEqual([['products', 'menu']]);
    stream();
    first.end();
    await wait(1000);
    expect(requests).toEqual(['/api/live', '/api/live']);
    expect(headers[1]?.['Last-Event-ID']).toBe('41');
    expect(headers[1]?.Authorization).toBe('Bearer token-of-manager');
  });

  it('refresh everything once, because changes before the stream began are not reported', async () => {
    const first = stream();
    begin();
    await wait(CATCH_UP_MS - 1);
    expect(changes).toEqual([]);
    await wait(1);
    expect(changes).toEqual([null]);
    first.send('id: 41\nevent: change\ndata: {"topics":["menu"]}\n\n');
    await wait(0);
    stream();
    first.end();
    await wait(CATCH_UP_MS + 1000);
    // No second refresh: the stream resumes after the last event.
    expect(changes).toEqual([null, ['menu']]);
  });

  it('report an unreachable box within seconds, and refresh everything when it is back', async () => {
    const first = stream();
    begin();
    await wait(0);
    first.end();
    await wait(1000);
    expect(reachableStore.get()).toBe(false);
    stream();
    await wait(RETRY_MS);
    expect(reachableStore.get()).toBe(true);
    expect(changes).toEqual([null]);
  });

  it('treat 20 s of silence as a lost connection; a comment counts as activity', async () => {
    const first = stream();
    begin();
    await wait(SILENCE_MS - 1000);
    first.send(': still here\n\n');
    await wait(SILENCE_MS - 1000);
    expect(reachableStore.get()).toBe(true);
    await wait(3000);
    expect(reachableStore.get()).toBe(false);
  });

  it('end the session when the token is refused', async () => {
    answers.push(async () => new Response('', { status: 401 }));
    begin();
    await wait(0);
    expect(sessionStore.get().expired).toBe(true);
    await wait(60_000);
    expect(requests).toHaveLength(1);
  });

  it('read everything every 10 s while the box gives no stream, and ask for one again', async () => {
    for (const status of [429, 404]) answers.push(async () => new Response('', { status }));
    begin();
    await wait(POLL_MS - 1);
    expect([requests, changes]).toEqual([['/api/live'], []]);
    await wait(1 + POLL_MS);
    expect(changes).toEqual([null, null]);
    expect(reachableStore.get()).toBe(false);
    stream();
    await wait(RETRY_MS);
    expect(requests).toEqual(['/api/live', '/api/live', '/api/live', '/api/live']);
    expect(reachableStore.get()).toBe(true);
  });

  it('stop when the returned function is called', async () => {
    begin();
    await wait(RETRY_MS * 2);
    const before = requests.length;
    stop();
    await wait(60_000);
    expect(requests).toHaveLength(before);
  });
});

it('maps every topic of the API to the lists behind it', () => {
  const contract =
    'products, scans, menu, rate, sales, credit, orders, tables, receipts, users, settings, printers, devices, reasons, clock, approvals, sheets, tips, tills, shifts, tax, fiscal, bills, head';
  expect(Object.keys(TOPICS)).toEqual(contract.split(', '));
  expect(urlsOf(['tables', 'menu'])).toEqual(['/api/tables', '/api/menu']);
  expect(urlsOf(['tables', 'karaoke' as 'tables'])).toBeNull();
});
