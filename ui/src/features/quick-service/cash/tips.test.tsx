/** Tips at the till: only where the bar takes them, and only from what is over. */
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../../api/box';
import { type RecordedCall, refusal } from '../../../test/fakeServer';
import { CASH_SETUP } from '../../../test/methods';
import {
  type Answers,
  fakeTillServer,
  open,
  pressProcessSale,
  resetTill,
  SOLD,
  sales,
  tap,
} from '../test/till';

beforeEach(() => {
  resetTill();
  boxStore.set({ ...UNKNOWN_BOX, tips: { mode: 'person' } });
});

const sold = (payment: object) => ({ ...SOLD, body: { ...SOLD.body, payment } });
const TIPPED = sold({ changeUSD: '0.00', changeLRD: '0.00', tipUSD: '3.00', tipLRD: '0.00' });
const withTips = (answers: Answers = {}) =>
  fakeTillServer({
    'GET /api/cash/setup': { body: CASH_SETUP },
    'POST /api/sales/batch': TIPPED,
    ...answers,
  });
const sent = (requests: RecordedCall[]) => sales(requests).map(({ body }) => body);
const keep = () => screen.findByRole('button', { name: 'Keep the change' });
async function takesNote(name: string) {
  tap(/Club Beer/);
  await screen.findByRole('radiogroup', { name: 'Cash received' });
  fireEvent.click(screen.getByRole('radio', { name }));
}

it('keeps the change of one guest', async () => {
  const requests = withTips();
  await open(false);
  await takesNote('$5');
  expect(screen.getByText('Change due')).toBeTruthy();
  fireEvent.click(await keep());
  expect(screen.getByText('No change due')).toBeTruthy();
  pressProcessSale();
  expect(await screen.findByText('R-20261121-0007 · Tip: $3.00')).toBeTruthy();
  expect(sent(requests)).toMatchObject([
    { tenders: [{ method: 'cash', currency: 'USD', amount: '5.00' }], keepChange: true },
  ]);
  expect(sent(requests)[0]).not.toHaveProperty('changeIn');
  await takesNote('$5');
  expect((await keep()).getAttribute('aria-pressed')).toBe('false');
});

it('sends the tip again after a lost answer', async () => {
  const requests = withTips({
    'POST /api/sales/batch': (_, count) => (count === 1 ? refusal(500, 'internal', 'No') : TIPPED),
  });
  await open(false);
  await takesNote('$5');
  fireEvent.click(await keep());
  pressProcessSale();
  await waitFor(() => expect(sent(requests)).toHaveLength(1));
  await screen.findByText('Failed to process sales');
  pressProcessSale();
  await screen.findByText('Sold');
  expect(sent(requests)[1]).toEqual(sent(requests)[0]);
});

it('is not there without change, nor in a bar that takes no tips', async () => {
  withTips();
  await open(false);
  await takesNote('Exact $');
  await takesNote('$5');
  await keep();
  fireEvent.click(screen.getByRole('radio', { name: 'Exact $' }));
  expect(screen.queryByRole('button', { name: 'Keep the change' })).toBeNull();
  boxStore.set(UNKNOWN_BOX);
  fireEvent.click(screen.getByRole('radio', { name: '$5' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep the change' })).toBeNull());
});
