/** Fake server for tests: replaces fetch, answers by method and path, and records the requests. */
import { vi } from 'vitest';

export interface RecordedCall {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'lost';
/** An answer may depend on the request and on `count`: 1 for the first request of this method and path. */
type Answers = Record<string, Answer | ((call: RecordedCall, count: number) => Answer | Promise<Answer>)>;

/** `fakeServer({ 'POST /api/sales': { status: 201, body: … } })`; any other call is answered with 404. Returns the requests. */
export function fakeServer(answers: Answers): RecordedCall[] {
  const requests: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call: RecordedCall = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(call);
    const name = `${call.method} ${path}`;
    const count = requests.filter((other) => `${other.method} ${other.path}` === name).length;
    const found = answers[name] ?? {
      status: 404,
      body: { message: 'Not found', code: 'not_found', fields: null },
    };
    const answer = typeof found === 'function' ? await found(call, count) : found;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    const response = new Response(text, { status: answer.status ?? 200, headers: answer.headers });
    return Object.defineProperty(response, 'url', { value: `http://bar.test${path}` });
  });
  return requests;
}

export function refusal(status: number, code: string, message: string, more: object = {}): Answer {
  return { status, body: { message, code, fields: null, ...more } };
}
