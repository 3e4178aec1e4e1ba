/** Random keys. Pages on plain HTTP have crypto.getRandomValues but not crypto.randomUUID. */

const KEY_BYTES = 16;

/** 32 hexadecimal characters: an Idempotency-Key. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
