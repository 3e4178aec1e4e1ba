/** The list of shifts, an X and a Z, and the cash report. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { signInAs } from '../../../test/people';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import ShiftsScreen from './ShiftsScreen';
import { CASH_REPORT, OPEN_SHIFT, TILLS, X, Z, Z_ROW } from './test/reports';

const REPORT_URL = '/api/reports/cash?from=2026-11-15&to=2026-11-21';

function open(path = '/shifts', answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/cash/setup': { body: { ...CASH_SETUP, mode: 'drawer' } },
    'GET /api/sales/analytics': { body: { heatMap: [{ date: '2026-11-21', hours: [] }] } },
    'GET /api/printers': { body: [{ id: 1 }] },
    'GET /api/tills': { body: TILLS },
    'GET /api/tills/1/movements': { body: [] },
    'GET /api/shifts?status=open': { body: [OPEN_SHIFT] },
    'GET /api/z': { body: [Z_ROW] },
    'GET /api/z/Z-000012': { body: Z },
    'GET /api/shifts/5/x': { body: X },
    [`GET ${REPORT_URL}`]: { body: CASH_REPORT },
    ...answers,
  });
  history.replaceState(null, '', path);
  render(
    <QueryClientProvider client={queryClient}>
      <ShiftsScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = async (name: string) =>
  (await part(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const written = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
});

describe('the list', () => {
  it('shows open shifts, and each Z with its till, person, times and what was over or short', async () => {
    open();
    const closed = await part('Closed');
    const link = await closed.findByRole('link', { name: 'Z-000012' });
    expect(link.getAttribute('href')).toBe('/shifts/Z-000012');
    expect(closed.getByRole('listitem').textContent).toBe(
      'Z-000012Drawer · Fatu21 Nov 2026, 6:02 PM to 22 Nov 2026, 1:47 AMShort $10.00Over L$1,900',
    );
    const now = await part('Open now');
    expect(now.getByText('Open since 22 Nov 2026, 6:02 PM, Fatu')).toBeTruthy();
    expect(now.getByText('Should be $12.00 + L$4,260')).toBeTruthy();
    expect(now.getByText('Show X').getAttribute('href')).toBe('/shifts/x-5');
  });

  it('is narrowed by till and days, and does not ask for days in the wrong order', async () => {
    const requests = open('/shifts', { 'GET /api/z?from=2026-11-20&tillId=1': { body: [] } });
    await screen.findByRole('option', { name: 'Drawer' });
    expect(screen.queryByRole('option', { name: 'Safe' })).toBeNull();
    choose(screen.getByLabelText('Till'), '1');
    type(screen.getByLabelText('From'), '2026-11-20');
    expect(await screen.findByText('No shifts of this till and these days')).toBeTruthy();
    type(screen.getByLabelText('To'), '2026-11-19');
    expect(await screen.findByText('The first day must not be after the last')).toBeTruthy();
    expect(requests.some(({ path }) => path.includes('to='))).toBe(false);
  });

  it('says that there are none', async () => {
    open('/shifts', { 'GET /api/z': { body: [] }, 'GET /api/shifts?status=open': { body: [] } });
    expect(await screen.findByText('No shifts yet')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Open now' })).toBeNull();
  });

  it('that cannot be loaded can be tried again', async () => {
    open('/shifts', {
      'GET /api/z': (_, count) =>
        count === 1 ? refusal(500, 'internal', 'Something went wrong') : { body: [Z_ROW] },
    });
    await screen.findByText('The shifts could not be loaded');
    await press('Try again');
    expect(await screen.findByText('Z-000012')).toBeTruthy();
  });

  it('says where tills are switched on', async () => {
    open('/shifts', { 'GET /api/cash/setup': { body: CASH_SETUP } });
    expect(await screen.findByText('Tills are switched off')).toBeTruthy();
    expect(screen.getByText('An admin switches them on in Settings, Cash.')).toBeTruthy();
  });

  it('prints an X, or says why not', async () => {
    const requests = open('/shifts', {
      'POST /api/shifts/5/x/print': (_, count) =>
        count === 1 ? refusal(409, 'no_printer', 'There is no printer') : { status: 202, body: { id: 7 } },
    });
    await press('Print X');
    expect(await screen.findByText('There is no printer')).toBeTruthy();
    await press('Print X');
    expect(await screen.findByText('The X is printing')).toBeTruthy();
    expect(written(requests)).toHaveLength(2);
  });

  it('closes a shift without counting, with a reason', async () => {
    const requests = open('/shifts', {
      'POST /api/shifts/5/close-uncounted': { body: { shift: OPEN_SHIFT, zNumber: 'Z-000013' } },
    });
    await press('Close without counting');
    const dialog = within(await screen.findByRole('dialog', { name: 'Close without counting' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Close without counting' }));
    expect(await dialog.findByText('Reason is required')).toBeTruthy();
    type(dialog.getByLabelText('Reason'), ' Fatu left ');
    fireEvent.click(dialog.getByRole('button', { name: 'Close without counting' }));
    expect(await screen.findByText('Closed: Z-000013')).toBeTruthy();
    expect(written(requests)).toEqual([['POST', '/api/shifts/5/close-uncounted', { reason: 'Fatu left' }]]);
  });

  it('says that another phone has closed it', async () => {
    const message = 'This shift is closed: Z-000013';
    open('/shifts', { 'POST /api/shifts/5/close-uncounted': refusal(409, 'shift_closed', message) });
    await press('Close without counting');
    const dialog = within(await screen.findByRole('dialog', { name: 'Close without counting' }));
    type(await dialog.findByLabelText('Reason'), 'Gone');
    fireEvent.click(dialog.getByRole('button', { name: 'Close without counting' }));
    expect(await dialog.findByText(message)).toBeTruthy();
  });
});

describe('a Z', () => {
  it('is shown as on paper', async () => {
    open('/shifts/Z-000012');
    expect(await rowsOf('Sales to takings')).toEqual([
      ['Sales', '$24.74', 'L$950'],
      ['Voided', '−$6.00', 'L$0'],
      ['Other currency', '$1.00', '−L$190'],
      ['Parts in', '$0.00', 'L$1,000'],
      ['Change', '$0.26', '−L$49.40'],
      ['Rounding', '$0.00', '−L$0.60'],
      ['Takings', '$20.00', 'L$1,710'],
      ['Not cash', '$0.00', '−L$380'],
      ['Cash', '$20.00', 'L$1,330'],
    ]);
    expect(await rowsOf('By method')).toEqual([
      ['Cash6 payments', '$32.00', 'L$1,400'],
      ['Cash given back', '−$6.00', 'L$0'],
      ['MTN MoMo1 payment', '$0.00', 'L$380'],
    ]);
    expect((await rowsOf('In the till')).slice(-5)).toEqual([
      ['Expected', '$20.00', 'L$8,360'],
      ['Counted', '$10.00', 'L$10,260'],
      ['Over or short', '−$10.00', 'L$1,900'],
      ['Left', '$10.00', 'L$4,260'],
      ['To safe', '$0.00', 'L$6,000'],
    ]);
    const head = await part('Z-000012');
    expect(head.getByText('Short $10.00')).toBeTruthy();
    expect(head.getByText('counted L$10,260, should be L$8,360')).toBeTruthy();
    expect(head.getByText(/probably one payment booked in the wrong currency/)).toBeTruthy();
    expect(head.getByText('R-20261121-0001 to R-20261121-0005')).toBeTruthy();
    const movements = (await part('Movements')).getAllByRole('listitem');
    expect(movements.map(({ textContent }) => textContent)).toEqual([
      'Pay-out8:15 PM · Fatu · Ice−L$750Correct',
      'Exchange8:15 PM · Fatu−$20.00, L$3,800Correct',
      'Drop8:15 PM · FatuCorrected later−$20.00',
    ]);
    expect((await part('Counts')).getAllByRole('listitem')).toHaveLength(2);
    const information = await part('For information');
    expect(information.getByText('−L$20')).toBeTruthy();
    expect(information.getByText('1 · $5.74 / L$1,090')).toBeTruthy();
    expect(information.getByText('Fatu 5 receipts, Musa 1 void')).toBeTruthy();
    expect(information.getByText('4,210 receipts, $38,114.50')).toBeTruthy();
  });

  it('offers no correction of what was corrected since', async () => {
    const since = Z.movements.map((one, place) => (place === 0 ? { ...one, status: 'corrected' } : one));
    open('/shifts/Z-000012', { 'GET /api/tills/1/movements': { body: since } });
    const movements = await part('Movements');
    await waitFor(() => expect(movements.getAllByRole('button')).toHaveLength(1));
    expect(movements.getByRole('button', { name: /^Correct: Exchange/ })).toBeTruthy();
  });

  it('is printed at the bar', async () => {
    const requests = open('/shifts/Z-000012', {
      'POST /api/z/Z-000012/print': { status: 202, body: { id: 8 } },
    });
    expect(await screen.findByRole('button', { name: 'On this device' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'CSV' })).toBeTruthy();
    await press('Print');
    await screen.findByText('The report is printing');
    expect(written(requests)).toEqual([['POST', '/api/z/Z-000012/print', {}]]);
  });

  it('says when nobody counted, and when the person who took over did not confirm', async () => {
    const cash = Z.cash.filter(({ row }) => row !== 'counted' && row !== 'overShort');
    open('/shifts/Z-000012', {
      'GET /api/z/Z-000012': {
        body: { ...Z, notCounted: true, confirmed: false, counts: [], hint: null, cash },
      },
    });
    const head = await part('Z-000012');
    expect(head.getByText('Not counted')).toBeTruthy();
    expect(head.getByText('Not confirmed by Fatu')).toBeTruthy();
    expect(head.queryByText(/should be/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Counts' })).toBeNull();
  });

  it('takes a note', async () => {
    const notes = [{ at: '2026-11-22T10:00:00', userName: 'Sarah', text: 'Under the tray', count: null }];
    const requests = open('/shifts/Z-000012', {
      'GET /api/z/Z-000012': (_, count) => ({ body: count === 1 ? Z : { ...Z, notes } }),
      'POST /api/z/Z-000012/notes': { status: 201, body: { ...Z, notes } },
    });
    await press('Add Note');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Note' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Add Note' }));
    expect(await dialog.findByText('A note needs a text')).toBeTruthy();
    type(dialog.getByLabelText('Note'), 'Under the tray');
    fireEvent.click(dialog.getByRole('button', { name: 'Add Note' }));
    expect((await part('Notes')).getByText('Under the tray')).toBeTruthy();
    expect(written(requests)).toEqual([['POST', '/api/z/Z-000012/notes', { text: 'Under the tray' }]]);
  });

  it('takes a recount by notes and coins', async () => {
    const requests = open('/shifts/Z-000012', {
      'POST /api/z/Z-000012/notes': { status: 201, body: Z },
    });
    await press('Recount');
    const dialog = within(await screen.findByRole('dialog', { name: 'Recount' }));
    type(await dialog.findByLabelText('Note'), 'Counted again');
    type(await dialog.findByRole('textbox', { name: '$20' }), '1');
    fireEvent.click(dialog.getByRole('radio', { name: /Liberian dollars/ }));
    type(await dialog.findByRole('textbox', { name: 'L$10 coin' }), '3');
    fireEvent.click(dialog.getByRole('button', { name: 'Recount' }));
    await screen.findByText('Note added');
    const pieces = [
      { currency: 'USD', value: '20.00', quantity: 1 },
      { currency: 'LRD', value: '10.00', quantity: 3 },
    ];
    expect(written(requests)).toEqual([
      [
        'POST',
        '/api/z/Z-000012/notes',
        { text: 'Counted again', count: { amountUSD: '20.00', amountLRD: '30.00', pieces } },
      ],
    ]);
  });

  it('takes a recount by totals, of both currencies', async () => {
    const requests = open('/shifts/Z-000012', {
      'GET /api/cash/setup': { body: { ...CASH_SETUP, mode: 'drawer', countBy: 'totals' } },
      'POST /api/z/Z-000012/notes': { status: 201, body: Z },
    });
    await press('Recount');
    const dialog = within(await screen.findByRole('dialog', { name: 'Recount' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Recount' }));
    expect(await dialog.findByText('A note needs a text')).toBeTruthy();
    type(await dialog.findByLabelText('Note'), 'Again');
    type(dialog.getByLabelText('Amount USD'), '20');
    fireEvent.click(dialog.getByRole('button', { name: 'Recount' }));
    expect(await dialog.findByText('Count both currencies')).toBeTruthy();
    type(dialog.getByLabelText('Amount LRD'), '8360');
    fireEvent.click(dialog.getByRole('button', { name: 'Recount' }));
    await screen.findByText('Note added');
    const count = { amountUSD: '20.00', amountLRD: '8360.00' };
    expect(written(requests)[0]?.[2]).toEqual({ text: 'Again', count });
  });
});

describe('an X', () => {
  it('says that it is no close, and shows nothing of one', async () => {
    open('/shifts/x-5');
    const head = await part('X');
    expect(head.getByText('Not a close')).toBeTruthy();
    expect(head.queryByText('Closed')).toBeNull();
    expect((await rowsOf('In the till')).at(-1)).toEqual(['Expected', '$20.00', 'L$8,360']);
    expect(screen.queryByRole('region', { name: 'Counts' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Recount' })).toBeNull();
  });
});

describe('the cash report', () => {
  it('shows the bridge, who was over or short, and pay-outs', async () => {
    const requests = open('/shifts/report', {
      'POST /api/reports/cash/print': { status: 202, body: { id: 9 } },
    });
    expect((await rowsOf('Sales to takings')).at(-1)).toEqual(['Cash', '$20.00', 'L$1,330']);
    expect((await part('Over and short')).getByRole('listitem').textContent).toBe(
      'Z-000012Drawer · Fatu · 21 Nov 2026At hand-in −L$20Short $10.00Over L$1,900',
    );
    expect(await rowsOf('Pay-outs')).toEqual([['Ice1 ×', '$0.00', '−L$750']]);
    expect((await part('For information')).getByText('1 · $3.00')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Outside shifts' })).toBeNull();
    await press('Print');
    await waitFor(() =>
      expect(written(requests)).toEqual([
        ['POST', '/api/reports/cash/print', { from: '2026-11-15', to: '2026-11-21' }],
      ]),
    );
  });

  it('shows what no shift holds, where there is something', async () => {
    const outsideShifts = { ...CASH_REPORT.outsideShifts, receipts: 2, bridge: Z.bridge };
    open('/shifts/report', { [`GET ${REPORT_URL}`]: { body: { ...CASH_REPORT, outsideShifts } } });
    expect((await rowsOf('Outside shifts')).at(-1)).toEqual(['Cash', '$20.00', 'L$1,330']);
  });
});
