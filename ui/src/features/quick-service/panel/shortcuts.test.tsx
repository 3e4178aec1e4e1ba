/** The till with a keyboard. */
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { cart, fakeTillServer, open, resetTill, sales, tap, tile, total } from '../test/till';

beforeEach(resetTill);

it('goes to the search, and sells', async () => {
  const requests = fakeTillServer();
  await open();
  // The keys work once the cart is painted.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  tap(/Club Beer/);
  await waitFor(() => expect(total()).toContain('$2.00'));
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  await screen.findByText('Sold');
  expect(sales(requests)).toHaveLength(1);
});

it('reaches the cart before the products', async () => {
  fakeTillServer();
  await open();
  expect(cart().compareDocumentPosition(tile(/Club Beer/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
