/** The rate that head office suggests: using it, ignoring it, and two admins at once. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import type { Directive } from '../../api/types';
import { suggestedRate } from '../../parts/head-office/link';
import { fakeServer, refusal } from '../../test/fakeServer';
import { signInAs } from '../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../test/QueriesDone';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import { Suggested } from './Suggested';

const TITLE = 'Head office suggests 195 LRD per USD';
/** The document gives the body of a change no members: they differ by kind. */
const suggests = (rate: unknown) => ({ rate }) as unknown as Directive['body'];
const DIRECTIVE: Directive = {
  number: 7,
  id: 'd7',
  kind: 'rate.suggest',
  body: suggests(195),
  effective: 'next_day',
  by: 'Jane',
  at: '2026-11-21T08:00:00Z',
  receivedAt: '2026-11-21T08:00:05Z',
  due: '2026-11-22',
  asks: true,
  state: 'received',
  code: null,
  reason: null,
  decidedAt: null,
};
const DECIDE = 'POST /api/head-link/directives/7/decide';

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
});

function open(waiting: number, answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/head-link': { body: { state: 'ok', directives: { waiting, applied: 0, refused: 0 } } },
    'GET /api/head-link/directives': { body: [DIRECTIVE] },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Suggested current={190} />
      <QueriesDone urls={['/api/head-link']} />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const decided = (requests: ReturnType<typeof fakeServer>) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

it('is nothing while nothing waits, and asks for no list then', async () => {
  const requests = open(0);
  await screen.findByText(QUERIES_DONE);
  expect(screen.queryByRole('region')).toBeNull();
  expect(requests.map(({ path }) => path)).toEqual(['/api/head-link']);
});

it('is used with one tap', async () => {
  const requests = open(1, { [DECIDE]: { body: { ...DIRECTIVE, state: 'applied', asks: false } } });
  await screen.findByText(TITLE);
  expect(screen.getByText('Asked by Jane')).toBeTruthy();
  press('Use 195');
  expect(await screen.findByText('Exchange Rate Updated')).toBeTruthy();
  expect(decided(requests)).toEqual([{ accept: true }]);
});

it('is ignored with one tap', async () => {
  const requests = open(1, { [DECIDE]: { body: { ...DIRECTIVE, state: 'refused', asks: false } } });
  await screen.findByText(TITLE);
  press('Ignore');
  expect(await screen.findByText('Suggestion ignored')).toBeTruthy();
  expect(decided(requests)).toEqual([{ accept: false }]);
});

it('says that another admin was first', async () => {
  open(1, { [DECIDE]: refusal(409, 'conflict', 'This is decided already') });
  await screen.findByText(TITLE);
  press('Use 195');
  expect(await screen.findByText('This is decided already')).toBeTruthy();
});

it('asks about a rate that is more than 10 % away', async () => {
  const requests = open(1, {
    'GET /api/head-link/directives': { body: [{ ...DIRECTIVE, body: suggests(1950) }] },
    [DECIDE]: { body: { ...DIRECTIVE, state: 'applied', asks: false } },
  });
  await screen.findByText('Head office suggests 1950 LRD per USD');
  press('Use 1950');
  const dialog = await screen.findByRole('dialog', {
    name: 'The rate changes from 190 to 1950. Is that right?',
  });
  expect(decided(requests)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes, save' }));
  expect(await screen.findByText('Exchange Rate Updated')).toBeTruthy();
});

it('says that the changes of head office could not be read', async () => {
  open(1, { 'GET /api/head-link/directives': refusal(500, 'internal', 'oh') });
  expect(await screen.findByText('Head office could not be looked up')).toBeTruthy();
});

it('takes the newest rate that admins decide', () => {
  const older = { ...DIRECTIVE, number: 6, body: suggests(185) };
  const price: Directive = {
    ...DIRECTIVE,
    number: 9,
    kind: 'price.set',
    asks: false,
    body: suggests('none'),
  };
  const counts = { ...DIRECTIVE, number: 8, asks: false };
  expect(suggestedRate([price, counts, DIRECTIVE, older])?.number).toBe(7);
  expect(suggestedRate([price])).toBeNull();
  expect(suggestedRate(undefined)).toBeNull();
});
