/** Payment methods, denominations, and the question about coins in the settings. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RecordedCall, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { SETTINGS } from '../test/box';
import { openPage, resetTestState } from '../test/open';
import { nameOf, ofCurrency, switched, unsavedOf } from './denominations';
import {
  checkMethod,
  describe as described,
  formOf,
  NEW_METHOD,
  sentOf,
  suggested,
  withCurrency,
  withMethod,
} from './methods';

const [CASH, CARD, MOBILE] = SETTINGS.methods as [
  (typeof SETTINGS.methods)[number],
  (typeof SETTINGS.methods)[number],
  (typeof SETTINGS.methods)[number],
];
const MOMO = {
  ...MOBILE,
  id: 'mtn_momo',
  name: 'MTN MoMo',
  referenceRequired: true,
  account: '0886 123 456',
};

const part = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => fireEvent.click(part('Payment methods').getByRole('button', { name }));
const written = (requests: RecordedCall[]) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

/** A box that stores the settings it receives. */
const storingBox = () => {
  let settings = SETTINGS;
  return {
    'GET /api/settings': () => ({ body: settings }),
    'PUT /api/settings': (call: RecordedCall) => {
      const { methods, cash, ...rest } = call.body as Partial<typeof SETTINGS>;
      const known = new Map(settings.methods.map((method) => [method.id, method]));
      settings = {
        ...settings,
        ...rest,
        cash: { ...settings.cash, ...cash },
        methods: methods?.map((row) => ({ ...(known.get(row.id) ?? MOMO), ...row })) ?? settings.methods,
      };
      return { body: settings };
    },
  };
};

beforeEach(resetTestState);

describe('the rules', () => {
  it('describe a method in one line', () => {
    expect(described(MOMO)).toBe('Mobile money · USD, LRD · Reference needed · 0886 123 456');
    expect(described({ ...CARD, currencies: ['USD'] })).toBe('Card · USD');
  });

  it('check the form', () => {
    expect(checkMethod({ ...NEW_METHOD, name: ' ', currencies: [] })).toEqual({
      name: 'Name is required',
      currencies: 'Choose at least one currency',
    });
    expect(checkMethod(formOf(CARD))).toEqual({});
    const lrd = withCurrency(NEW_METHOD, 'USD', false);
    expect(lrd.currencies).toEqual(['LRD']);
    expect(withCurrency(lrd, 'USD', true).currencies).toEqual(['USD', 'LRD']);
  });

  it('send an existing method without its name, and the other methods only by id', () => {
    const sent = sentOf({ ...formOf(MOMO), account: ' ' });
    expect(sent).toEqual({
      id: 'mtn_momo',
      currencies: ['USD', 'LRD'],
      referenceRequired: true,
      account: null,
    });
    expect(withMethod([CASH, MOMO], sent)).toEqual([{ id: 'cash' }, sent]);
    const added = sentOf({ ...NEW_METHOD, name: ' Ecobank ', kind: 'bank' });
    expect(added).toMatchObject({ name: 'Ecobank', kind: 'bank', account: null });
    expect(withMethod([CASH], added)).toEqual([{ id: 'cash' }, added]);
  });

  it('offer common methods that the bar does not have', () => {
    const names = (offered: ReturnType<typeof suggested>) => offered.map(({ name }) => name);
    expect(names(suggested([CASH]))).toEqual(['MTN MoMo', 'Orange Money']);
    expect(names(suggested([{ ...MOMO, name: 'mtn momo' }]))).toEqual(['Orange Money']);
  });

  it('list notes and coins, the largest first', () => {
    expect(ofCurrency(SETTINGS.denominations, 'USD').map(nameOf)).toEqual(['$100', '$20']);
    expect(ofCurrency(SETTINGS.denominations, 'LRD').map(nameOf)).toEqual([
      'L$1,000',
      'L$20',
      'L$10 coin',
      'L$5 coin',
    ]);
    expect(nameOf({ currency: 'USD', value: '0.25', kind: 'coin', enabled: true })).toBe('$0.25 coin');
    const off = switched(SETTINGS.denominations, { 'LRD 5.00': false });
    expect(off.filter(({ enabled }) => !enabled).map(nameOf)).toEqual(['L$5 coin']);
  });

  it('drop a change once the box has stored it', () => {
    const changes = { 'LRD 5.00': false, 'LRD 10.00': true, 'USD 3.00': true };
    expect(unsavedOf(changes, SETTINGS.denominations)).toEqual({ 'LRD 5.00': false });
    expect(unsavedOf(changes, switched(SETTINGS.denominations, changes))).toEqual({});
  });
});

