/** The place of a pressed button, where something else stands now. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeReceipt, openReceipt } from '../../api/openReceipt';
import { GUARD_MS, guardPlace } from './guardPlace';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeReceipt();
  document.body.replaceChildren();
});

it('takes no taps for a moment, and others do', () => {
  const pressed = vi.fn();
  const receipt = document.body.appendChild(document.createElement('dialog'));
  const paper = receipt.appendChild(document.createElement('div'));
  paper.className = 'paper';
  const footer = receipt.appendChild(document.createElement('footer'));
  const share = footer.appendChild(document.createElement('button'));
  share.addEventListener('click', pressed);
  const tap = (clientY: number, detail = 1) => {
    share.dispatchEvent(new MouseEvent('click', { bubbles: true, clientY, detail }));
    return pressed.mock.calls.length;
  };
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientY: 800 }));
  guardPlace();
  openReceipt('R-20261121-0001');
  expect(tap(800)).toBe(0);
  expect(tap(780)).toBe(0);
  expect(tap(740)).toBe(1);
  // What is no receipt was not put under the finger.
  paper.remove();
  expect(tap(800)).toBe(2);
  receipt.prepend(paper);
  // Keys have no place.
  expect(tap(800, 0)).toBe(3);
  vi.advanceTimersByTime(GUARD_MS - 1);
  expect(tap(800)).toBe(3);
  // A bill on the screen after the receipt was closed.
  closeReceipt();
  expect(tap(800)).toBe(4);
  openReceipt('R-20261121-0001');
  vi.advanceTimersByTime(1);
  expect(tap(800)).toBe(5);
});
