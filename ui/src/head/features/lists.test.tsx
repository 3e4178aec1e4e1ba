/** The lists of all bars: shifts, what is open, and what is low. */
import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../test/fakeServer';
import { choose } from '../../test/fields';
import type { ShiftLine } from '../api/types';
import { open } from '../test/open';
import { bar, CAPE, MAMBA, report } from '../test/rows';
import OpenScreen from './open/OpenScreen';
import ShiftsScreen from './shifts/ShiftsScreen';
import StockScreen from './stock/StockScreen';

const BARS = { 'GET /api/head/bars': { body: [bar(CAPE, 'Cape Bar'), bar(MAMBA, 'Mamba Grill')] } };
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

const shift = (tillName: string, of: string, more: Partial<ShiftLine> = {}): ShiftLine => ({
  bar: of,
  tillName,
  responsibleName: 'Musu',
  businessDay: '2026-11-21',
  openedAt: '2026-11-21T18:00:00Z',
  closedAt: '2026-11-22T02:00:00Z',
  state: 'closed',
  zNumber: 'Z-000012',
  expectedUSD: '112.00',
  expectedLRD: '4260.00',
  countedUSD: '112.00',
  countedLRD: '4260.00',
  overShortUSD: '0.00',
  overShortLRD: '0.00',
  ...more,
});

describe('shifts', () => {
  const URL = 'GET /api/head/reports/shifts?period=tonight&limit=1000';
  const all = [
    shift('Exact till', CAPE),
    shift('Short till', MAMBA, { countedUSD: '100.00', overShortUSD: '-12.00' }),
    shift('Over till', CAPE, { overShortLRD: '190.00' }),
    shift('Open till', CAPE, {
      closedAt: null,
      zNumber: null,
      countedUSD: null,
      countedLRD: null,
      overShortUSD: null,
      overShortLRD: null,
    }),
    shift('Uncounted till', CAPE, {
      countedUSD: null,
      countedLRD: null,
      overShortUSD: null,
      overShortLRD: null,
    }),
  ];

  it('show what was short and over, at which bar', async () => {
    fakeServer({ ...BARS, [URL]: { body: report(all) } });
    open(ShiftsScreen);
    await screen.findByText('Mamba Grill · Short till');
    expect(rows()).toHaveLength(5);
    expect(screen.getByText('Exact')).toBeTruthy();
    expect(screen.getByText('Short $12.00')).toBeTruthy();
    expect(screen.getByText('Over L$190')).toBeTruthy();
    expect(screen.getByText('Open now')).toBeTruthy();
    expect(screen.getByText('Not counted')).toBeTruthy();
    expect(screen.getByText('Counted $100.00, L$4,260')).toBeTruthy();
    expect(screen.getAllByText('Musu · Z-000012')).toHaveLength(4);
  });

  it('can be filtered', async () => {
    fakeServer({ ...BARS, [URL]: { body: report(all) } });
    open(ShiftsScreen);
    await screen.findByText('Mamba Grill · Short till');
    fireEvent.click(screen.getByLabelText('Short'));
    expect(rows()).toEqual([expect.stringContaining('Short till')]);
    fireEvent.click(screen.getByLabelText('Over'));
    expect(rows()).toEqual([expect.stringContaining('Over till')]);
  });

  it('of one bar, and none', async () => {
    fakeServer({
      ...BARS,
      [URL]: { body: report(all) },
      [`GET /api/head/reports/shifts?period=tonight&bars=${MAMBA}&limit=1000`]: { body: report([]) },
    });
    open(ShiftsScreen);
    await screen.findByText('Mamba Grill · Short till');
    choose(screen.getByLabelText('Bar'), MAMBA);
    expect(await screen.findByText('No shifts')).toBeTruthy();
  });

  it('say when there are more than are shown', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => shift(`Till ${at}`, CAPE));
    fakeServer({ ...BARS, [URL]: { body: report(many) } });
    open(ShiftsScreen);
    expect(await screen.findByText('Only the newest 1,000 shifts are here. The CSV has all.')).toBeTruthy();
  });
});

describe('what is open', () => {
  const URL = 'GET /api/head/reports/open?period=tonight';
  const line = { bar: CAPE, since: '2026-11-21T18:00:00Z', by: 'Musu', dueLRD: '0.00' };

  it('shows orders and tabs with what is due', async () => {
    fakeServer({
      ...BARS,
      [URL]: {
        body: report([
          {
            ...line,
            kind: 'tab',
            name: 'Joe',
            table: null,
            dueUSD: '4.00',
            dueLRD: '1900.00',
            remainingUSD: '14.00',
          },
          { ...line, kind: 'order', name: null, table: '7', dueUSD: '5.00', remainingUSD: '5.00' },
        ]),
      },
    });
    open(OpenScreen, { role: 'manager' });
    expect(await screen.findByText('Joe')).toBeTruthy();
    expect(screen.getByText('$14.00')).toBeTruthy();
    expect(screen.getByText('$4.00 + L$1,900')).toBeTruthy();
    expect(screen.getByText('Table 7')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Orders'));
    expect(rows()).toHaveLength(1);
  });

  it('says that nothing is open', async () => {
    fakeServer({ ...BARS, [URL]: { body: report([]) } });
    open(OpenScreen);
    expect(await screen.findByText('Nothing is open')).toBeTruthy();
  });
});

describe('what is low', () => {
  const URL = 'GET /api/head/reports/stock?period=tonight';

  it('shows what is out and low', async () => {
    fakeServer({
      ...BARS,
      [URL]: {
        body: report([
          { bar: CAPE, productName: 'Gin', level: 0, portions: null, par: 6, state: 'out' },
          { bar: MAMBA, productName: 'Rum', level: 2, portions: 30, par: null, state: 'low' },
        ]),
      },
    });
    open(StockScreen);
    const gin = within((await screen.findByText('Gin')).closest('li') as HTMLElement);
    expect(gin.getByText('Cape Bar · Should be 6')).toBeTruthy();
    expect(gin.getByText('Out of Stock')).toBeTruthy();
    expect(screen.getByText('Mamba Grill · 30 portions')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Low'));
    expect(rows()).toEqual([expect.stringContaining('Rum')]);
  });

  it('says that nothing is low, and can be loaded again after a failure', async () => {
    fakeServer({ ...BARS, [URL]: (_, count) => (count === 1 ? 'lost' : { body: report([]) }) });
    open(StockScreen);
    expect(await screen.findByText('The figures could not be loaded')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(screen.getByText('Nothing is low')).toBeTruthy());
  });
});
