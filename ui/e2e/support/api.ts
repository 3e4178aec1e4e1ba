/** API client for browser tests: prepares data and checks results without the screens. */
import type { Request } from 'playwright-core';
import type { Bar } from './box';

export interface Api {
  get<T>(path: string): Promise<T>;
  send<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
}

/** Signs in as one of the demo users. */
export async function apiAs(bar: Bar, username: 'admin' | 'manager' | 'bartender'): Promise<Api> {
  const origin = originOf(bar);
  let token = '';

  async function send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  const signedIn = await send<{ token: string }>('POST', '/api/auth/login', {
    username,
    password: `${username}123`,
  });
  token = signedIn.token;
  return { get: (path) => send('GET', path), send };
}

/** Makes a name unique: a test that is retried finds the data of its first try. */
export const uniqueName = (name: string): string => `${name}-${Date.now().toString(36)}`;

export interface Product {
  id: number;
  name: string;
  barcode: string;
  stock: number;
  currency: string;
  priceUSD: string | null;
}

/** The current state of a product. */
export async function productOf(api: Api, name: string): Promise<Product> {
  const found = (await api.get<Product[]>('/api/products')).find((product) => product.name === name);
  if (!found) throw new Error(`the demo bar has no ${name}`);
  return found;
}

export interface Table {
  id: number;
  tableNumber: number;
  status: string;
}

/** A table without guests. Which ones the demo bar's guests have taken depends on the day and the hour. */
export async function freeTable(api: Api): Promise<Table> {
  const tables = await api.get<Table[]>('/api/tables');
  const free = tables.find(({ status }) => status === 'available');
  if (!free) throw new Error('every table of the demo bar is taken');
  return free;
}

/** Starts the bar's days twelve hours from now: what happened an hour ago, or happens in an hour, is of the same business day. */
export async function makeItMidday(admin: Api): Promise<void> {
  const start = new Date();
  start.setUTCHours(start.getUTCHours() + 12, 0);
  const [, time = ''] = start.toISOString().split('T');
  await admin.send('PUT', '/api/settings', { timeZone: 'UTC', dayStartsAt: time.slice(0, 'HH:MM'.length) });
}

/** Sends a page's request to the box; the page does not get the answer. */
export async function deliver(bar: Bar, request: Request): Promise<void> {
  const { authorization = '', 'idempotency-key': key = '' } = request.headers();
  const answer = await fetch(originOf(bar) + new URL(request.url()).pathname, {
    method: request.method(),
    headers: { Authorization: authorization, 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: request.postData(),
  });
  if (!answer.ok) throw new Error(`${request.url()}: ${answer.status} ${await answer.text()}`);
}

/** The host name in `bar.url` is known only to the browser, so requests of the test go to 127.0.0.1. */
function originOf(bar: Bar): string {
  return bar.url.replace(/\/\/[^:]+/, '//127.0.0.1');
}
