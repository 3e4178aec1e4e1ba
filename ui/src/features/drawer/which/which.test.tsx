/** Cash that several tills could take: asked once on a phone, and the write goes on. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hooks, post } from '../../../api/http/client';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { clearSession, signInAs } from '../../../test/people';
import { recoverWithTill } from './askTill';
import { chosenTillStore } from './chosenTill';
import { WhichTill } from './WhichTill';

const SALE = 'POST /api/sales';
const BOTH = [
  { id: 1, name: 'Drawer' },
  { id: 3, name: 'Back bar' },
];
const WHICH = refusal(409, 'choose_till', 'Which till?', { tills: BOTH });
const body = { productId: 2, quantity: 1 };
const sell = () => post('/api/sales', body);

beforeEach(() => {
  clearSession();
  signInAs('bartender');
  chosenTillStore.set(null);
  hooks.recover = async (refused, sent) =>
    refused.code === 'choose_till' ? recoverWithTill(refused, sent) : null;
});
afterEach(() => {
  hooks.recover = undefined;
});

function open(answers: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer(answers);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <WhichTill />
    </QueryClientProvider>,
  );
  return { requests, ...view };
}
const tillsOf = (requests: ReturnType<typeof fakeServer>) =>
  requests.map(({ headers }) => headers.get('Till'));

it('sends the sale again under the same key, with the till that was tapped, and asks no more', async () => {
  const { requests } = open({
    [SALE]: ({ headers }) => (headers.get('Till') ? { status: 201, body: { id: 9 } } : WHICH),
  });
  const sold = sell();
  await screen.findByRole('dialog', { name: 'Which till?' });
  fireEvent.click(await screen.findByRole('button', { name: 'Back bar' }));
  await expect(sold).resolves.toEqual({ id: 9 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await sell();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tillsOf(requests)).toEqual([null, '3', null, '3']);
  expect(requests.map((request) => request.body)).toEqual([body, body, body, body]);
  const [first, again] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(first);
});

it('asks again when the kept till is closed, or when it does not help', async () => {
  chosenTillStore.set(8);
  const { requests } = open({
    [SALE]: ({ headers }) => (headers.get('Till') === '1' ? { status: 201, body: { id: 9 } } : WHICH),
  });
  const sold = sell();
  fireEvent.click(await screen.findByRole('button', { name: 'Back bar' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Drawer' }));
  await expect(sold).resolves.toEqual({ id: 9 });
  expect(tillsOf(requests)).toEqual([null, '3', '1']);
});

it('lets the refusal be after Close, and when the screen locks', async () => {
  const { unmount } = open({ [SALE]: WHICH });
  const refused = expect(sell()).rejects.toThrow('Which till?');
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await refused;
  const locked = expect(sell()).rejects.toThrow('Which till?');
  await screen.findByRole('dialog', { name: 'Which till?' });
  unmount();
  await locked;
});
