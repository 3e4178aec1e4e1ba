/** The layout around staff screens: what one user read is not shown to the next, and what a screen shows stays fresh. */
import { render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { cachedQuery, refresh, useGet } from '../api/http/query';
import { fakeServer } from '../test/fakeServer';
import { clearSession, person, signInAs } from '../test/people';
import Shell from './Shell';

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
