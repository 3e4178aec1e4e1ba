/** The public page of a guest's receipt. */
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../test/fakeServer';
import { FULL_RECEIPT } from '../../test/receipts';
import GuestReceipt from './GuestReceipt';

const { servedBy: _, customerPhone: __, ...RECEIPT } = FULL_RECEIPT;
const PATH = 'GET /api/guest-receipts/a1B2';

beforeEach(() => history.replaceState(null, '', '/r/a1B2'));

it('shows the items in both currencies, without the names of staff', async () => {
  const requests = fakeServer({ [PATH]: { body: RECEIPT } });
  render(<GuestReceipt />);
  expect(await screen.findByText('R-20261121-0126')).toBeTruthy();
  expect(screen.getByText('L$2,660')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Served by');
  expect(requests.map(({ path }) => path)).toEqual(['/api/guest-receipts/a1B2']);
});

it('says that the receipt was not found', async () => {
  fakeServer({ [PATH]: refusal(404, 'not_found', 'Not found') });
  render(<GuestReceipt />);
  expect(await screen.findByText('This receipt was not found')).toBeTruthy();
});

it('can be loaded again after a failure', async () => {
  fakeServer({ [PATH]: (_call, count) => (count === 1 ? 'lost' : { body: RECEIPT }) });
  render(<GuestReceipt />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('R-20261121-0126')).toBeTruthy();
});
