/** Toasts: one at a time, for five seconds, in the topmost dialog. */
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
const show = (toastCall: () => void) => act(toastCall);
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('shows the title and description of the newest toast only', () => {
  show(() => toast('User created'));
  show(() => toastError('Missing information', 'Please select a product and quantity'));
  expect(screen.queryByText('User created')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe(
    'Missing information Please select a product and quantity',
  );
  expect(screen.getByText('Please select a product and quantity')).toBeTruthy();
});

it('disappears after five seconds, but not while the pointer is on it', () => {
  show(() => toast('User created'));
  wait(TOAST_MS - 1);
  fireEvent.pointerEnter(screen.getByRole('status'));
  wait(TOAST_MS * 2);
  expect(screen.getByRole('status')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('status'));
  wait(TOAST_MS);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  [50, true],
  [51, false],
])('after a swipe of %s px the toast is still there: %s', (distance, there) => {
  show(() => toast('User created'));
  const box = screen.getByRole('status');
  fireEvent.pointerDown(box, { clientX: 100 });
  fireEvent.pointerMove(box, { clientX: 100 + distance });
  fireEvent.pointerUp(box, { clientX: 100 + distance });
  expect(screen.queryByRole('status') !== null).toBe(there);
});

it('gets the focus with F8', () => {
  show(() => toast('User created'));
  fireEvent.keyDown(document, { key: 'F8' });
  expect(document.activeElement).toBe(screen.getByRole('status'));
});

it('is rendered inside the open dialog', () => {
  render(
    <Dialog title="Stock" onClose={() => {}}>
      text
    </Dialog>,
  );
  show(() => toast('Saved'));
  expect(screen.getByRole('dialog').contains(screen.getByRole('status'))).toBe(true);
});
