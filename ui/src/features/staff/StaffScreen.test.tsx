/** The Staff screen: its tabs, and the bar's reasons. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { Reason } from '../../api/types';
import { fakeServer, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import StaffScreen from './StaffScreen';

const WRONG: Reason = {
  id: 1,
  kind: 'void',
  name: 'Wrong item',
  active: true,
  returnStock: true,
  noteRequired: false,
};
const BADLY: Reason = { ...WRONG, id: 4, name: 'Badly made', returnStock: false, noteRequired: true };
const ICE: Reason = { ...WRONG, id: 16, kind: 'pay_out', name: 'Ice', returnStock: false, active: false };

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({ 'GET /api/reasons': { body: [WRONG, BADLY, ICE] }, ...answers });
  history.replaceState(null, '', '/staff/reasons');
  render(
    <QueryClientProvider client={queryClient}>
      <StaffScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const written = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
});

describe('Reasons', () => {
  it('are listed by what they are for', async () => {
    open();
    const voids = within(await screen.findByRole('region', { name: 'Voids and refunds' }));
    expect(voids.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Wrong itemBack to stock',
      'Badly madeWith a note',
    ]);
    const payOuts = within(screen.getByRole('region', { name: 'Pay-outs' }));
    expect(payOuts.getByRole('listitem').textContent).toBe('IceHidden');
    expect(screen.getByRole('link', { name: 'Reasons' }).getAttribute('aria-current')).toBe('page');
  });

  it('are added', async () => {
    const saved = { ...WRONG, id: 27, kind: 'comp', name: 'Birthday' };
    const requests = open({ 'POST /api/reasons': { status: 201, body: saved } });
    await press('Add Reason');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Reason' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add Reason' }));
    expect(await dialog.findByText('Name is required')).toBeTruthy();
    expect(written(requests)).toEqual([]);
    expect(dialog.getByLabelText('Goods go back to stock')).toBeTruthy();
    choose(dialog.getByLabelText('Used for'), 'comp');
    await waitFor(() => expect(dialog.queryByLabelText('Goods go back to stock')).toBeNull());
    type(dialog.getByLabelText('Name'), 'Birthday');
    fireEvent.click(dialog.getByRole('button', { name: 'Add Reason' }));
    await screen.findByText('Reason added');
    const body = { kind: 'comp', name: 'Birthday', active: true, returnStock: false, noteRequired: false };
    expect(written(requests)).toEqual([['POST', '/api/reasons', body]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are hidden, which sends only what was changed', async () => {
    const requests = open({ 'PUT /api/reasons/1': { body: { ...WRONG, active: false } } });
    await press('Edit Wrong item');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Reason' }));
    fireEvent.click(await dialog.findByRole('switch', { name: 'Offered to choose' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Reason saved');
    expect(written(requests)).toEqual([['PUT', '/api/reasons/1', { active: false }]]);
  });

  it('show a refused name at its field, and keep the dialog open', async () => {
    const message = 'There is a reason with this name';
    open({ 'PUT /api/reasons/4': refusal(409, 'taken', message, { fields: { name: message } }) });
    await press('Edit Badly made');
    type(await screen.findByLabelText('Name'), 'Wrong item');
    await press('Save Changes');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Edit Reason' })).toBeTruthy();
  });

  it('that cannot be loaded can be tried again', async () => {
    open({
      'GET /api/reasons': (_, count) =>
        count === 1 ? refusal(500, 'internal', 'Something went wrong') : { body: [WRONG] },
    });
    await screen.findByText('The reasons could not be loaded');
    await press('Try again');
    expect(await screen.findByText('Wrong item')).toBeTruthy();
  });
});
