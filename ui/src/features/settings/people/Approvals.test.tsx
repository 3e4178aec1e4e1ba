/** The rules of approvals. */
import { fireEvent, screen } from '@testing-library/preact';
import { beforeEach, expect, it } from 'vitest';
import type { Settings } from '../../../api/types';
import { refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import Approvals from './Approvals';

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
      after_bill: 'approve',
      credit_after_bill: 'approve',
      move_after_bill: 'allow',
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

it('offers the deeds of this box, in words, and sends the rules that were changed', async () => {
  const sent = open();
  const selects = screen.getAllByRole('combobox') as HTMLSelectElement[];
  const shown = [
    'deny',
    'deny',
    'deny',
    'allow',
    'allow',
    'allow',
    'approve',
    'approve',
    'approve',
    'approve',
    'approve',
    'allow',
  ];
  expect(selects.map(({ value }) => value)).toEqual(shown);
  expect([...(selects[0]?.options ?? [])].map(({ text }) => text)).toEqual([
    'Allowed',
    'Ask a manager',
    'Not allowed',
  ]);
  choose(screen.getByLabelText('Void a sale'), 'approve');
  type(screen.getByLabelText('Discount without asking (percent)'), '10');
  type(screen.getByLabelText('A question waits (seconds)'), '60');
  press('Save');
  await screen.findByText('Settings saved');
  expect(sent()).toEqual([{ approvals: { rules: { void_sale: 'approve' }, discountFree: 10, wait: 60 } }]);
});

it('makes bartenders ask for everything', async () => {
  const sent = open();
  choose(screen.getByLabelText('Void a sale'), 'allow');
  press('Use recommended rules');
  await screen.findByText('Bartenders now ask a manager');
  const rules = Object.fromEntries(Object.keys(BAR.approvals.rules).map((kind) => [kind, 'approve']));
  expect(sent()).toEqual([{ approvals: { rules } }]);
  // What was chosen before is no draft any more.
  expect(screen.getByLabelText('Void a sale')).toHaveProperty('value', 'deny');
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
