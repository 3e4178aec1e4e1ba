/** What the account menu offers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../api/http/query';
import { ANSWERED, Answered } from '../test/Answered';
import { fakeBox } from '../test/box';
import { person, signInAs } from '../test/people';
import { Toaster } from '../ui/feedback/Toaster';
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
      <Answered urls={['/api/printers']} />
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
  await screen.findByText(ANSWERED);
  expect(screen.queryByRole('menuitem', { name: 'Open Drawer' })).toBeNull();
});
