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

it('finds its place again when a sheet has slid in', () => {
  const rect = (top: number, bottom: number) =>
    ({ top, bottom, left: 0, right: 390, height: bottom - top }) as DOMRect;
  let footer = rect(800, 844);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('.toast')) return rect(700, 760);
    return this.matches('footer') ? footer : rect(0, 0);
  });
  vi.stubGlobal('innerHeight', 844);
  render(
    <Dialog title="Create User" onClose={() => {}}>
      <form>
        <footer>
          <button type="button">Create User</button>
        </footer>
      </form>
    </Dialog>,
  );
  wait(100);
  show(() => toast('User created'));
  const rise = () => screen.getByRole('status').style.getPropertyValue('--rise');
  expect(rise()).toBe('52px');
  footer = rect(760, 844);
  fireEvent.animationEnd(screen.getByRole('dialog'));
  expect(rise()).toBe('92px');
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
