/** The banner of a box that head office does not count. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { Role } from '../../api/types';
import { fakeServer } from '../../test/fakeServer';
import { clearSession, signInAs } from '../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../test/QueriesDone';
import Beside from './Beside';
import { dayIn } from './link';

const BANNER =
  'Head office counts another box of this bar since 21 Nov 2026. If that box took over, stop this one.';

beforeEach(() => {
  queryClient.clear();
  clearSession();
});

function open(role: Role, link: object) {
  signInAs(role);
  const requests = fakeServer({
    'GET /api/head-link': { body: { directives: {}, error: null, ...link } },
    'GET /api/products': { body: [] },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <div className="app">
        <main>
          <QueriesDone urls={role === 'admin' ? ['/api/head-link'] : []} />
        </main>
        <Beside />
      </div>
    </QueryClientProvider>,
  );
  return requests;
}

it('stands above the screen for admins, and leads to the settings', async () => {
  open('admin', { state: 'beside', error: 'Head office counts another box since 2026-11-21.' });
  const text = await screen.findByText(BANNER, { exact: false });
  expect(document.querySelector('main')?.previousElementSibling?.contains(text)).toBe(true);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings/head');
});

it('names no day that head office does not name', async () => {
  open('admin', { state: 'beside', error: 'Head office counts another box of this bar.' });
  expect(
    await screen.findByText('Head office counts another box of this bar. If that box took over', {
      exact: false,
    }),
  ).toBeTruthy();
  expect(dayIn(null)).toBeNull();
});

it.each(['off', 'ok', 'behind', 'away'])('is not there while the state is %s', async (state) => {
  open('admin', { state });
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each(['bartender', 'manager'] as const)('asks nothing for a %s', (role) => {
  expect(open(role, { state: 'beside' })).toEqual([]);
  expect(screen.queryByRole('status')).toBeNull();
});
