/** The account menu's entries for the cash drawer and for approvals. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it, vi } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../api/box';
import { queryClient } from '../api/http/query';
import type { CashSetup } from '../api/types';
import { fakeServer } from '../test/fakeServer';
import { CASH_SETUP } from '../test/methods';
import { person, signInAs } from '../test/people';
import { QUERIES_DONE, QueriesDone } from '../test/QueriesDone';
import { Toaster } from '../ui/feedback/Toaster';
import { AccountMenu } from './AccountMenu';
import { AccountEntries } from './optional/AccountEntries';

const onAskDrawer = vi.fn();
const rules = (rule: string) => ({ rules: { no_sale: rule }, discountFree: 0 });
const PRINTER = { id: 1, name: 'Bar', status: 'ready', enabled: true, opensDrawer: true };

async function open(printers: object[], rule = 'allow', mode = 'off') {
  signInAs('bartender');
  const requests = fakeServer({
    'GET /api/printers': { body: printers },
    'GET /api/approvals/rules': { body: rules(rule) },
    'GET /api/cash/setup': { body: { mode } },
    'POST /api/drawer': { status: 202, body: {} },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountEntries />
      <AccountMenu
        user={person('bartender')}
        onChangePassword={() => {}}
        onSetPin={() => {}}
        onAskDrawer={onAskDrawer}
      />
      <Toaster />
      <QueriesDone urls={['/api/printers', '/api/approvals/rules', '/api/cash/setup']} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  boxStore.set(UNKNOWN_BOX);
  onAskDrawer.mockClear();
});

it('opens the cash drawer of a printer that has one', async () => {
  const requests = await open([PRINTER]);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Drawer' }));
  await screen.findByText('The drawer opens');
  expect(requests.filter(({ path }) => path === '/api/drawer').length).toBe(1);
});

it('leads to the tills only where the bar has some', async () => {
  await open([]);
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('menuitem', { name: 'Drawer' })).toBeNull();
  cleanup();
  queryClient.clear();
  await open([], 'allow', 'drawer');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Drawer' }));
  await waitFor(() => expect(location.pathname).toBe('/drawer'));
});

it('hides the entry when no enabled printer has a drawer', async () => {
  await open([
    { ...PRINTER, opensDrawer: false },
    { ...PRINTER, id: 2, enabled: false },
  ]);
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('menuitem', { name: 'Open Drawer' })).toBeNull();
});

it('asks for the reason where a manager must approve it, or where the bar has only its list', async () => {
  const asks = async () => {
    await screen.findByText(QUERIES_DONE);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Drawer' }));
    expect(onAskDrawer).toHaveBeenCalledOnce();
  };
  const requests = await open([PRINTER], 'approve');
  await asks();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  cleanup();
  onAskDrawer.mockClear();
  boxStore.set({ ...UNKNOWN_BOX, reasons: { freeText: false } });
  await open([PRINTER]);
  await asks();
});

it('hides the entry from a bartender who may not open the drawer', async () => {
  await open([PRINTER], 'deny');
  await screen.findByText(QUERIES_DONE);
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Open Drawer' })).toBeNull());
});

async function openAs(role: 'bartender' | 'manager', mode: CashSetup['mode']) {
  signInAs(role);
  fakeServer({
    'GET /api/printers': { body: [] },
    'GET /api/cash/setup': { body: { ...CASH_SETUP, mode } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountEntries />
      <AccountMenu
        user={person(role)}
        onChangePassword={() => {}}
        onSetPin={() => {}}
        onAskDrawer={onAskDrawer}
      />
      <QueriesDone urls={['/api/printers', '/api/cash/setup']} />
    </QueryClientProvider>,
  );
  await screen.findByText(QUERIES_DONE);
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
}
const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

it('leads managers to the approvals', async () => {
  await openAs('manager', 'off');
  expect(labels()).not.toContain('Shifts');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Approvals' }));
  expect(location.pathname).toBe('/staff/approvals');
});

it('leads managers to the shifts where the bar has tills', async () => {
  await openAs('manager', 'drawer');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Shifts' }));
  expect(location.pathname).toBe('/shifts');
});

it('offers bartenders nothing that managers open', async () => {
  await openAs('bartender', 'drawer');
  for (const label of ['Approvals', 'Staff', 'Shifts', 'Truth sheet']) expect(labels()).not.toContain(label);
});
