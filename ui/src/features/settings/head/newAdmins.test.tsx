/** Admins whom head office sends: who is asked about, allowing, declining, and two admins at once. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { Directive } from '../../../api/types';
import { newAdmins } from '../../../parts/head-office/link';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { Toaster } from '../../../ui/feedback/Toaster';
import { resetTestState } from '../test/open';
import { NewAdmins } from './NewAdmins';

/** The document gives the body of a change no members: they differ by kind. */
const jane = {
  username: 'jane',
  firstName: 'Jane',
  lastName: 'Doe',
  role: 'admin',
} as unknown as Directive['body'];
const DIRECTIVE: Directive = {
  number: 7,
  id: 'd7',
  kind: 'user.set',
  body: jane,
  effective: 'now',
  by: 'Mary',
  at: '2026-11-21T08:00:00Z',
  receivedAt: '2026-11-21T08:00:05Z',
  due: null,
  asks: true,
  state: 'received',
  code: null,
  reason: null,
  decidedAt: null,
};
const DECIDE = 'POST /api/head-link/directives/7/decide';
const TITLE = 'Head office sends a new admin: Jane Doe';

beforeEach(resetTestState);

function open(waiting: number, answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({ 'GET /api/head-link/directives': { body: [DIRECTIVE] }, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      <NewAdmins waiting={waiting} />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const decided = (requests: ReturnType<typeof fakeServer>) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

it('are those who are asked about', () => {
  const others = [
    { ...DIRECTIVE, number: 8, asks: false },
    { ...DIRECTIVE, number: 9, kind: 'rate.suggest' },
    { ...DIRECTIVE, number: 10, body: { username: 'tom' } as unknown as Directive['body'] },
  ];
  expect(newAdmins([...others, DIRECTIVE]).map(({ number, name }) => [number, name])).toEqual([
    [7, 'Jane Doe'],
    [10, 'tom'],
  ]);
});

it('asks for no list while nothing waits', () => {
  expect(open(0)).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it('is allowed with one tap', async () => {
  const requests = open(1, { [DECIDE]: { body: { ...DIRECTIVE, state: 'applied', asks: false } } });
  expect(await screen.findByRole('region', { name: TITLE })).toBeTruthy();
  expect(
    screen.getByText('Signs in as jane, with the password from head office. Asked by Mary.'),
  ).toBeTruthy();
  press('Allow');
  await screen.findByText('Jane Doe may sign in as an admin');
  expect(decided(requests)).toEqual([{ accept: true }]);
});

it('is declined, and says so where another admin was first', async () => {
  const requests = open(1, { [DECIDE]: refusal(409, 'conflict', 'This change is decided already') });
  await screen.findByRole('region', { name: TITLE });
  press('Decline');
  await screen.findByText('This change is decided already');
  expect(decided(requests)).toEqual([{ accept: false }]);
});
