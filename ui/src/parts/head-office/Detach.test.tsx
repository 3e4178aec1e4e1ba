/** What head office sets of a product, and taking the product back. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { Product, Role } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { BEER } from '../../test/products';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import Detach from './Detach';

const CHAINED: Product = { ...BEER, chain: { id: 'c1', fields: ['name', 'priceUSD'] } };
const DETACH = 'POST /api/products/1/detach';

beforeEach(() => {
  queryClient.clear();
  dismissToast();
});

function open(role: Role, product: Product, answers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs(role);
  const requests = fakeServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <Detach product={product} />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

async function confirm() {
  fireEvent.click(screen.getByRole('button', { name: 'Detach' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Detach Club Beer from head office?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Detach' }));
}

it('shows nothing for a product of the bar', () => {
  open('admin', BEER);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/Set by head office/)).toBeNull();
});

it('names what head office sets; only an admin may detach', () => {
  open('manager', CHAINED);
  expect(screen.getByText('Set by head office: Name, USD Price')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('detaches after a question', async () => {
  const requests = open('admin', CHAINED, { [DETACH]: { body: { ...CHAINED, chain: null } } });
  await confirm();
  expect(await screen.findByText('Club Beer is yours now')).toBeTruthy();
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([DETACH]);
});

it('says why it could not', async () => {
  open('admin', CHAINED, { [DETACH]: refusal(404, 'not_found', 'This product is not set by head office') });
  await confirm();
  expect(await screen.findByText('This product is not set by head office')).toBeTruthy();
});
