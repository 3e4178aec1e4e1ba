/** The tax report: its sections, its dates, printing and files. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { resetTestState, show } from '../../settings/test/open';
import { monthOf, monthOptions, monthRange } from './months';
import TaxReportScreen from './TaxReportScreen';

const SUMS = {
  lines: 2,
  netUSD: '3.54',
  taxUSD: '0.46',
  netLRD: '840.71',
  taxLRD: '109.29',
  worthNetUSD: '7.96',
  worthTaxUSD: '1.04',
  worthNetLRD: '1513.28',
  worthTaxLRD: '196.72',
};
const ROW = {
  class: 'standard',
  kind: 'taxed',
  label: 'GST 13 %',
  percent: '13.00',
  mode: 'included',
  ...SUMS,
};
const REPORT = {
  from: '2026-11-01',
  to: '2026-11-30',
  tin: '500123456',
  rows: [ROW],
  voids: [{ ...ROW, lines: 1, taxUSD: '-0.23' }],
  totals: SUMS,
  receipts: { count: 3, first: 'R-20261102-0001', last: 'R-20261121-0007' },
  servedUnpaid: [ROW],
  exemptions: [
    {
      receiptNumber: 'R-20261121-0007',
      day: '2026-11-21',
      name: 'US Embassy',
      documentNumber: 'DIP-2231',
      netUSD: '3.54',
      netLRD: '840.71',
    },
  ],
};
const NOVEMBER = 'GET /api/reports/tax?from=2026-11-01&to=2026-11-30';
const TODAY = { 'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-26', hours: [] }] } } };
const section = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(resetTestState);

describe('the report', () => {
  it('shows this month, each figure in its currency', async () => {
    show({ ...TODAY, [NOVEMBER]: { body: REPORT } }, <TaxReportScreen />);
    await screen.findByText('TIN 500123456 · 3 receipts · R-20261102-0001 to R-20261121-0007');
    expect(section('Sales').getByText('$3.54')).toBeTruthy();
    expect(section('Sales').getByText('L$109.29')).toBeTruthy();
    expect(section('Voids and refunds').getByText('−$0.23')).toBeTruthy();
    expect(section('Total').getByText('L$1,513.28')).toBeTruthy();
    expect(section('Served, not paid').getByText('As it is now, for information')).toBeTruthy();
    expect(section('Exemptions').getByText('US Embassy')).toBeTruthy();
  });

  it('follows a month and dates, and keeps what it shows while they are wrong', async () => {
    const requests = show(
      {
        ...TODAY,
        [NOVEMBER]: { body: REPORT },
        'GET /api/reports/tax?from=2026-10-01&to=2026-10-31': { body: { ...REPORT, rows: [], voids: [] } },
      },
      <TaxReportScreen />,
    );
    await screen.findByRole('region', { name: 'Sales' });
    choose(screen.getByLabelText('Month'), '2026-10');
    await screen.findByText('No sales in this period');
    type(screen.getByLabelText('From'), '2026-12-01');
    expect(screen.getByText('The first day must not be after the last')).toBeTruthy();
    expect(screen.getByLabelText('Month')).toHaveProperty('value', '');
    expect(requests.filter(({ path }) => path.startsWith('/api/reports/tax'))).toHaveLength(2);
  });

  it('can be loaded again after a failure', async () => {
    show({ ...TODAY, [NOVEMBER]: refusal(500, 'internal', 'oh') }, <TaxReportScreen />);
    expect(await screen.findByText('The tax report could not be loaded')).toBeTruthy();
  });

  it('prints at the bar, and downloads summary and lines', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const file = { body: 'part' };
    const requests = show(
      {
        ...TODAY,
        [NOVEMBER]: { body: REPORT },
        'POST /api/reports/tax/print': { status: 202, body: { id: 1 } },
        [`${NOVEMBER}&format=csv&detail=summary`]: file,
        [`${NOVEMBER}&format=csv&detail=lines`]: file,
      },
      <TaxReportScreen />,
    );
    fireEvent.click(
      await screen
        .findByRole('button', { name: 'On this device' })
        .then(() => screen.getByRole('button', { name: 'Print' })),
    );
    await screen.findByText('The report is on its way to the printer');
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual(days);
    fireEvent.click(screen.getByRole('button', { name: 'Download lines' }));
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(requests.filter(({ path }) => path.includes('format=csv'))).toHaveLength(2));
  });
});

describe('months', () => {
  it('are whole months', () => {
    expect(monthRange('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(monthOf({ from: '2026-11-01', to: '2026-11-30' })).toBe('2026-11');
    expect(monthOf({ from: '2026-11-01', to: '2026-11-29' })).toBeNull();
    expect(monthOptions('2026-01-15').slice(0, 2)).toEqual([
      { value: '2026-01', label: 'Jan 2026' },
      { value: '2025-12', label: 'Dec 2025' },
    ]);
  });
});
