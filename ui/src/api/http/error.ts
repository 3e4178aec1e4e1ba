/** The errors that a failed call throws. */

import type { Schemas } from '../calls';

/** The body of every answer that is not 2xx; a proxy in between may answer without any of it. */
export type Refusal = Partial<Schemas['Error']>;

/** The server answered with a refusal. */
export class ApiError extends Error {
  readonly status: number;
  /** The parsed body; empty when the body is no JSON object. */
  readonly refusal: Refusal;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.refusal = parse(body);
  }

  get code(): Refusal['code'] {
    return this.refusal.code;
  }

  get fields(): Record<string, string> {
    return this.refusal.fields ?? {};
  }
}

/** No answer came: the server or the Wi-Fi is off. Whether a write was stored is unknown. */
export class UnreachableError extends Error {
  constructor() {
    super("Can't reach the Barback box");
    this.name = 'UnreachableError';
  }
}

/** The server's message, or `fallback` when it sent none. Of a mixed product it names the ingredient that is missing. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || !error.refusal.message) return fallback;
  const { message, componentName } = error.refusal;
  return componentName ? `${message}: ${componentName} is short` : message;
}

/**
 * Why a write failed: the server's message, or `noAnswer` if there was no answer at all. Whether it was stored
 * nevertheless is a separate question (useWrite: outcomeUnknown).
 */
export function reasonOf(error: unknown, noAnswer?: string): string | undefined {
  return error instanceof UnreachableError ? noAnswer : messageOf(error, '') || undefined;
}

function parse(body: string): Refusal {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Refusal) : {};
  } catch {
    return {};
  }
}
