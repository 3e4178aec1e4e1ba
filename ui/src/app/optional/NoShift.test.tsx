/** The till of Quick Service: its name above the screen, or a banner while none is open. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { CashSetup, Shift } from '../../api/types';
import { DRAWER, SAFE, SETUP, SHIFT } from '../../test/cash';
import { fakeServer } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../test/QueriesDone';
import { NoShift } from './NoShift';

const SHIFTS = '/api/shifts?status=open';
const BOOKED = 'No shift is open. Cash is booked without a till.';

beforeEach(() => {
  queryClient.clear();
  clearSession();
  signInAs('bartender');
});

function open(
  path: string,
  setup: Partial<CashSetup>,
  isOpen: boolean,
  urls: string[],
  shift: Partial<Shift> = {},
) {
  history.replaceState(null, '', path);
  const requests = fakeServer({
    'GET /api/cash/setup': { body: { ...SETUP, ...setup } },
    'GET /api/tills': { body: [{ ...DRAWER, openShiftId: isOpen ? 7 : null }, SAFE] },
    [`GET ${SHIFTS}`]: { body: isOpen ? [{ ...SHIFT, ...shift }] : [] },
    'GET /api/auth/me': { body: { id: 5, role: 'bartender' } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <div className="app">
        <main>
          <QueriesDone urls={urls} />
        </main>
        <NoShift />
      </div>
    </QueryClientProvider>,
  );
  return requests;
}

it('says above the screen that cash has no till', async () => {
  open('/bartender', {}, false, []);
  const text = await screen.findByText(BOOKED);
  expect(text.getAttribute('href')).toBe('/drawer');
  expect(document.querySelector('main')?.previousElementSibling?.textContent).toBe(BOOKED);
});

it('says it otherwise where cash needs an open shift', async () => {
  open('/bartender', { requireShift: true }, false, []);
  await screen.findByText('No shift is open. Open one before you take cash.');
});

it('names the till while one is open, and leads to it', async () => {
  open('/bartender', {}, true, []);
  const link = await screen.findByRole('link', { name: 'Drawer' });
  expect(link.getAttribute('href')).toBe('/drawer');
  expect(screen.queryByRole('status')).toBeNull();
});

it('says who counts the till, and who took it over', async () => {
  open('/bartender', {}, true, [], { state: 'counting', countingBy: 'Musa' });
  await screen.findByText('Musa is counting Drawer. Selling goes on.');
  cleanup();
  queryClient.clear();
  open('/bartender', {}, true, [], { confirmed: false });
  await screen.findByText('You took over Drawer: $40.00 + L$3,980.');
});

it('asks nothing where the bar has no tills, and on other screens', async () => {
  const requests = open('/bartender', { mode: 'off' }, false, ['/api/cash/setup']);
  await screen.findByText(QUERIES_DONE);
  expect(requests.map(({ path }) => path)).toEqual(['/api/cash/setup']);
  const elsewhere = open('/sales', {}, false, []);
  expect(elsewhere).toEqual([]);
});
