/** What managers do with a customer: a new name, two tabs that become one, a limit, an old debt; and the question beyond a limit. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { hooks, post } from '../../../api/http/client';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { signInAs } from '../../../test/people';
import { recoverOverLimit } from '../../limits/askLimit';
import LimitAsked from '../../limits/LimitAsked';
import { tab } from '../test/debts';
import JoinDialog from './JoinDialog';
import OldDebtDialog from './OldDebtDialog';
import RenameDialog from './RenameDialog';

beforeEach(() => {
  queryClient.clear();
  signInAs('manager');
});
const show = (shown: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>);

const TOE = tab({ customerId: 'Emanuel Toe_', customerName: 'Emanuel Toe', customerPhone: null });
const OTHER = tab({ customerId: 'Emmanuel Toe_', customerName: 'Emmanuel Toe', customerPhone: null });
const ID = encodeURIComponent(TOE.customerId);
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const done = () => {};

it('renames', async () => {
  const requests = fakeServer({ [`PATCH /api/customers/${ID}`]: { body: { customerName: 'Emmanuel Toe' } } });
  show(<RenameDialog tab={TOE} onClose={done} />);
  type('Customer Name', ' ');
  press('Save');
  expect(screen.getByText('Customer name is required')).toBeTruthy();
  type('Customer Name', 'Emmanuel Toe');
  press('Save');
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      customerName: 'Emmanuel Toe',
      customerPhone: null,
    }),
  );
});

it('joins two tabs under the name that stays', async () => {
  const path = `POST /api/customers/${encodeURIComponent(OTHER.customerId)}/join`;
  const requests = fakeServer({ 'GET /api/tabs': { body: [TOE, OTHER] }, [path]: { body: OTHER } });
  show(<JoinDialog tab={TOE} other={OTHER.customerId} onClose={done} />);
  const names = within(await screen.findByRole('radiogroup', { name: 'Which name stays?' }));
  expect(screen.getByText(/\$24\.00/)).toBeTruthy();
  fireEvent.click(names.getByLabelText(/Emmanuel Toe/));
  press('Join tabs');
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ from: TOE.customerId }),
  );
});

it('adds an old debt in one currency', async () => {
  const requests = fakeServer({ 'POST /api/credit': { status: 201, body: { customerName: 'Emanuel Toe' } } });
  show(<OldDebtDialog tab={TOE} onClose={done} />);
  press('Add old debt');
  expect(screen.getByText('Enter an amount such as 25.00')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('L$'));
  type('Amount', '2660');
  press('Add old debt');
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      customerName: 'Emanuel Toe',
      amountLRD: '2660',
      since: null,
    }),
  );
});

it('asks beyond a limit, and sends the same write again with a yes', async () => {
  hooks.recover = recoverOverLimit;
  const beyond = refusal(409, 'over_limit', 'The tab of Toe is limited to $5.00, and $0.00 is due already');
  const requests = fakeServer({
    'GET /api/approvals/rules': { body: { rules: { over_limit: 'approve' } } },
    'POST /api/credit/batch': ({ body }) =>
      (body as { overLimit?: boolean }).overLimit ? { status: 201, body: { credits: [] } } : beyond,
  });
  show(<LimitAsked />);
  const sent = post('/api/credit/batch', { customerName: 'Toe', items: [] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Over limit' }));
  expect(dialog.getByText(/is limited to/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: /Put on tab anyway|Ask a manager/ }));
  await sent;
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { customerName: 'Toe', items: [] },
    { customerName: 'Toe', items: [], overLimit: true },
  ]);
  delete hooks.recover;
});
