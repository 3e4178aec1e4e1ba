/** The receipt as text. */
import { expect, it } from 'vitest';
import { FULL_RECEIPT } from '../../test/receipts';
import { COLUMNS, pair, partsOf, receiptText, sharedText, wrap } from './receiptText';

it('ends with the guest’s address when staff pass it on', () => {
  expect(sharedText(FULL_RECEIPT)).toBe(`${receiptText(FULL_RECEIPT)}\nhttp://192.168.8.1/r/a1B2`);
});

it('is as wide as the paper, aligned, with both currencies', () => {
  expect(receiptText(FULL_RECEIPT)).toBe(`            Sunset Bar & Grill
    Tubman Boulevard, Sinkor, Monrovia
              0770 00 00 00
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

it('leads with Liberian dollars where most lines are priced in them, and keeps cents that are there', () => {
  const lines = receiptText({ ...FULL_RECEIPT, currency: 'LRD', totalAmountLRD: '2660.50' }).split('\n');
  expect(lines).toContain('TOTAL                           L$2,660.50');
  expect(lines).toContain('in US dollars                       $14.00');
});

it('never passes the edge, whatever a product is called', () => {
  const name = 'Johnnie Walker Blue Label Ghost and Rare Port Ellen 🥃 Limited';
  const long = { ...FULL_RECEIPT, notes: `${'x'.repeat(100)}\nshort` };
  const text = receiptText({ ...long, items: [{ ...FULL_RECEIPT.items[0], name } as never] });
  for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(COLUMNS);
  for (const word of name.split(' ')) expect(text).toContain(word);
});

it('puts two texts that do not fit on lines of their own', () => {
  expect(pair('a', 'b')).toEqual([`a${' '.repeat(40)}b`]);
  expect(pair('l'.repeat(30), 'r'.repeat(12))).toEqual(['l'.repeat(30), ' '.repeat(30) + 'r'.repeat(12)]);
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('')).toEqual([]);
});

it('says what was taken back', () => {
  const [beer, soup] = FULL_RECEIPT.items;
  const lines = receiptText({
    ...FULL_RECEIPT,
    items: [{ ...beer, voided: true }, soup] as typeof FULL_RECEIPT.items,
    totals: { ...FULL_RECEIPT.totals, displayVoided: '$8.00' },
  }).split('\n');
  expect(lines).toContain('VOID 4 x Club Beer                   $8.00');
  expect(lines).toContain('Voided                              -$8.00');
});

it('says what it would have cost without the discount', () => {
  const [beer, soup] = FULL_RECEIPT.items;
  const items = [{ ...beer, listPriceDisplay: '$2.50' }, soup] as typeof FULL_RECEIPT.items;
  const lines = receiptText({ ...FULL_RECEIPT, items }).split('\n');
  expect(lines[lines.indexOf('    Monrovia Breweries @ $2.00') + 1]).toBe('    List price $2.50');
  expect(lines.filter((line) => line.includes('List price'))).toHaveLength(1);
});

it('names each of several ways of paying under what was paid', () => {
  const tender = (name: string, currency: string, amount: string) => ({
    method: 'any',
    name,
    currency,
    amount,
  });
  const payment = (kind: string, ...tenders: object[]) => ({ kind, tenders });
  const cash = tender('Cash', 'USD', '4.00');
  const momo = tender('MTN MoMo', 'LRD', '380.00');
  const several = { ...FULL_RECEIPT, payments: [payment('payment', cash, momo), payment('refund', cash)] };
  expect(partsOf(several)).toEqual([
    { name: 'Cash', amount: '$4.00' },
    { name: 'MTN MoMo', amount: 'L$380' },
  ]);
  expect(receiptText(several)).toContain(`${pair('  MTN MoMo', 'L$380').join()}\n`);
  expect(partsOf({ ...FULL_RECEIPT, payments: [payment('payment', cash)] } as typeof several)).toEqual([]);
  expect(partsOf(FULL_RECEIPT)).toEqual([]);
});
