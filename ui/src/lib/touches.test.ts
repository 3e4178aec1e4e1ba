/** Touches: what waits until no finger is on the screen, and which taps repeat the one before. */
import { fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SETTLE_MS, wasAimedBefore, whenUntouched } from './touches';

const touch = (target: EventTarget, type: string, fingers: number) => {
  const event = Object.assign(new Event(type, { bubbles: true }), {
    touches: Array.from({ length: fingers }),
    targetTouches: Array.from({ length: fingers }),
  });
  target.dispatchEvent(event);
};

beforeEach(() => {
  vi.useFakeTimers();
  // Ends a touch of another test.
  touch(document.body, 'touchstart', 1);
  touch(document.body, 'touchend', 0);
  vi.advanceTimersByTime(SETTLE_MS);
});
afterEach(() => vi.advanceTimersByTime(SETTLE_MS));

it('waits until 400 ms after the last finger has left', () => {
  const moved = vi.fn();
  whenUntouched(moved);
  expect(moved).toHaveBeenCalledTimes(1);
  touch(document.body, 'touchstart', 1);
  whenUntouched(moved);
  vi.advanceTimersByTime(10_000);
  touch(document.body, 'touchend', 0);
  vi.advanceTimersByTime(SETTLE_MS - 1);
  expect(moved).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(moved).toHaveBeenCalledTimes(2);
});

it('hears the end of a touch whose target is gone', () => {
  const button = document.body.appendChild(document.createElement('button'));
  const moved = vi.fn();
  touch(button, 'touchstart', 1);
  button.remove();
  whenUntouched(moved);
  touch(button, 'touchend', 0);
  vi.advanceTimersByTime(SETTLE_MS);
  expect(moved).toHaveBeenCalledTimes(1);
});

it('can be cancelled', () => {
  const moved = vi.fn();
  touch(document.body, 'touchstart', 1);
  whenUntouched(moved)();
  touch(document.body, 'touchend', 0);
  vi.advanceTimersByTime(SETTLE_MS);
  expect(moved).not.toHaveBeenCalled();
});

it('tells a repeated tap from one that was aimed at what has come since', () => {
  vi.useRealTimers();
  const press = (clientX: number) => fireEvent.pointerDown(document.body, { clientX, clientY: 700 });
  const before = performance.now();
  press(100);
  const since = performance.now() + 0.01;
  press(110);
  expect(wasAimedBefore(since)).toBe(true);
  expect(wasAimedBefore(before)).toBe(false);
  // The keyboard clicks without a tap.
  expect(wasAimedBefore(performance.now() + 0.01)).toBe(false);
  press(200);
  expect(wasAimedBefore(performance.now())).toBe(false);
  vi.useFakeTimers();
});
