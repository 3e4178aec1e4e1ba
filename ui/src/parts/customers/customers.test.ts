/** Who is offered while a customer is typed, and whose tab it is. */
import { describe, expect, it } from 'vitest';
import type { Tab } from '../../api/types';
import { changed, customersOf, decide, offeredFor } from './customers';

const MUSU = { customerName: 'Musu Kpadeh', customerPhone: '0770 55 12 40' };
const JOE = { customerName: 'Joe Weah', customerPhone: null };
const typed = (customerName: string, customerPhone = '') => ({ customerName, customerPhone });
const tab = (customer: object, status = 'unpaid') => ({ ...customer, status }) as Tab;

describe('known customers', () => {
  const known = customersOf([MUSU, JOE]);
  it.each([
    ['', '', []],
    ['mus', '', [MUSU]],
    ['0770551', '', [MUSU]],
    ['', '5512', [MUSU]],
    ['weah', '', [JOE]],
    ['Joe Weah', '', []],
    ['nobody', '', []],
  ])('typed %j %j', (name, phone, found) => expect(offeredFor(typed(name, phone), known)).toEqual(found));
});

describe('the phone of a known customer', () => {
  it.each([
    ['goes with the name', typed('Musu Kpadeh', '0770551240'), 'Varney', ''],
    [
      'stays while the name is the same one',
      typed('Musu Kpadeh', '0770551240'),
      ' musu  kpadeh',
      '0770551240',
    ],
    ['stays where it is of no known customer', typed('Musu Kpadeh', '0880'), 'Varney', '0880'],
    ['stays where it came before the name', typed('', '0770551240'), 'M', '0770551240'],
  ])('%s', (_, before, name, phone) =>
    expect(changed(before, { ...before, customerName: name }, [MUSU, JOE])).toEqual(typed(name, phone)),
  );
  it('may be typed after the name', () =>
    expect(changed(typed('Varney'), typed('Varney', '0880'), [MUSU])).toEqual(typed('Varney', '0880')));
});

describe('whose tab it is', () => {
  it('needs a name', () => {
    expect(decide(typed(' '), [])).toEqual({ errors: { customerName: 'Customer name is required' } });
  });
  it('is a new one for a new name', () => {
    expect(decide(typed(' Ama  Kollie '), [tab(MUSU)])).toEqual({
      customer: { customerName: 'Ama Kollie', customerPhone: null },
    });
  });
  it('asks when the name has an open tab, with or without a phone', () => {
    for (const open of [tab(MUSU), tab({ ...MUSU, customerPhone: null })])
      expect(decide(typed('musu kpadeh'), [open])).toEqual({ candidates: [open] });
    expect(decide(typed('musu kpadeh', '0880'), [tab(MUSU)])).toEqual({ candidates: [tab(MUSU)] });
    expect(decide(typed('musu kpadeh'), [tab(MUSU, 'paid')])).toMatchObject({ customer: {} });
  });
  it('takes the same number with other blanks for the same person', () => {
    expect(decide(typed('MUSU KPADEH', '0770551240'), [tab(MUSU)])).toEqual({ customer: MUSU });
  });
  it('does not ask about one who was chosen', () => {
    const open = tab({ ...MUSU, customerPhone: null });
    expect(decide(typed('Musu Kpadeh'), [open], { chosen: true })).toMatchObject({
      customer: { customerPhone: null },
    });
  });
  it('tells another person apart by the phone', () => {
    const open = tab({ ...MUSU, customerPhone: null });
    expect(decide(typed('Musu Kpadeh'), [open], { another: true })).toEqual({
      errors: { customerPhone: 'Enter a phone number to tell them apart' },
    });
    expect(decide(typed('Musu Kpadeh'), [tab(MUSU)], { another: true })).toMatchObject({
      customer: { customerName: 'Musu Kpadeh', customerPhone: null },
    });
  });
});
