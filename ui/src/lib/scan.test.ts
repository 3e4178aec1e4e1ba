/** Recognizing a barcode scan among key presses. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenForScans, type ScanOptions } from './scan';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function startListening(options?: ScanOptions) {
  const codes = vi.fn();
  stop = listenForScans(codes, options);
  return codes;
}

function keys(text: string, gap: number, target: EventTarget = document.body) {
  let at = 1000;
  for (const key of [...text, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    target.dispatchEvent(event);
    if (target instanceof HTMLInputElement && key.length === 1) target.value += key;
    at += gap;
  }
}

function field(type = 'text'): HTMLInputElement {
  const input = document.createElement('input');
  input.type = type;
  document.body.append(input);
  return input;
}

describe('listenForScans', () => {
  it('reports a burst of keys that ends with Enter', () => {
    const codes = startListening();
    keys('600123456789', 10);
    expect(codes.mock.calls).toEqual([['600123456789']]);
  });

  it('ignores typing, short bursts and other fields', () => {
    const codes = startListening();
    keys('600123456789', 50);
    keys('60012', 10);
    keys('600123456789', 10, field());
    expect(codes).not.toHaveBeenCalled();
  });

  it('removes only the burst from the search field', () => {
    const search = field('search');
    search.value = 'club';
    const restored = vi.fn();
    const codes = startListening({ search: () => search, restoreSearch: restored });
    keys('600123456789', 10, search);
    expect(codes).toHaveBeenCalledWith('600123456789');
    expect(restored).toHaveBeenCalledWith('club');
  });

  it('reports nothing once stopped', () => {
    const codes = startListening();
    stop();
    keys('600123456789', 10);
    expect(codes).not.toHaveBeenCalled();
  });
});
