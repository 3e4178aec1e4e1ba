/** After a sale: the place of the button is kept, and the till is ready for the next guest. */
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { fakeTillServer, open, pressProcessSale, resetTill, tap } from '../test/till';
import { HOLD_MS } from './useDone';

beforeEach(resetTill);

it('keeps its place for a moment, in which a bar of the next cart does not come', async () => {
  fakeTillServer();
  await open(false);
  tap(/Club Beer/);
  pressProcessSale();
  const sold = await screen.findByText('Sold');
  expect(sold.closest('section')?.textContent).toContain('Sold · R-20261121-0007');
  tap(/Jollof/);
  expect(screen.queryByRole('button', { name: 'Process Sale' })).toBeNull();
  await screen.findByRole('button', { name: 'Process Sale' }, { timeout: 2 * HOLD_MS });
  expect(screen.queryByText('Sold')).toBeNull();
  expect(screen.queryByText('Sale completed')).toBeNull();
});

it('clears the search, and gives it the focus where keys were used', async () => {
  fakeTillServer();
  await open();
  const search = screen.getByRole('searchbox', { name: 'Search products' }) as HTMLInputElement;
  for (const [code, focused] of [
    ['', false],
    ['KeyC', true],
  ] as const) {
    fireEvent.keyDown(search, { key: 'c', code });
    fireEvent.input(search, { target: { value: 'club' } });
    tap(/Club Beer/);
    search.blur();
    pressProcessSale();
    await waitFor(() => expect(search.value).toBe(''));
    expect(document.activeElement === search).toBe(focused);
  }
});
