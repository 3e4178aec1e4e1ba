/** What the account menu offers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../api/query';
import { fakeBox } from '../test/box';
import { person, signInAs } from '../test/people';
import { Toaster } from '../ui/Toaster';
import { AccountMenu } from './AccountMenu';

const PRINTER = { id: 1, name: 'Bar', status: 'ready', enabled: true, opensDrawer: true };

async function open(printers: object[]) {
  signInAs('bartender');
  const asked = fakeBox({
    'GET /api/printers': { body: printers },
    'POST /api/drawer': { status: 202, body: {} },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountMenu user={person('bartender')} onChangePassword={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Account/ }));
  return asked;
}

beforeEach(() => queryClient.clear());

it('opens the drawer where there is one', async () => {
  const asked = await open([PRINTER]);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Open Drawer' }));
  await screen.findByText('The drawer opens');
  expect(asked.filter(({ path }) => path === '/api/drawer').length).toBe(1);
});

it('offers none where no printer has one', async () => {
  await open([
    { ...PRINTER, opensDrawer: false },
    { ...PRINTER, id: 2, enabled: false },
  ]);
  await waitFor(() => expect(queryClient.getQueryData(['/api/printers'])).toHaveLength(2));
  // What the answer changes is drawn.
  await act(async () => {});
  expect(screen.queryByRole('menuitem', { name: 'Open Drawer' })).toBeNull();
});
