/** Sheets for tests: the night of the example, and one on which nothing happened. */
import type { Sheet, SheetRow, SheetRowKind } from '../../../../api/types';

const none = (kind: SheetRowKind): SheetRow => ({ kind, count: 0, worthUSD: '0.00', people: [] });
const row = (kind: SheetRowKind, worthUSD: string, people: SheetRow['people']): SheetRow => ({
  kind,
  count: people.reduce((sum, { count }) => sum + count, 0),
  worthUSD,
  people,
});
const kept = (method: string, name: string, currency: 'USD' | 'LRD', amount: string) => ({
  method,
  name,
  currency,
  kept: amount,
});

export const EMPTY_NIGHT: Sheet = {
  number: null,
  day: '2026-11-20',
  version: null,
  provisional: true,
  issuedAt: null,
  issuedBy: null,
  sold: { receipts: 0, totalUSD: '0.00', pricedUSD: '0.00', pricedLRD: '0.00', categories: [] },
  money: {
    rows: [kept('cash', 'Cash', 'USD', '0.00'), kept('cash', 'Cash', 'LRD', '0.00')],
    changeUSD: '0.00',
    changeLRD: '0.00',
    roundingLRD: '0.00',
    tipsUSD: '0.00',
    tipsLRD: '0.00',
  },
  cash: [],
  credit: { newUSD: '0.00', collectedUSD: '0.00', owedUSD: '0.00', owedLRD: '0.00' },
  unpaid: [none('open_orders'), none('billed'), none('walk_outs')],
  takenBack: [none('removed_sent'), none('after_bill'), none('voids')],
  givenAway: [none('comps'), none('discounts'), none('timed_prices')],
  stock: { soldOut: [], losses: [], wastedUSD: null, emptiesOwed: null },
  paidOut: [],
  left: {
    soldUSD: '0.00',
    costSoldUSD: '0.00',
    costGivenUSD: '0.00',
    taxUSD: '0.00',
    paidOutUSD: '0.00',
    leftUSD: '0.00',
    unknownCostUSD: '0.00',
  },
  people: {
    hours: [],
    granted: 0,
    refused: 0,
    pinResets: 0,
    wrongPins: 0,
    noSales: 0,
    reprints: 0,
    negativeCash: 0,
    methodCorrected: 0,
  },
  box: { starts: 0, clockJumps: 0, lastBackupAt: null, notPrinted: 0 },
  text: 'Sunset Bar - truth sheet\nFri 20 Nov 2026 provisional',
  checkCode: null,
  shareUrl: null,
};

export const NIGHT: Sheet = {
  ...EMPTY_NIGHT,
  sold: {
    receipts: 143,
    totalUSD: '612.40',
    pricedUSD: '452.40',
    pricedLRD: '30400.00',
    categories: [
      { category: 'drinks', quantity: 180, totalUSD: '401.90' },
      { category: 'food', quantity: 30, totalUSD: '210.50' },
    ],
  },
  money: {
    rows: [
      kept('cash', 'Cash', 'USD', '398.00'),
      kept('cash', 'Cash', 'LRD', '18050.00'),
      kept('mtn_momo', 'MTN MoMo', 'USD', '85.00'),
      kept('mtn_momo', 'MTN MoMo', 'LRD', '3200.00'),
    ],
    changeUSD: '61.00',
    changeLRD: '9415.00',
    roundingLRD: '-12.40',
    tipsUSD: '0.00',
    tipsLRD: '0.00',
  },
  credit: { newUSD: '36.00', collectedUSD: '12.00', owedUSD: '184.50', owedLRD: '22300.00' },
  takenBack: [
    row('removed_sent', '6.00', [
      { userName: 'musa', count: 2 },
      { userName: 'fatu', count: 1 },
    ]),
    none('after_bill'),
    none('voids'),
  ],
  stock: { soldOut: ['Palava sauce', 'Smirnoff Ice'], losses: [], wastedUSD: null, emptiesOwed: null },
  left: {
    ...EMPTY_NIGHT.left,
    soldUSD: '612.40',
    costSoldUSD: null,
    taxUSD: '70.45',
    leftUSD: null,
    unknownCostUSD: '612.40',
  },
  people: {
    ...EMPTY_NIGHT.people,
    hours: [{ userName: 'musa', paidMinutes: 460, notStamped: 1 }],
    granted: 4,
    refused: 1,
    noSales: 1,
  },
  box: { starts: 1, clockJumps: 0, lastBackupAt: '2026-11-21T02:10:00.000Z', notPrinted: 0 },
};

/** The same night, issued. */
export const ISSUED: Sheet = {
  ...NIGHT,
  number: 'T-20261120-1',
  version: 1,
  provisional: false,
  issuedAt: '2026-11-21T03:12:00.000Z',
  issuedBy: 'musa',
  text: 'Sunset Bar - truth sheet\nFri 20 Nov 2026 T-20261120-1\nCheck: 7Q4M-K2XD-91FB',
  checkCode: '7Q4M-K2XD-91FB',
  shareUrl: 'https://wa.me/231770123456?text=Sunset%20Bar',
};
