/** The receipt as text. */
import { expect, it } from 'vitest';
import type { GuestReceipt } from '../../api/types';
import { FULL_RECEIPT } from '../../test/receipts';
import {
  brandOf,
  COLUMNS,
  changeOf,
  methodOf,
  pair,
  partsOf,
  receiptText,
  sharedText,
  wrap,
} from './receiptText';

it('ends with the address of its public page when staff share it', () => {
  expect(sharedText(FULL_RECEIPT)).toBe(`${receiptText(FULL_RECEIPT)}\nhttp://192.168.8.1/r/a1B2`);
});

it('is as wide as the paper, aligned, with both currencies', () => {
  expect(receiptText(FULL_RECEIPT)).toBe(`            Sunset Bar & Grill
    Tubman Boulevard, Sinkor, Monrovia
                0770000000
------------------------------------------
Receipt                    R-20261121-0126
Date                  21 Nov 2026, 8:52 PM
Customer                      James Cooper
Payment                               Cash
------------------------------------------
4 x Club Beer                        $8.00
    Monrovia Breweries @ $2.00
1 x Pepper soup                    L$1,140
    @ L$1,140
------------------------------------------
TOTAL                               $14.00
in Liberian dollars                L$2,660
Paid                       $8.00 + L$1,140
Change                                L$50
Rate                       1 USD = 190 LRD
------------------------------------------
          Thank you, come again!
              Served by Musu
`);
});

it('shows Liberian dollars first when most lines are priced in them, with cents when there are any', () => {
  const lines = receiptText({ ...FULL_RECEIPT, currency: 'LRD', totalAmountLRD: '2660.50' }).split('\n');
  expect(lines).toContain('TOTAL                           L$2,660.50');
  expect(lines).toContain('in US dollars                       $14.00');
});

it('never exceeds its width, however long a product name is', () => {
  const name = 'Johnnie Walker Blue Label Ghost and Rare Port Ellen 🥃 Limited';
  const long = { ...FULL_RECEIPT, notes: `${'x'.repeat(100)}\nshort` };
  const text = receiptText({ ...long, items: [{ ...FULL_RECEIPT.items[0], name } as never] });
  for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(COLUMNS);
  for (const word of name.split(' ')) expect(text).toContain(word);
});

it('puts two texts on separate lines when they do not fit on one', () => {
  expect(pair('a', 'b')).toEqual([`a${' '.repeat(40)}b`]);
  expect(pair('l'.repeat(30), 'r'.repeat(12))).toEqual(['l'.repeat(30), ' '.repeat(30) + 'r'.repeat(12)]);
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('')).toEqual([]);
});

it('marks voided items', () => {
  const [beer, soup] = FULL_RECEIPT.items;
  const lines = receiptText({
    ...FULL_RECEIPT,
    items: [{ ...beer, voided: true }, soup] as typeof FULL_RECEIPT.items,
    totals: { ...FULL_RECEIPT.totals, displayVoided: '$8.00' },
  }).split('\n');
  expect(lines).toContain('VOID 4 x Club Beer                   $8.00');
  expect(lines).toContain('Voided                              -$8.00');
});

it('shows the list price of a discounted item', () => {
  const [beer, soup] = FULL_RECEIPT.items;
  const items = [{ ...beer, listPriceDisplay: '$2.50' }, soup] as typeof FULL_RECEIPT.items;
  const lines = receiptText({ ...FULL_RECEIPT, items }).split('\n');
  expect(lines[lines.indexOf('    Monrovia Breweries @ $2.00') + 1]).toBe('    List price $2.50');
  expect(lines.filter((line) => line.includes('List price'))).toHaveLength(1);
});

const tender = (name: string, amount: string) => ({ name, amount });

it('lists each of several payment methods below the paid amount', () => {
  const several = {
    ...FULL_RECEIPT,
    paidBy: [{ tenders: [tender('Cash', '$4.00'), tender('MTN MoMo', 'L$380')], change: 'L$50' }],
  };
  expect(partsOf(several)).toEqual([tender('Cash', '$4.00'), tender('MTN MoMo', 'L$380')]);
  expect(receiptText(several)).toContain(`${pair('  MTN MoMo', 'L$380').join()}\n`);
  expect(partsOf(FULL_RECEIPT)).toEqual([]);
});

