/** One toast at a time, for five seconds, in the topmost dialog. */
import { act, fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from '../dialog/Dialog';
import { Toaster } from './Toaster';
import { dismissToast, TOAST_MS, toast, toastError } from './toast';

beforeEach(() => {
  vi.useFakeTimers();
  dismissToast();
  render(<Toaster />);
});
const say = (what: () => void) => act(what);
const passes = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('shows title and description, the newest only', () => {
  say(() => toast('User created'));
  say(() => toastError('Missing information', 'Please select a product and quantity'));
  expect(screen.queryByText('User created')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe(
    'Missing informationPlease select a product and quantity',
  );
  expect(screen.getByText('Please select a product and quantity')).toBeTruthy();
});

it('goes after five seconds, not while it is held', () => {
  say(() => toast('User created'));
  passes(TOAST_MS - 1);
  fireEvent.pointerEnter(screen.getByRole('status'));
  passes(TOAST_MS * 2);
  expect(screen.getByRole('status')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('status'));
  passes(TOAST_MS);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  [50, true],
  [51, false],
])('after a swipe of %s px it is there: %s', (distance, there) => {
  say(() => toast('User created'));
  const box = screen.getByRole('status');
  fireEvent.pointerDown(box, { clientX: 100 });
  fireEvent.pointerMove(box, { clientX: 100 + distance });
  fireEvent.pointerUp(box, { clientX: 100 + distance });
  expect(screen.queryByRole('status') !== null).toBe(there);
});

it('is reached with F8', () => {
  say(() => toast('User created'));
  fireEvent.keyDown(document, { key: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

it('sits in the dialog that is open', () => {
  render(
    <Dialog title="Stock" onClose={() => {}}>
      text
    </Dialog>,
  );
  say(() => toast('Saved'));
  expect(screen.getByRole('dialog').contains(screen.getByRole('status'))).toBe(true);
});
