/** Printers and print jobs in the settings, and the warning in the top bar when a printer has a problem. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../api/http/query';
import { fakeServer, type RecordedCall, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { signInAs } from '../../../test/people';
import { QUERIES_DONE, QueriesDone } from '../../../test/QueriesDone';
import type { Settings } from '../settings';
import { BAR, BAR_STATE, HEALTHY_BOX, JOB, SETTINGS } from '../test/box';
import { resetTestState, show } from '../test/open';
import Jobs from './Jobs';
import PrinterTrouble from './PrinterTrouble';
import Printing from './Printing';
import {
  checkPrinter,
  NEW_PRINTER,
  rolesOf,
  troubleOf,
  withCategory,
  withModel,
  withPrinter,
} from './printers';
import { canCancel, canMove, canRetry, titleOf } from './printJobs';

const KITCHEN = { ...BAR, id: 2, name: 'Kitchen' };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const written = (requests: RecordedCall[]) => requests.find(({ method }) => method === 'PUT')?.body;
const sent = (requests: RecordedCall[], path: string) => requests.find((call) => call.path === path);

async function open(answers: Parameters<typeof show>[0] = {}, settings: Settings = SETTINGS) {
  const requests = show(
    answers,
    <>
      <Printing settings={settings} />
      <Jobs settings={settings} />
    </>,
  );
  await screen.findByText('Paper out');
  return requests;
}

beforeEach(resetTestState);

describe('the rules', () => {
  it('check the form of a printer', () => {
    expect(checkPrinter(NEW_PRINTER)).toEqual({
      name: 'Name is required',
      url: 'Enter an address such as 192.168.1.50, or one with tcp://, file:/// or serial:///',
    });
    expect(checkPrinter(BAR)).toEqual({});
  });

  it.each([
    ['192.168.1.50', true],
    [' 192.168.1.50:9101 ', true],
    ['file:///dev/usb/lp0', true],
    ['192.168.1', false],
    ['printer', false],
    ['http://192.168.1.50', false],
  ])('accept %j as an address: %s', (url, good) => {
    expect(checkPrinter({ ...BAR, url }).url === undefined).toBe(good);
  });

  it('build the list of printers to send', () => {
    expect(withModel(BAR, 'generic-58')).toMatchObject({ profile: 'generic-58', columns: 32 });
    expect(withCategory(BAR, 'food', true).categories).toEqual(['drinks', 'food']);
    expect(withCategory(BAR, 'drinks', false).categories).toEqual([]);
    expect(withPrinter([BAR], { ...BAR, name: ' New ' })).toEqual([{ ...BAR, name: 'New' }]);
    expect('id' in (withPrinter([BAR], NEW_PRINTER)[1] ?? {})).toBe(false);
  });

  it('describe what a printer prints', () => {
    expect(rolesOf({ ...BAR, categories: ['food', 'drinks'], opensDrawer: true })).toBe(
      'Receipts · Tickets: Drinks, Food · Cash drawer',
    );
    expect(rolesOf({ ...BAR, categories: [], receipts: false })).toBe('Prints nothing automatically');
  });

  it.each([
    [{ status: 'ready', queued: 3, error: null }, null],
    [{ status: 'paper_out', queued: 0, error: 'No paper' }, 'No paper'],
    [{ status: 'offline', queued: 0, error: null }, 'Offline'],
    [{ status: 'paused', queued: 0, error: null }, null],
    [{ status: 'paused', queued: 1, error: null }, 'Paused'],
    [{ status: 'unknown', queued: 0, error: null }, null],
  ] as const)('find the problem of %o', (state, problem) => expect(troubleOf(state)).toBe(problem));

  it('allow actions by the status of a job', () => {
    const of = (check: typeof canRetry) =>
      (['queued', 'sending', 'sent', 'confirmed', 'blocked', 'unknown', 'failed', 'expired'] as const).filter(
        (status) => check({ ...JOB, status }),
      );
    expect(of(canRetry)).toEqual(['blocked', 'unknown', 'failed', 'expired']);
    expect(of(canCancel)).toEqual(['queued', 'blocked', 'unknown', 'failed', 'expired']);
    expect(of(canMove)).toEqual(['queued', 'blocked', 'unknown', 'failed', 'expired']);
    expect(canRetry({ ...JOB, kind: 'drawer', status: 'expired' })).toBe(false);
  });

  it('give each job a title', () => {
    expect(titleOf(JOB)).toBe('Receipt R-20261121-0007');
    expect(titleOf({ ...JOB, kind: 'ticket', receiptNumber: null, orderId: 12 })).toBe('Order ticket #12');
    expect(titleOf({ ...JOB, kind: 'slip', receiptNumber: null })).toBe('How to connect');
  });
});

describe('printers', () => {
  it('show their status with its reason, and print a test page', async () => {
    const requests = await open({ 'POST /api/printers/1/test': { status: 202, body: JOB } });
    expect(screen.getByText('Not seen yet · 2 waiting')).toBeTruthy();
    expect(screen.getByText('No paper')).toBeTruthy();
    expect(screen.getByText('Receipts · Tickets: Drinks')).toBeTruthy();
    press('Print a test page on Bar');
    expect(await screen.findByText('Test page is on its way')).toBeTruthy();
    expect(sent(requests, '/api/printers/1/test')).toBeTruthy();
  });

  it('are paused without other changes', async () => {
    const requests = await open();
    press('Pause Bar');
    expect(await screen.findByText('Printer paused')).toBeTruthy();
    expect(written(requests)).toEqual({ printers: [{ ...BAR, enabled: false }] });
  });

  it('are added with a form', async () => {
    const requests = await open();
    press('Add Printer');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Printer' }));
    expect(dialog().getByText('Name is required')).toBeTruthy();
    expect(document.activeElement).toBe(dialog().getByLabelText('Name'));
    type(dialog().getByLabelText('Name'), 'Kitchen');
    expect(dialog().queryByText('Name is required')).toBeNull();
    type(dialog().getByLabelText('Address'), 'tcp://192.168.1.51:9100');
    fireEvent.click(dialog().getByRole('switch', { name: 'Receipts print here' }));
    fireEvent.click(dialog().getByRole('checkbox', { name: 'Food' }));
    fireEvent.click(dialog().getByRole('switch', { name: 'Opens the cash drawer' }));
    fireEvent.click(dialog().getByRole('radio', { name: 'Pin 5' }));
    choose(dialog().getByLabelText('Model'), 'generic-58');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Printer' }));
    expect(await screen.findByText('Printer saved')).toBeTruthy();
    const { printers } = written(requests) as { printers: object[] };
    expect(printers).toEqual([
      BAR,
      {
        name: 'Kitchen',
        url: 'tcp://192.168.1.51:9100',
        columns: 32,
        profile: 'generic-58',
        categories: ['food'],
        enabled: true,
        receipts: false,
        opensDrawer: true,
        drawerPin: 5,
      },
    ]);
  });

  it('say at the button why they were not saved: the fields end out of sight on a phone', async () => {
    const message = 'The address does not answer';
    await open({ 'PUT /api/settings': refusal(400, 'invalid', message, { fields: { printers: message } }) });
    press('Add Printer');
    type(dialog().getByLabelText('Name'), 'Kitchen');
    type(dialog().getByLabelText('Address'), '192.168.1.51');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Printer' }));
    const alert = await dialog().findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(alert.closest('footer')).toBe(
      dialog().getByRole('button', { name: 'Add Printer' }).closest('footer'),
    );
  });

  it('show a sample of their paper while they are edited', async () => {
    const requests = await open();
    press('Edit Bar');
    expect(await dialog().findByText('48 wide')).toBeTruthy();
    choose(dialog().getByLabelText('Characters per line'), '42');
    expect(await dialog().findByText('42 wide')).toBeTruthy();
    const bodies = requests.filter(({ path }) => path === '/api/printers/preview').map(({ body }) => body);
    expect(bodies).toEqual([
      { columns: 48, profile: 'generic-80' },
      { columns: 42, profile: 'generic-80' },
    ]);
  });

  it('are found on the network', async () => {
    await open({
      'POST /api/printers/find': {
        body: [
          { url: BAR.url, name: 'EPSON', known: true },
          { url: 'tcp://192.168.1.61:9100', name: null, known: false },
        ],
      },
    });
    press('Find');
    await screen.findByRole('dialog');
    expect(await dialog().findByText('Added')).toBeTruthy();
    fireEvent.click(dialog().getByRole('button', { name: 'Add tcp://192.168.1.61:9100' }));
    expect(dialog().getByLabelText('Address')).toHaveProperty('value', 'tcp://192.168.1.61:9100');
  });

  it('can be added by address when none is found', async () => {
    await open({ 'POST /api/printers/find': { body: [] } });
    press('Find');
    await screen.findByRole('dialog');
    expect(await dialog().findByText(/^No printer found/)).toBeTruthy();
    fireEvent.click(dialog().getByRole('button', { name: 'Enter address' }));
    expect(dialog().getByLabelText('Address')).toHaveProperty('value', '');
  });

  it('show the refusal of an address in the dialog', async () => {
    await open({
      'PUT /api/settings': refusal(400, 'invalid', 'Please check', {
        fields: { printers: 'The port is wrong' },
      }),
    });
    press('Edit Bar');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await dialog().findByText('The port is wrong')).toBeTruthy();
  });

  it('are deleted after a confirmation', async () => {
    const requests = await open();
    press('Delete Bar');
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Printer deleted')).toBeTruthy();
    expect(written(requests)).toEqual({ printers: [] });
  });

  it('stop printing automatically when that is switched off', async () => {
    const requests = await open();
    fireEvent.click(screen.getByRole('switch', { name: 'Print every receipt when it is made' }));
    expect(await screen.findByText('Receipts print on request')).toBeTruthy();
    expect(written(requests)).toEqual({ autoPrint: false });
  });
});

describe('jobs', () => {
  const two = { ...SETTINGS, printers: [BAR, KITCHEN] };
  const stopped = 'Receipt R-20261121-0007';

  it('can be retried only when they have stopped', async () => {
    const requests = await open({ 'POST /api/print-jobs/7/retry': { body: { ...JOB, status: 'queued' } } });
    expect(await screen.findByText('It broke off')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
    press('Retry');
    expect(await screen.findByText('Printing again')).toBeTruthy();
    await waitFor(() => expect(sent(requests, '/api/print-jobs/7/retry')).toBeTruthy());
  });

  it('are moved to another printer', async () => {
    const requests = await open({ 'POST /api/print-jobs/7/move': { body: { ...JOB, printerId: 2 } } }, two);
    await screen.findByText('It broke off');
    press(`More for ${stopped}`);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Move to Kitchen' }));
    expect(await screen.findByText('Moved to Kitchen')).toBeTruthy();
    expect(sent(requests, '/api/print-jobs/7/move')?.body).toEqual({ printerId: 2 });
  });

  it('are cancelled, and a refusal is shown', async () => {
    await open({ 'POST /api/print-jobs/7/cancel': refusal(409, 'conflict', 'It is being printed') });
    await screen.findByText('It broke off');
    press(`More for ${stopped}`);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Cancel the job' }));
    expect(await screen.findByText('Failed to cancel the print job')).toBeTruthy();
    expect(screen.getByText('It is being printed')).toBeTruthy();
  });
});

describe('the warning in the top bar', () => {
  function show(printers: object[], jobs: object[] = [JOB]) {
    fakeServer({
      ...HEALTHY_BOX,
      'GET /api/printers': { body: printers },
      'GET /api/print-jobs?limit=20': { body: jobs },
    });
    render(
      <QueryClientProvider client={queryClient}>
        <PrinterTrouble />
        <QueriesDone urls={['/api/printers', '/api/print-jobs?limit=20']} />
      </QueryClientProvider>,
    );
  }

  it('is shown while a printer has a problem, with the reason', async () => {
    signInAs('bartender');
    show([BAR_STATE, { ...BAR_STATE, id: 2, name: 'Kitchen', status: 'ready', error: null }]);
    fireEvent.click(await screen.findByRole('button', { name: 'Trouble: Bar' }));
    expect(dialog().getByText('No paper')).toBeTruthy();
    expect(dialog().getByText('2 waiting')).toBeTruthy();
    expect(dialog().queryByText('Kitchen')).toBeNull();
    expect(await dialog().findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(dialog().queryByRole('link', { name: 'Printer settings' })).toBeNull();
  });

  it('is shown while a job has stopped, even if the printer works', async () => {
    show([{ ...BAR_STATE, status: 'ready', error: null }]);
    fireEvent.click(await screen.findByRole('button', { name: 'Trouble: Failed prints' }));
    expect(dialog().getByText(/^The printers work, but some prints failed/)).toBeTruthy();
    expect(dialog().getByText('Receipt R-20261121-0007')).toBeTruthy();
  });

  it('offers bartenders nothing on papers of managers', async () => {
    signInAs('bartender');
    const z = { ...JOB, id: 8, kind: 'z', receiptNumber: null };
    show([{ ...BAR_STATE, status: 'ready', error: null }], [z, JOB]);
    fireEvent.click(await screen.findByRole('button', { name: 'Trouble: Failed prints' }));
    expect(dialog().getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
    expect(dialog().getAllByRole('button', { name: /^More for/ })).toHaveLength(1);
  });

  it('is hidden when all is well', async () => {
    show([{ ...BAR_STATE, status: 'ready', error: null }], [{ ...JOB, status: 'confirmed' }]);
    await screen.findByText(QUERIES_DONE);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
