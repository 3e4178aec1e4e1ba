/** The account menu's entry for the cash drawer. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../api/http/query';
import { fakeServer } from '../test/fakeServer';
import { person, signInAs } from '../test/people';
import { QUERIES_DONE, QueriesDone } from '../test/QueriesDone';
import { Toaster } from '../ui/feedback/Toaster';
import { AccountMenu } from './AccountMenu';

const PRINTER = { id: 1, name: 'Bar', status: 'ready', enabled: true, opensDrawer: true };

async function open(printers: object[]) {
  signInAs('bartender');
  const requests = fakeServer({
    'GET /api/printers': { body: printers },
    'POST /api/drawer': { status: 202, body: {} },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountMenu user={person('bartender')} onChangePassword={() => {}} onSetPin={() => {}} />
      <Toaster />
      <QueriesDone urls={['/api/printers']} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
  return requests;
}

beforeEach(() => queryClient.clear());

it('opens the cash drawer of a printer that has one', async () => {
  const requests = await open([PRINTER]);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Drawer' }));
  await screen.findByText('The drawer opens');
  expect(requests.filter(({ path }) => path === '/api/drawer').length).toBe(1);
});

it('hides the entry when no enabled printer has a drawer', async () => {
  await open([
    { ...PRINTER, opensDrawer: false },
    { ...PRINTER, id: 2, enabled: false },
  ]);
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('menuitem', { name: 'Open Drawer' })).toBeNull();
});
