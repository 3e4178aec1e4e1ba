/** A dialog's frame comes with the tap, what it holds after the paint. */
import { render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

vi.unmock('../../lib/render/afterPaint');

const shown = (mandatory: boolean) => {
  render(
    <Dialog title="Stock" mandatory={mandatory} onClose={() => {}}>
      text
    </Dialog>,
  );
  expect(screen.getByRole('heading', { name: 'Stock' })).toBeTruthy();
  return screen.queryByText('text') !== null;
};

it('shows title and Close first', async () => {
  expect(shown(false)).toBe(false);
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  expect(await screen.findByText('text')).toBeTruthy();
});

it('is whole from the start where only its content can take the focus', () => {
  expect(shown(true)).toBe(true);
});

it('is not filled when it is gone before the paint', () => {
  vi.useFakeTimers();
  const { unmount } = render(
    <Dialog title="Stock" onClose={() => {}}>
      text
    </Dialog>,
  );
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
