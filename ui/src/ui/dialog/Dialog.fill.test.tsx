/** A dialog shows its frame at once and its content after the next paint. */
import { render, screen } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { painting } from '../../test/painting';
import { Dialog } from './Dialog';

beforeEach(() => {
  painting.awaited = true;
});

const shown = (mandatory: boolean) => {
  render(
    <Dialog title="Stock" mandatory={mandatory} onClose={() => {}}>
      text
    </Dialog>,
  );
  expect(screen.getByRole('heading', { name: 'Stock' })).toBeTruthy();
  return screen.queryByText('text') !== null;
};

it('shows its title and Close first', async () => {
  expect(shown(false)).toBe(false);
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  expect(await screen.findByText('text')).toBeTruthy();
});

it('shows its content at once when it is mandatory, because only the content can take the focus', () => {
  expect(shown(true)).toBe(true);
});

it('does not render its content when it is closed before the paint', () => {
  vi.useFakeTimers();
  const { unmount } = render(
    <Dialog title="Stock" onClose={() => {}}>
      text
    </Dialog>,
  );
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
