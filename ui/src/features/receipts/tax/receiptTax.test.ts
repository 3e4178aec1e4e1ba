/** Tax on a receipt, on the screen and as text. */
import { describe, expect, it } from 'vitest';
import type { GuestReceipt } from '../../../api/types';
import { FULL_RECEIPT } from '../../../test/receipts';
import { receiptText } from '../receiptText';

type Row = GuestReceipt['taxRows'][number];

const row = (
  label: string,
  kind: Row['kind'],
  currency: Row['currency'],
  net: string,
  tax: string,
  gross: string,
) => ({ label, kind, mode: 'included', currency, net, tax, gross }) as Row;

const GST = [
  row('GST 13 %', 'taxed', 'USD', '3.54', '0.46', '4.00'),
  row('GST 13 %', 'taxed', 'LRD', '840.71', '109.29', '950.00'),
];

function lines(more: Partial<GuestReceipt>): string[] {
  return receiptText({ ...FULL_RECEIPT, ...more }).split('\n');
}

it('stands below the rate when the prices contain it', () => {
  const text = lines({ taxRows: GST, tin: '500123456', tableNumber: 4 });
  const place = text.indexOf('Tax included');
  expect(text.slice(place - 1, place + 3)).toEqual([
    '-'.repeat(42),
    'Tax included',
    'GST 13 % on $3.54                    $0.46',
    'GST 13 % on L$840.71              L$109.29',
  ]);
  expect(text[place - 2]).toMatch(/^Rate/);
  expect(text[3]).toBe('              TIN 500123456');
  expect(text).toContain('Table 4');
});

it('stands between subtotal and total when it comes on top', () => {
  const added = GST.map((one) => ({ ...one, mode: 'added' as const }));
  const totals = { ...FULL_RECEIPT.totals, displaySubtotal: '$9.00 / L$1,710' };
  const text = lines({ taxRows: added, totals });
  const place = text.findIndex((line) => line.startsWith('TOTAL'));
  expect(text.slice(place - 4, place)).toEqual([
    'Subtotal                             $9.00',
    'in Liberian dollars                L$1,710',
    'GST 13 % on $3.54                    $0.46',
    'GST 13 % on L$840.71              L$109.29',
  ]);
  expect(text).not.toContain('Tax included');
});

it('has letters where there are several labels', () => {
  const taxRows = [
    ...GST,
    row('Zero-rated', 'zero', 'USD', '5.00', '0.00', '5.00'),
    row('Outside tax', 'outside', 'LRD', '50.00', '0.00', '50.00'),
    { ...row('Without tax', null, 'USD', '2.00', '0.00', '2.00'), mode: 'off' as const },
  ];
  const [beer, soup] = FULL_RECEIPT.items;
  const items = [{ ...beer, taxLabel: 'GST 13 %' }, soup] as GuestReceipt['items'];
  const text = lines({ taxRows, items });
  expect(text).toContain('4 x Club Beer [A]                    $8.00');
  expect(text).toContain('1 x Pepper soup [D]                L$1,140');
  const squeezed = text.map((line) => line.replace(/ +/g, ' ').trim());
  const place = squeezed.indexOf('Tax included');
  expect(squeezed.slice(place + 1, place + 6)).toEqual([
    'A GST 13 % on $3.54 $0.46',
    'A GST 13 % on L$840.71 L$109.29',
    'B Zero-rated on $5.00',
    'C Outside tax L$50',
    'D Without tax $2.00',
  ]);
});

it('names the buyer below the number', () => {
  const text = lines({ buyer: { name: 'Acme Group', tin: '500999', address: 'Broad Street, Monrovia' } });
  const place = text.findIndex((line) => line.startsWith('Receipt'));
  expect(text.slice(place + 1, place + 4)).toEqual([
    'Buyer                           Acme Group',
    'Buyer TIN                           500999',
    'Broad Street, Monrovia',
  ]);
});

it('is not mentioned on a receipt without it', () => {
  const text = lines({ taxRows: [], tableNumber: 4 });
  expect(text.join('\n')).toBe(receiptText(FULL_RECEIPT));
});

it('has the service charge after the items, without pieces', () => {
  const [beer] = FULL_RECEIPT.items;
  const charge = { kind: 'service_charge', name: 'Service charge 10 %', brand: null, quantity: 1 };
  const shown = { unitPriceDisplay: '$0.40', totalPriceDisplay: '$0.40', otherPriceDisplay: 'L$76' };
  const items = [beer, { ...beer, ...charge, ...shown }] as GuestReceipt['items'];
  const text = lines({ items, tableNumber: 4 });
  const place = text.findIndex((line) => line.startsWith('Service charge'));
  expect(text.slice(place, place + 2)).toEqual([
    'Service charge 10 %                  $0.40',
    '                                      L$76',
  ]);
  expect(text).toContain('Table 4');
});

it('names the exempt customer below the rows', () => {
  const taxExemption = { name: 'US Embassy', documentNumber: 'DIP-2231', approvedBy: null };
  const taxRows = [row('Exempt', 'exempt', 'USD', '3.54', '0.00', '3.54')];
  const text = lines({ taxRows, taxExemption });
  const place = text.indexOf('Tax included');
  expect(text.slice(place + 1, place + 3)).toEqual([
    'Exempt                               $3.54',
    'Tax exempt: DIP-2231, US Embassy',
  ]);
  expect(lines({ taxExemption })).not.toContain('Tax exempt: DIP-2231, US Embassy');
});

it('has letters for a label in two modes, as on paper', () => {
  const added = { ...row('GST 13 %', 'taxed', 'USD', '2.00', '0.26', '2.26'), mode: 'added' as const };
  const untaxed = { ...row('Without tax', null, 'USD', '2.00', '0.00', '2.00'), mode: 'off' as const };
  const totals = { ...FULL_RECEIPT.totals, displaySubtotal: '$6.00 / L$1,140' };
  const [beer, soup] = FULL_RECEIPT.items;
  const items = [{ ...beer, taxLabel: 'GST 13 %' }, soup] as GuestReceipt['items'];
  const text = lines({ taxRows: [...GST, added, untaxed], totals, items }).map((line) =>
    line.replace(/ +/g, ' ').trim(),
  );
  for (const line of [
    'A GST 13 % on $3.54 $0.46',
    'B GST 13 % on $2.00 $0.26',
    'C Without tax $2.00',
    '1 x Pepper soup [C] L$1,140',
    // The line does not say which of both it is.
    '4 x Club Beer $8.00',
  ])
    expect(text).toContain(line);
});

describe('the fiscal device', () => {
  const signed = { deviceId: 'VSD-01', number: '000451', signature: 'c2lnbmF0dXJl', qr: null, at: 'now' };
  const mark = { documentId: 'R-20261121-0126', error: null };

  it('ends the receipt with its signature', () => {
    const text = lines({ fiscal: { ...mark, status: 'signed', signed } });
    expect(text.slice(-6).map((line) => line.trim())).toEqual([
      'Served by Musu',
      '-'.repeat(42),
      'Fiscal device VSD-01',
      'No. 000451',
      'c2lnbmF0dXJl',
      '',
    ]);
  });

  it.each(['to_sign', 'failed'] as const)('is awaited while the receipt is %s', (status) => {
    const text = lines({ fiscal: { ...mark, status, signed: null } });
    expect(text.at(-2)?.trim()).toBe('Fiscal signature pending');
  });

  it('is not mentioned without one', () => {
    expect(lines({ fiscal: undefined })).toEqual(lines({ fiscal: null }));
    expect(lines({}).join()).not.toContain('Fiscal');
  });
});
