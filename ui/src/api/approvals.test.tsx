/** What the bar's rules leave to a bartender. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../test/fakeServer';
import { clearSession, signInAs } from '../test/people';
import { useMay } from './approvals';
import { queryClient, refresh } from './http/query';
import { urlsOf } from './live/topics';
import type { ApprovalRule, Role } from './types';

const RULES = 'GET /api/approvals/rules';

beforeEach(() => {
  queryClient.clear();
  clearSession();
});

function Screen() {
  return <p>{useMay('void_sale') ? 'may' : 'may not'}</p>;
}

function open(role: Role, rule: () => ApprovalRule) {
  signInAs(role);
  const requests = fakeServer({
    [RULES]: () => ({ body: { rules: { void_sale: rule() }, discountFree: 0 } }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  return requests;
}

it('leaves everything to managers, without a question', () => {
  const requests = open('manager', () => 'deny');
  expect(screen.getByText('may')).toBeTruthy();
  expect(requests).toEqual([]);
});

it('offers nothing before the rules are known, and follows them at once', async () => {
  let rule: ApprovalRule = 'approve';
  open('bartender', () => rule);
  expect(screen.getByText('may not')).toBeTruthy();
  expect(await screen.findByText('may')).toBeTruthy();
  rule = 'deny';
  // Bartenders hear of the settings by the topic of reasons.
  await act(async () => void (await refresh(...(urlsOf(['reasons']) ?? []))));
  expect(await screen.findByText('may not')).toBeTruthy();
  rule = 'allow';
  await act(async () => void (await refresh(...(urlsOf(['reasons']) ?? []))));
  expect(await screen.findByText('may')).toBeTruthy();
});
