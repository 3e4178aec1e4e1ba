/** The list of who owes on both of its screens: a box that does not answer, and bartenders to whom the bar shows no sums. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import CreditScreen from './CreditScreen';
import TabsScreen from './TabsScreen';
import { tab } from './test/debts';

const TABS = [tab(), tab({ customerId: 'y', customerName: 'Alvin', dueUSD: '3.00', dueLRD: '570.00' })];

beforeEach(() => {
  queryClient.clear();
  signInAs('bartender');
});
afterEach(() => boxStore.set(UNKNOWN_BOX));

const open = (Screen: typeof TabsScreen, tabs: object = { body: TABS }) => {
  fakeServer({
    'GET /api/tabs': tabs,
    'GET /api/credit': { body: [] },
    'GET /api/credit?limit=1000': { body: [] },
    'GET /api/exchange-rate': { body: { rate: 190 } },
    'GET /api/products': { body: [] },
  });
  return render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
};

it.each([
  [TabsScreen, 'Customer Tabs', 'The tabs could not be loaded'],
  [CreditScreen, 'Credit & Tabs', 'The credit could not be loaded'],
] as const)('says that it could not be loaded, and tries again: %#', async (Screen, title, failed) => {
  const answers = [refusal(500, 'internal', 'Disk'), { body: TABS }];
  open(Screen, () => answers.shift() ?? { body: TABS });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(await screen.findByText(failed)).toBeTruthy();
  expect(document.querySelector('.page-head .money')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Alvin' })).toBeTruthy();
});

it.each([TabsScreen, CreditScreen])(
  'has no sums where bartenders see none, and what each customer owes: %#',
  async (Screen) => {
    const { unmount } = open(Screen);
    expect(await screen.findByRole('button', { name: 'Alvin' })).toBeTruthy();
    const amounts = document.querySelectorAll('.rows .money').length;
    expect(document.querySelectorAll('.page-head .money')).toHaveLength(1);
    unmount();
    boxStore.set({ ...UNKNOWN_BOX, people: { bartendersSee: 'nothing' } });
    open(Screen);
    expect(await screen.findByRole('button', { name: 'Alvin' })).toBeTruthy();
    expect(document.querySelectorAll('.page-head .money')).toHaveLength(0);
    expect(document.querySelectorAll('.rows .money')).toHaveLength(amounts);
    expect(document.querySelector('h2 + small')?.textContent ?? '').not.toContain('$');
  },
);
