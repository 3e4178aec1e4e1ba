/** A screen whose code did not come. */
import { act, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reachableStore } from '../api/live';
import { ScreenGuard } from './ScreenGuard';

const reload = vi.fn();
beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(() => reachableStore.set(true));

function Broken(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}
const open = () =>
  render(
    <ScreenGuard>
      <Broken />
    </ScreenGuard>,
  );
const reachable = (value: boolean) => act(() => reachableStore.set(value));

it('comes by itself when the box is back', () => {
  reachableStore.set(false);
  open();
  expect(screen.getByText('This page could not be loaded')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('comes also when the box was missed later than the code', () => {
  open();
  reachable(false);
  reachable(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is not loaded in a circle while the box is there', () => {
  open();
  expect(reload).not.toHaveBeenCalled();
});
