/** The list of approvals. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { Approval } from '../../../api/types';
import { approval, decided, SUMMARY } from '../../../test/approvals';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { clearSession, signInAs } from '../../../test/people';
import ApprovalsTab from './ApprovalsTab';

const LIST = 'GET /api/approvals?limit=50';
const RULES = 'GET /api/approvals/rules';
const AT = '2026-11-20T20:42:00Z';

beforeEach(() => {
  queryClient.clear();
  clearSession();
  signInAs('manager');
});

function open(answers: Parameters<typeof fakeServer>[0]) {
  fakeServer({ [RULES]: { body: { rules: { void_sale: 'approve' }, discountFree: 0 } }, ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      <ApprovalsTab />
    </QueryClientProvider>,
  );
}
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '');

it('says what was asked, by whom, and who decided how', async () => {
  const more: Partial<Approval> = { createdAt: AT, decidedAt: AT };
  open({
    [LIST]: {
      body: [
        approval({ createdAt: AT }),
        decided('used', { ...more, id: 6, decidedHow: 'pin', deviceName: 'Bar tablet' }),
        decided('refused', { ...more, id: 5, note: 'Ask the guest' }),
        decided('granted', { ...more, id: 4, decidedHow: 'password' }),
        decided('expired', { ...more, id: 3 }),
        approval({ ...more, decidedAt: null, id: 2, status: 'expired' }),
        approval({ ...more, decidedAt: null, id: 1, status: 'cancelled' }),
      ],
    },
  });
  const texts = await rows();
  expect(texts[0]).toMatch(/musa asked, 20 Nov 2026, \d+:42 PMWaiting$/);
  expect(texts[0]).toContain(SUMMARY);
  expect(texts[1]).toMatch(
    /musa asked on Bar tablet, .*Approved by sarah with PIN on Bar tablet, \d+:42 PMDone$/,
  );
  expect(texts[2]).toMatch(/Refused by sarah on their own phone, \d+:42 PMNote: Ask the guestRefused$/);
  expect(texts[3]).toMatch(/Approved by sarah with password there, \d+:42 PMApproved$/);
  expect(texts[4]).toMatch(/Not used$/);
  expect(texts[5]).toMatch(/Nobody answered$/);
  expect(texts[6]).toMatch(/Taken back$/);
});

it('shows older ones on request', async () => {
  open({
    [LIST]: {
      body: [approval()],
      headers: { Link: '</api/approvals?limit=50&before=7>; rel="next"' },
    },
    'GET /api/approvals?limit=50&before=7': { body: [approval({ id: 6, summary: 'Open the drawer' })] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Open the drawer')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says that there are none, and where rules are chosen', async () => {
  open({ [LIST]: { body: [] }, [RULES]: { body: { rules: { void_sale: 'deny' }, discountFree: 0 } } });
  expect(await screen.findByText('No approvals yet')).toBeTruthy();
  expect(await screen.findByText(/^Bartenders need no approval for anything yet\. An admin/)).toBeTruthy();
});

it('can be loaded again after a failure', async () => {
  open({
    [LIST]: (_, count) =>
      count === 1 ? refusal(500, 'internal', 'Something went wrong') : { body: [approval()] },
  });
  await screen.findByText('The approvals could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(SUMMARY)).toBeTruthy();
});
