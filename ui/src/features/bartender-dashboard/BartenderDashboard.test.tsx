/** The bartender's dashboard, and its redirect for admins. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import BartenderDashboard from './BartenderDashboard';

const STATS = 'GET /api/bartender/dashboard-stats';
const FIGURES = {
  outOfStockItems: 0,
  lowStockItems: 2,
  pendingOrders: 3,
  todaysSales: '1284.50',
  recentOrders: [
    { id: 8, tableNumber: 4, tableName: null, items: 1, total: '14.00', status: 'ready' },
    { id: 7, tableNumber: null, tableName: null, items: 3, total: '9.00', status: 'pending' },
  ],
};

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <BartenderDashboard />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  queryClient.clear();
  signInAs('bartender', { firstName: 'Musu' });
});

it('greets the bartender by first name and shows the figures and the recent orders', async () => {
  fakeServer({ [STATS]: { body: FIGURES } });
  open();
  expect(screen.getByRole('heading', { name: 'Welcome, Musu' })).toBeTruthy();
  const figure = async (name: string) => (await screen.findByText(name)).closest('dl');
  expect((await figure('Low Stock'))?.textContent).toBe('Low Stock2');
  expect((await figure('Pending Orders'))?.textContent).toBe('Pending Orders3');
  expect((await figure("Today's Sales"))?.textContent).toBe("Today's Sales$1,284.50");
  // A count of 0 has no warning colour.
  expect((await figure('Out of Stock'))?.dataset.status).toBeUndefined();
  expect((await figure('Low Stock'))?.dataset.status).toBe('low');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['Table 41 item · #8$14.00Ready', 'No table3 items · #7$9.00Pending']);
});

it('links to the other screens, and logs out', async () => {
  fakeServer({ [STATS]: { body: { ...FIGURES, recentOrders: [] } } });
  open();
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/bartender', '/table-service', '/credit', '/customer-menu']);
  expect(await screen.findByText('No orders yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(location.pathname).toBe('/logout'));
});

it('leads to the drawer where the bar has tills', async () => {
  fakeServer({
    [STATS]: { body: { ...FIGURES, recentOrders: [] } },
    'GET /api/cash/setup': { body: { mode: 'drawer' } },
  });
  open();
  const link = await screen.findByRole('link', { name: /^Drawer/ });
  expect(link.getAttribute('href')).toBe('/drawer');
});

it('redirects an admin to the admin dashboard', async () => {
  signInAs('admin');
  const requests = fakeServer({ [STATS]: { body: FIGURES } });
  history.replaceState(null, '', '/bartender-dashboard');
  open();
  await waitFor(() => expect(location.pathname).toBe('/admin'));
  expect(requests).toHaveLength(0);
});

it('can load the figures again after a failure', async () => {
  let broken = true;
  fakeServer({ [STATS]: () => (broken ? refusal(500, 'internal', 'No') : { body: FIGURES }) });
  open();
  await screen.findAllByText('The figures could not be loaded');
  broken = false;
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  await screen.findByText('Pending Orders');
});
