/** Opening the drawer with a reason. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import DrawerDialog from './DrawerDialog';

const CHANGE = {
  id: 22,
  kind: 'no_sale',
  name: 'Make change',
  active: true,
  returnStock: false,
  noteRequired: false,
};
const onClose = vi.fn();

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  onClose.mockClear();
  clearSession();
  signInAs('bartender');
  boxStore.set({ ...UNKNOWN_BOX, reasons: { freeText: false } });
});

function open(answers: Parameters<typeof fakeServer>[0]) {
  const requests = fakeServer({ 'GET /api/reasons?kind=no_sale': { body: [CHANGE] }, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawerDialog onClose={onClose} />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Open Drawer' }));

it('asks for a reason of the list', async () => {
  const requests = open({ 'POST /api/drawer': { status: 202, body: {} } });
  const reason = await screen.findByRole('radio', { name: 'Make change' });
  press();
  expect(await screen.findByText('Please choose a reason')).toBeTruthy();
  fireEvent.click(reason);
  press();
  await screen.findByText('The drawer opens');
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reasonId: 22 },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('says why it does not open', async () => {
  open({ 'POST /api/drawer': refusal(409, 'conflict', 'No printer opens a drawer') });
  fireEvent.click(await screen.findByRole('radio', { name: 'Make change' }));
  press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No printer opens a drawer'));
  expect(onClose).not.toHaveBeenCalled();
});