it('names a method that the bar has added, also to a guest', () => {
  const transactionInfo = { ...FULL_RECEIPT.transactionInfo, paymentMethod: 'mtn_momo' };
  const paidBy = [{ tenders: [tender('MTN MoMo', '$10.00')], change: null }];
  expect(methodOf({ ...FULL_RECEIPT, payments: [], transactionInfo, paidBy } as GuestReceipt)).toBe(
    'MTN MoMo',
  );
});

it('lists each of several payments with its change', () => {
  const paidBy = [
    { tenders: [tender('Credit/Debit Card', '$9.67')], change: null },
    { tenders: [tender('Cash', '$10.00')], change: '$0 + L$60' },
  ];
  expect(partsOf({ ...FULL_RECEIPT, paidBy })).toEqual([
    tender('Credit/Debit Card', '$9.67'),
    tender('Cash', '$10.00'),
    tender('Change', '−$0 − L$60'),
  ]);
});

it('says what is on account and still owed after a part payment', () => {
  const totals = {
    ...FULL_RECEIPT.totals,
    displayEarlier: '$0.63',
    displayOnAccount: 'L$120',
    displayStillOwed: '$5.37 / L$1,020',
  };
  const lines = receiptText({ ...FULL_RECEIPT, totals }).split('\n');
  const from = lines.indexOf(pair('Paid earlier', '$0.63').join());
  expect(lines.slice(from, from + 3)).toEqual([
    pair('Paid earlier', '$0.63').join(),
    pair('On account', 'L$120').join(),
    pair('Still owed', '$5.37 / L$1,020').join(),
  ]);
});

it('marks a part of a line that was voided, and what was given back', () => {
  const [beer, soup] = FULL_RECEIPT.items;
  const lines = receiptText({
    ...FULL_RECEIPT,
    voided: 'part',
    items: [{ ...beer, voidedQuantity: 1, voidedDisplay: '$2.00' }, soup] as typeof FULL_RECEIPT.items,
    totals: { ...FULL_RECEIPT.totals, displayVoided: '$2.00' },
    givenBack: [tender('Cash', '$2.00')],
  }).split('\n');
  expect(lines).toContain(pair('    1 of 4 voided', '-$2.00').join());
  expect(lines).toContain(pair('Voided', '-$2.00').join());
  expect(lines).toContain(pair('Given back, Cash', '$2.00').join());
});

it('says that it is a refund, of which receipt, and what was paid back', () => {
  const [beer] = FULL_RECEIPT.items;
  const lines = receiptText({
    ...FULL_RECEIPT,
    kind: 'refund',
    refundOf: 'R-20261120-0007',
    items: [{ ...beer, quantity: -2, totalPriceDisplay: '-$4.00' }] as typeof FULL_RECEIPT.items,
    totals: { ...FULL_RECEIPT.totals, displayPaid: '-L$760', displayPaidBack: 'L$760' },
  }).split('\n');
  expect(lines.map((line) => line.trim())).toContain('REFUND');
  expect(lines).toContain('For R-20261120-0007');
  expect(lines).toContain(pair('-2 x Club Beer', '-$4.00').join());
  expect(lines).toContain(pair('Paid back', 'L$760').join());
});

it('says the change once where one of several payments gave all of it', () => {
  const change = (...amounts: (string | null)[]) => ({
    ...FULL_RECEIPT,
    totals: { ...FULL_RECEIPT.totals, displayChange: 'L$110' },
    paidBy: amounts.map((one) => ({ tenders: [tender('Cash', '$5.00')], change: one })),
  });
  expect(changeOf(change(null, 'L$110'))).toBeNull();
  expect(receiptText(change(null, 'L$110')).match(/Change/g)).toHaveLength(1);
  expect(changeOf(change('L$50', 'L$60'))).toBe('L$110');
  expect(changeOf(change('L$110'))).toBe('L$110');
});

it('leaves out a brand that the product is named after', () => {
  expect(brandOf({ name: 'Coca-Cola', brand: 'coca-cola ' })).toBeNull();
  expect(brandOf({ name: 'Club Beer', brand: 'Monrovia Breweries' })).toBe('Monrovia Breweries');
  expect(brandOf({ name: 'Rice', brand: null })).toBeNull();
});
