/** The API calls of head office. */
import { del, post, type WriteOptions } from '../../../api/http/client';
import type { HeadLink } from '../../../api/types';
import { HEAD_LINK } from '../../../parts/head-office/link';
import { SETTINGS } from '../settings';

/** What changes with the connection: disconnecting frees products and people. */
export const AFTER_LINK = [HEAD_LINK, SETTINGS, '/api/products', '/api/users'] as const;
export const FILE = '/api/head-link/file';
/** How often the connection is read again while it is on the screen. */
export const POLL_MS = 5_000;
/** The box itself waits 30 seconds for head office. */
const PAIR_MS = 45_000;

export const pair = (body: { url: string; code: string }, options: WriteOptions): Promise<HeadLink> =>
  post('/api/head-link/pair', body, { ...options, tryMs: PAIR_MS });

export const tryNow = (_: null, options: WriteOptions) => post('/api/head-link/try', undefined, options);

export const disconnect = (_: null, options: WriteOptions) => del(HEAD_LINK, undefined, options);

const NAME = /filename="([^"]+)"/;

/** The name that the box gives a file. */
export const fileName = (response: Response): string =>
  NAME.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'barback.parcels';
