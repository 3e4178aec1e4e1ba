/** The rules of approvals. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import type { Settings } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { type } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import Approvals from './Approvals';
import { askedFor, groupsOf } from './approvalRules';

const BAR: Settings = {
  ...SETTINGS,
  approvals: {
    rules: {
      void_sale: 'deny',
      void_order: 'deny',
      discount: 'deny',
      remove_sent: 'allow',
      cancel_order: 'allow',
      no_sale: 'allow',
      comp: 'approve',
      walk_out: 'approve',
      refund: 'approve',
      over_limit: 'approve',
      after_bill: 'approve',
      credit_after_bill: 'approve',
      move_after_bill: 'allow',
      oversell: 'approve',
      waste: 'approve',
    },
    discountFree: 0,
    wait: 180,
  },
};

beforeEach(resetTestState);

function open(answers: Parameters<typeof show>[0] = { 'PUT /api/settings': { body: BAR } }) {
  const requests = show(answers, <Approvals settings={BAR} />);
  return () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const rule = (kind: string) => within(screen.getByRole('radiogroup', { name: kind }));
const chosen = (group: HTMLElement) =>
  within(group)
    .getAllByRole('radio')
    .find((radio) => (radio as HTMLInputElement).checked)
    ?.closest('label')?.textContent;

it('offers the deeds of this box in groups, and stores a rule at the tap', async () => {
  const sent = open();
  expect(screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)).toEqual([
    'Bills',
    'Sales and tax',
    'Drawer',
    'Limits',
  ]);
  const groups = screen.getAllByRole('radiogroup');
  expect(groups.map((group) => [group.getAttribute('aria-label'), chosen(group)])).toEqual([
    ['Take a sent item off', 'Yes'],
    ['Cancel an order', 'Yes'],
    ['Change a bill after it was printed', 'Ask'],
    ['Move items of a printed bill', 'Yes'],
    ['Put a printed bill on a tab', 'Ask'],
    ['Discount', 'No'],
    ['Give on the house', 'Ask'],
    ['Walk-out', 'Ask'],
    ['Void a sale', 'No'],
    ['Void an order', 'No'],
    ['Refund', 'Ask'],
    ['Sell beyond the stock', 'Ask'],
    ['Tab beyond its limit', 'Ask'],
    ['Open without a sale', 'Yes'],
  ]);
  fireEvent.click(rule('Void a sale').getByRole('radio', { name: 'Ask' }));
  await screen.findByText('Void a sale: Ask');
  type(screen.getByLabelText('Discount without asking (percent)'), '10');
  type(screen.getByLabelText('A question waits (seconds)'), '60');
  press('Save');
  await screen.findByText('Settings saved');
  expect(sent()).toEqual([
    { approvals: { rules: { void_sale: 'approve' } } },
    { approvals: { discountFree: 10, wait: 60 } },
  ]);
});

it('asks about tills, tax and service charge only where the bar has them', () => {
  expect(groupsOf(BAR).flatMap(({ kinds }) => kinds)).not.toContain('pay_out');
  const all = groupsOf({
    ...BAR,
    cash: { ...BAR.cash, mode: 'drawer' },
    tax: { ...BAR.tax, mode: 'included' },
    serviceCharge: { ...BAR.serviceCharge, mode: 'manual' },
  }).flatMap(({ kinds }) => kinds);
  expect(all).toEqual(
    expect.arrayContaining(['pay_out', 'uncounted_close', 'tax_exemption', 'service_charge']),
  );
  expect(askedFor(BAR)).toBe(7);
});

it('shows the stored rule again after a refusal', async () => {
  open({ 'PUT /api/settings': refusal(503, 'read_only', 'The disk is full') });
  fireEvent.click(rule('Void a sale').getByRole('radio', { name: 'Yes' }));
  await screen.findByText('The disk is full');
  expect(rule('Void a sale').getByRole('radio', { name: 'No' })).toHaveProperty('checked', true);
});

it('makes bartenders ask for everything', async () => {
  const sent = open();
  press('Use recommended rules');
  await screen.findByText('Bartenders now ask a manager');
  const [body] = sent() as { approvals: { rules: Record<string, string> } }[];
  expect(Object.keys(body?.approvals.rules ?? {})).toEqual(
    expect.arrayContaining([...Object.keys(BAR.approvals.rules), 'pay_out']),
  );
  expect(new Set(Object.values(body?.approvals.rules ?? {}))).toEqual(new Set(['approve']));
});

it('shows what is wrong at the field that is wrong', async () => {
  const wait = 'An approval waits 30 to 900 seconds';
  open({ 'PUT /api/settings': refusal(400, 'invalid', wait, { fields: { approvals: wait } }) });
  type(screen.getByLabelText('A question waits (seconds)'), '20');
  press('Save');
  await screen.findByText(wait, { selector: '.field small' });
  expect(screen.getByLabelText('A question waits (seconds)').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Discount without asking (percent)').getAttribute('aria-invalid')).toBeNull();
  type(screen.getByLabelText('Discount without asking (percent)'), '101');
  expect(screen.getByLabelText('Discount without asking (percent)').getAttribute('aria-invalid')).toBe(
    'true',
  );
});
