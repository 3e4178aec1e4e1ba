/** A scanner is heard, a person typing is not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenForScans, type ScanOptions } from './scan';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function heard(options?: ScanOptions) {
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
  it('hears a burst that Enter ends', () => {
    const codes = heard();
    keys('600123456789', 10);
    expect(codes.mock.calls).toEqual([['600123456789']]);
  });

  it('ignores typing, short bursts and other fields', () => {
    const codes = heard();
    keys('600123456789', 50);
    keys('60012', 10);
    keys('600123456789', 10, field());
    expect(codes).not.toHaveBeenCalled();
  });

  it('takes only the burst out of the search field', () => {
    const search = field('search');
    search.value = 'club';
    const restored = vi.fn();
    const codes = heard({ search: () => search, restoreSearch: restored });
    keys('600123456789', 10, search);
    expect(codes).toHaveBeenCalledWith('600123456789');
    expect(restored).toHaveBeenCalledWith('club');
  });

  it('is silent once stopped', () => {
    const codes = heard();
    stop();
    keys('600123456789', 10);
    expect(codes).not.toHaveBeenCalled();
  });
});
