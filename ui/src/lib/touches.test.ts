/** Touches: what waits until no finger is on the screen, and which taps repeat the one before. */
import { createEvent, fireEvent } from '@testing-library/preact';
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
  const press = (at: number, clientX: number) => {
    const event = createEvent.pointerDown(document.body, { clientX, clientY: 700 });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(document.body, event);
  };
  press(1_000, 100);
  press(1_200, 110);
  expect(wasAimedBefore(1_100)).toBe(true);
  expect(wasAimedBefore(900)).toBe(false);
  // The keyboard clicks without a tap.
  expect(wasAimedBefore(1_300)).toBe(false);
  press(1_400, 200);
  expect(wasAimedBefore(1_300)).toBe(false);
  press(1_400 + SETTLE_MS + 1, 200);
  expect(wasAimedBefore(1_500)).toBe(false);
});