describe('payment methods', () => {
  it('are switched off and on, except cash', async () => {
    const requests = await openPage('methods', storingBox());
    fireEvent.click(part('Payment methods').getByRole('switch', { name: 'Mobile' }));
    expect(await screen.findByText('Mobile is off')).toBeTruthy();
    expect(written(requests)).toEqual([
      { methods: [{ id: 'cash' }, { id: 'card' }, { id: 'mobile', enabled: false }] },
    ]);
    expect(part('Payment methods').getByRole('switch', { name: 'Mobile' })).toHaveProperty('checked', false);
    expect(part('Payment methods').queryByRole('switch', { name: 'Cash' })).toBeNull();
    expect(part('Payment methods').queryByRole('button', { name: 'Edit Cash' })).toBeNull();
  });

  it('are added with one tap when they are common', async () => {
    const requests = await openPage('methods', storingBox());
    press('Add MTN MoMo');
    expect(await screen.findByText('MTN MoMo added')).toBeTruthy();
    expect(written(requests)).toEqual([
      {
        methods: [
          { id: 'cash' },
          { id: 'card' },
          { id: 'mobile' },
          { name: 'MTN MoMo', kind: 'mobile', referenceRequired: true },
        ],
      },
    ]);
    await part('Payment methods').findByRole('switch', { name: 'MTN MoMo' });
    expect(part('Payment methods').queryByRole('button', { name: 'Add MTN MoMo' })).toBeNull();
    expect(part('Payment methods').getByRole('button', { name: 'Add Orange Money' })).toBeTruthy();
  });

  it('are added with a form', async () => {
    const requests = await openPage('methods', storingBox());
    press('Add Method');
    await screen.findByRole('dialog');
    fireEvent.click(dialog().getByRole('checkbox', { name: 'US dollars' }));
    fireEvent.click(dialog().getByRole('checkbox', { name: 'Liberian dollars' }));
    fireEvent.click(dialog().getByRole('button', { name: 'Add Method' }));
    expect(dialog().getByText('Name is required')).toBeTruthy();
    expect(dialog().getByText('Choose at least one currency')).toBeTruthy();
    expect(document.activeElement).toBe(dialog().getByLabelText('Name'));
    type(dialog().getByLabelText('Name'), 'Ecobank');
    choose(dialog().getByLabelText('Kind'), 'bank');
    fireEvent.click(dialog().getByRole('checkbox', { name: 'US dollars' }));
    fireEvent.click(dialog().getByRole('switch', { name: 'Reference needed' }));
    type(dialog().getByLabelText('Account'), '00 1234');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Method' }));
    expect(await screen.findByText('Payment method saved')).toBeTruthy();
    expect(written(requests)).toEqual([
      {
        methods: [
          { id: 'cash' },
          { id: 'card' },
          { id: 'mobile' },
          { name: 'Ecobank', kind: 'bank', currencies: ['USD'], referenceRequired: true, account: '00 1234' },
        ],
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are edited, except their name and kind', async () => {
    await openPage('methods', storingBox());
    press('Edit Mobile');
    await screen.findByRole('dialog');
    expect(dialog().queryByLabelText('Name')).toBeNull();
    expect(dialog().queryByLabelText('Kind')).toBeNull();
    type(dialog().getByLabelText('Account'), '0770 55 12 40');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Mobile money · USD, LRD · 0770 55 12 40')).toBeTruthy();
  });

  it('show the refusal of the server, and refetch the changes of another phone', async () => {
    const wrong = 'A method can be switched off, not removed';
    const refused = refusal(400, 'invalid', 'Please check the settings', { fields: { methods: wrong } });
    const other = { ...SETTINGS, methods: [...SETTINGS.methods, MOMO] };
    await openPage('methods', {
      'GET /api/settings': (_call, count) => ({ body: count === 1 ? SETTINGS : other }),
      'PUT /api/settings': refused,
    });
    fireEvent.click(part('Payment methods').getByRole('switch', { name: 'Mobile' }));
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(await part('Payment methods').findByRole('switch', { name: 'MTN MoMo' })).toBeTruthy();
    expect(part('Payment methods').getByRole('switch', { name: 'Mobile' })).toHaveProperty('checked', true);
    press('Add Method');
    await screen.findByRole('dialog');
    type(dialog().getByLabelText('Name'), 'Ecobank');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Method' }));
    expect(await dialog().findByText(wrong)).toBeTruthy();
    expect(dialog().getByLabelText('Name')).toHaveProperty('value', 'Ecobank');
  });
});

describe('notes and coins', () => {
  it('are saved as a whole list', async () => {
    const requests = await openPage('denominations', storingBox());
    fireEvent.click(part('Notes and coins').getByRole('checkbox', { name: 'L$1,000' }));
    fireEvent.click(part('Notes and coins').getByRole('checkbox', { name: 'L$5 coin' }));
    fireEvent.click(part('Notes and coins').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Notes and coins saved')).toBeTruthy();
    const off = SETTINGS.denominations.map((one) => ({
      ...one,
      enabled: one.value !== '1000.00' && one.value !== '5.00',
    }));
    expect(written(requests)).toEqual([{ denominations: off }]);
  });

  it('keep the changes when they could not be saved', async () => {
    const wrong = 'At most 40 notes and coins';
    await openPage('denominations', {
      'PUT /api/settings': refusal(400, 'invalid', 'Please check', { fields: { denominations: wrong } }),
    });
    fireEvent.click(part('Notes and coins').getByRole('checkbox', { name: '$100' }));
    fireEvent.click(part('Notes and coins').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(part('Notes and coins').getByRole('checkbox', { name: '$100' })).toHaveProperty('checked', false);
  });
});

describe('the question about coins', () => {
  const answer = (name: string) => part('Cash').getByRole('radio', { name });

  it('is unanswered at first, and its answer is saved', async () => {
    const box = storingBox();
    const requests = await openPage('cash', {
      ...box,
      'PUT /api/settings': (call) => ({
        body: { ...box['PUT /api/settings'](call).body, lrdCashStep: '20.00' },
      }),
    });
    expect([answer('Yes'), answer('No')].map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      false,
      false,
    ]);
    fireEvent.click(answer('No'));
    expect(await screen.findByText('Coins saved')).toBeTruthy();
    expect(written(requests)).toEqual([{ cash: { lrdCoins: false } }]);
    expect(answer('No')).toHaveProperty('checked', true);
  });

  it('shows the old answer again after a refusal', async () => {
    const coins = { ...SETTINGS, cash: { ...SETTINGS.cash, lrdCoins: true } };
    await openPage('cash', {
      'GET /api/settings': { body: coins },
      'PUT /api/settings': refusal(503, 'read_only', 'The disk is full'),
    });
    fireEvent.click(answer('No'));
    expect(await screen.findByText('The disk is full')).toBeTruthy();
    await waitFor(() => expect(answer('Yes')).toHaveProperty('checked', true));
  });
});
