/** The layout around staff screens: what one user read is not shown to the next, and what a screen shows stays fresh. */
import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { post } from '../api/http/client';
import { cachedQuery, refresh, useGet } from '../api/http/query';
import { fakeServer, refusal } from '../test/fakeServer';
import { clearSession, person, signInAs } from '../test/people';
import { LIFTS } from './optional/recover';
import Shell, { LIFTED } from './Shell';

const PRODUCTS = '/api/products';

function Count() {
  const { data } = useGet(PRODUCTS);
  return <p>{data ? `${data.length} products` : 'Loading'}</p>;
}

function openShell() {
  return render(
    <Shell user={person('bartender')}>
      <Count />
    </Shell>,
  );
}

it('refetches what a screen shows that was mounted together with the shell', async () => {
  signInAs('bartender');
  fakeServer({ [`GET ${PRODUCTS}`]: (_call, count) => ({ body: Array(count).fill({}) }) });
  openShell();
  await screen.findByText('1 products');
  await refresh(PRODUCTS);
  await screen.findByText('2 products');
});

it('forgets what a user read when another one signs in', async () => {
  signInAs('bartender');
  fakeServer({ [`GET ${PRODUCTS}`]: { body: [{}] } });
  const { unmount } = openShell();
  await screen.findByText('1 products');
  unmount();
  expect(cachedQuery(PRODUCTS)).toBeDefined();
  clearSession();
  expect(cachedQuery(PRODUCTS)).toBeUndefined();
});

it.each(Object.keys(LIFTS))('hands on a refusal that a person can lift: %s', (code) => {
  expect(LIFTED.test(code)).toBe(true);
});

it.each([
  ['POST', '/api/credit/batch', { customerName: 'Toe', items: [] }],
  ['POST', '/api/credit', { customerName: 'Toe', amountUSD: '5.00' }],
  ['POST', '/api/orders/3/credit', { customerName: 'Toe' }],
])('asks about the limit of a tab, then for an approval: %s %s', async (method, path, body) => {
  signInAs('bartender');
  const needed = refusal(403, 'approval_required', 'A manager must approve this', {
    approval: { kind: 'over_limit', summary: 'Put on a tab beyond its limit' },
  });
  const requests = fakeServer({
    'GET /api/approvals/rules': { body: { rules: { over_limit: 'approve' } } },
    [`${method} ${path}`]: ({ body: sent }) =>
      (sent as { overLimit?: boolean }).overLimit
        ? needed
        : refusal(409, 'over_limit', 'The tab of Toe is limited'),
  });
  openShell();
  const failed = post(path as '/api/credit/batch', body as never).catch(() => {});
  fireEvent.click(await screen.findByRole('button', { name: 'Ask a manager' }));
  await screen.findByRole('dialog', { name: 'Approval needed' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await failed;
  expect(requests.find(({ path: asked, body: sent }) => asked === path && sent !== undefined)?.body).toEqual(
    body,
  );
  expect(requests.filter(({ path: asked }) => asked === path).at(-1)?.body).toEqual({
    ...body,
    overLimit: true,
  });
});
