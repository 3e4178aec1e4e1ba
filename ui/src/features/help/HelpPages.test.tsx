/** The Feature Guide of each role and bar. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { boxStore, UNKNOWN_BOX } from '../../api/box';
import { queryClient } from '../../api/http/query';
import type { CashSetup, Role } from '../../api/types';
import { SETUP } from '../../test/cash';
import { CASH_SETUP } from '../../test/methods';
import { signInAs } from '../../test/people';
import HelpDialog from './HelpPages';

afterEach(() => boxStore.set(null));

const TITLES = ['Inventory', 'Sales', 'Drawer', 'Shifts', 'Reports'];

function names(role: Role, managers: boolean, setup: CashSetup = CASH_SETUP): string[] {
  boxStore.set({ ...UNKNOWN_BOX, reports: { managers } });
  queryClient.setQueryData(['/api/cash/setup'], setup);
  signInAs(role);
  render(
    <QueryClientProvider client={queryClient}>
      <HelpDialog page="Feature Guide" onClose={() => {}} />
    </QueryClientProvider>,
  );
  const found = TITLES.filter((name) => screen.queryByText(name) !== null);
  cleanup();
  return found;
}

it('names only the screens that the role may open', () => {
  expect(names('bartender', true)).toEqual(['Sales']);
  expect(names('manager', false)).toEqual(['Inventory', 'Sales']);
  expect(names('manager', true)).toEqual(['Inventory', 'Sales', 'Reports']);
  expect(names('admin', false)).toEqual(['Inventory', 'Sales', 'Reports']);
});

it('names head office to admins of a bar that is connected', () => {
  const named = (role: Role, state: string) => {
    queryClient.setQueryData(['/api/head-link'], { state });
    signInAs(role);
    render(
      <QueryClientProvider client={queryClient}>
        <HelpDialog page="Feature Guide" onClose={() => {}} />
      </QueryClientProvider>,
    );
    const found = screen.queryByText('Head office') !== null;
    cleanup();
    return found;
  };
  expect([named('admin', 'ok'), named('admin', 'off')]).toEqual([true, false]);
  queryClient.clear();
  expect(named('manager', 'off')).toBe(false);
});

it('names the screens of tills where the bar has them', async () => {
  await waitFor(() => expect(names('bartender', true, SETUP)).toEqual(['Sales', 'Drawer']));
  await waitFor(() =>
    expect(names('manager', false, SETUP)).toEqual(['Inventory', 'Sales', 'Drawer', 'Shifts']),
  );
});
