/** The box asked directly, for what a test prepares and for what it proves. */
import type { Bar } from './box';

export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** As one of the demo's people. */
export async function apiAs(bar: Bar, who: 'admin' | 'manager' | 'bartender'): Promise<Api> {
  // Node knows nothing of the browser's name for the box.
  const origin = bar.url.replace(/\/\/[^:]+/, '//127.0.0.1');
  let token = '';

  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  const signedIn = await send<{ token: string }>('POST', '/api/auth/login', {
    username: who,
    password: `${who}123`,
  });
  token = signedIn.token;
  return { get: (path) => send('GET', path), send };
}
