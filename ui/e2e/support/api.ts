/** The box asked directly, for what a test prepares and for what it proves. */
import type { Request } from 'playwright-core';
import type { Bar } from './box';

export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** As one of the demo's people. */
export async function apiAs(bar: Bar, who: 'admin' | 'manager' | 'bartender'): Promise<Api> {
  const origin = originOf(bar);
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

/** A name of this try's own: a test that is tried again finds what its first try has made. */
export const uniqueName = (name: string): string => `${name}-${Date.now().toString(36)}`;

export interface Product {
  id: number;
  name: string;
  barcode: string;
  stock: number;
  currency: string;
  priceUSD: string | null;
}

/** What the box says of it now. */
export async function productOf(api: Api, name: string): Promise<Product> {
  const found = (await api.get<Product[]>('/api/products')).find((product) => product.name === name);
  if (!found) throw new Error(`the demo bar has no ${name}`);
  return found;
}

/** Lets a request of a page reach the box while the page never sees the answer. */
export async function deliver(bar: Bar, request: Request): Promise<void> {
  const { authorization = '', 'idempotency-key': key = '' } = request.headers();
  const answer = await fetch(originOf(bar) + new URL(request.url()).pathname, {
    method: request.method(),
    headers: { Authorization: authorization, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: request.postData(),
  });
  if (!answer.ok) throw new Error(`${request.url()}: ${answer.status} ${await answer.text()}`);
}

/** Node knows nothing of the browser's name for the box. */
function originOf(bar: Bar): string {
  return bar.url.replace(/\/\/[^:]+/, '//127.0.0.1');
}
