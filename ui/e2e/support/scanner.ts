/** Simulates a barcode scanner: key events with the time stamps of a scanner, however busy the machine is. */
import type { Page } from 'playwright-core';

/** Time between two keys, in seconds. */
const GAP_S = 0.005;

export async function scan(page: Page, code: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const keys = [...code].map((key) => ({ key, text: key, windowsVirtualKeyCode: key.charCodeAt(0) }));
  for (const [place, key] of [...keys, { key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }].entries()) {
    const timestamp = began + place * GAP_S;
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key, text: undefined });
  }
  await keyboard.detach();
}

/** The label that a scale prints: an EAN-13 that begins with 21, with the cents inside; 0 is the product's own barcode. */
export function scaleLabel(article: number, cents: number): string {
  const digits = `21${String(article).padStart(5, '0')}${String(cents).padStart(5, '0')}`;
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
