/** The settings: each part saves itself; printers and their jobs. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { boxStore } from '../../api/box';
import { queryClient } from '../../api/query';
import { type Asked, fakeBox, refusal } from '../../test/box';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/Toaster';
import { dismissToast } from '../../ui/toast';
import { zonesWith } from './DayAndCash';
import { canRetry, checkPrinter, NEW_PRINTER, withModel, withPrinter } from './printers';
import SettingsScreen from './SettingsScreen';
import type { PrinterSetting, Settings } from './settings';

const BAR: PrinterSetting = {
  id: 1,
  name: 'Bar',
  url: 'tcp://192.168.1.50:9100',
  columns: 48,
  profile: 'generic-80',
  categories: ['drinks'],
  enabled: true,
};
const SETTINGS: Settings = {
  businessName: 'Sunset Bar & Grill',
  address: 'Tubman Boulevard',
  phone: '0770551240',
  thankYouMessage: 'Thank you for your visit!',
  website: '',
  socialMedia: '',
  timeZone: 'Africa/Monrovia',
  dayStartsAt: '05:00',
  lrdCashStep: '5.00',
  publicUrl: null,
  autoPrint: true,
  printers: [BAR],
};
const STATE = { id: 1, name: 'Bar', url: BAR.url, status: 'paper_out', queued: 2, lastSeenAt: null };
const JOB = {
  id: 7,
  kind: 'receipt',
  receiptNumber: 'R-20261121-0007',
  printerId: 1,
  status: 'unknown',
  attempts: 2,
  error: 'It broke off',
  createdAt: '2026-11-21T10:00:00',
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const part = (name: string) => within(screen.getByRole('form', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const written = (asked: Asked[]) => asked.find(({ method }) => method !== 'GET')?.body;

async function open(more: Parameters<typeof fakeBox>[0] = {}) {
  const asked = fakeBox({
    'GET /api/settings': { body: SETTINGS },
    'GET /api/printers': { body: [STATE] },
    'GET /api/print-jobs?limit=20': { body: [JOB, { ...JOB, id: 6, status: 'confirmed', error: null }] },
    'PUT /api/settings': (call) => ({ body: { ...SETTINGS, ...(call.body as object) } }),
    ...more,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SettingsScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('Paper out');
  return asked;
}

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
  boxStore.set({ title: 'Sunset', demo: true, version: '1.2.3', lrdCashStep: '5.00' });
});

describe('the parts', () => {
  it('save themselves alone', async () => {
    const asked = await open();
    type(part('Business').getByLabelText('Business Name'), 'Moonlight');
    fireEvent.click(part('Business').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Settings saved')).toBeTruthy();
    expect(written(asked)).toEqual({
      businessName: 'Moonlight',
      address: 'Tubman Boulevard',
      phone: '0770551240',
      thankYouMessage: 'Thank you for your visit!',
      website: '',
      socialMedia: '',
    });
  });

  it('send the day and the cash step', async () => {
    const asked = await open();
    const day = part('Day and cash');
    choose(day.getByLabelText('Time Zone'), 'Africa/Accra');
    type(day.getByLabelText('Start of the day'), '06:30');
    type(day.getByLabelText('LRD cash step'), '10');
    fireEvent.click(day.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved');
    expect(written(asked)).toEqual({ timeZone: 'Africa/Accra', dayStartsAt: '06:30', lrdCashStep: '10' });
  });

  it('show what is wrong where it is wrong, and keep what was typed', async () => {
    const wrong = 'Must be an address such as http://192.168.1.10';
    await open({
      'PUT /api/settings': refusal(400, 'invalid', 'Please check the settings', {
        fields: { publicUrl: wrong },
      }),
    });
    type(screen.getByLabelText('Public Address'), 'bar');
    fireEvent.click(part('Network').getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(wrong)).getAttribute('role')).toBe('alert');
    expect(screen.getByText('Please check the settings')).toBeTruthy();
    expect(screen.getByLabelText('Public Address')).toHaveProperty('value', 'bar');
  });

  it('tell the version', async () => {
    await open();
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(screen.getByText('Demo bar')).toBeTruthy();
  });

  it('can be asked for again when they did not come', async () => {
    fakeBox({
      'GET /api/settings': (_call, count) =>
        count === 1 ? refusal(500, 'internal', 'oh') : { body: SETTINGS },
    });
    render(
      <QueryClientProvider client={queryClient}>
        <SettingsScreen />
      </QueryClientProvider>,
    );
    await screen.findByText('The settings could not be loaded');
    press('Try again');
    expect(await screen.findByLabelText('Business Name')).toBeTruthy();
  });

  it('always offer the time zone that is set', () => {
    expect(zonesWith('Mars/Olympus')[0]?.value).toBe('Mars/Olympus');
    expect(zonesWith('Africa/Monrovia').filter(({ value }) => value === 'Africa/Monrovia')).toHaveLength(1);
  });
});

describe('printers', () => {
  it('have rules of their own', () => {
    expect(checkPrinter(NEW_PRINTER)).toEqual({
      name: 'Name is required',
      url: 'Must start with tcp://, file:/// or serial:///',
    });
    expect(checkPrinter(BAR)).toEqual({});
    expect(withModel(BAR, 'generic-58')).toMatchObject({ profile: 'generic-58', columns: 32 });
    expect(withPrinter([BAR], { ...BAR, name: ' New ' })).toEqual([{ ...BAR, name: 'New' }]);
    expect('id' in (withPrinter([BAR], NEW_PRINTER)[1] ?? {})).toBe(false);
    expect((['queued', 'sending', 'sent', 'unknown', 'failed'] as const).map(canRetry)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('show how they are, and print a test page', async () => {
    const asked = await open({ 'POST /api/printers/1/test': { status: 202, body: JOB } });
    expect(screen.getByText('Not seen yet · 2 waiting')).toBeTruthy();
    press('Print a test page on Bar');
    expect(await screen.findByText('Test page is on its way')).toBeTruthy();
    expect(asked.some(({ path }) => path === '/api/printers/1/test')).toBe(true);
  });

  it('are paused without losing anything else', async () => {
    const asked = await open();
    press('Pause Bar');
    expect(await screen.findByText('Printer paused')).toBeTruthy();
    expect(written(asked)).toEqual({ printers: [{ ...BAR, enabled: false }] });
  });

  it('are added', async () => {
    const asked = await open();
    press('Add Printer');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Printer' }));
    expect(dialog().getByText('Name is required')).toBeTruthy();
    type(dialog().getByLabelText('Name'), 'Kitchen');
    type(dialog().getByLabelText('Address'), 'tcp://192.168.1.51:9100');
    choose(dialog().getByLabelText('Model'), 'generic-58');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Printer' }));
    expect(await screen.findByText('Printer saved')).toBeTruthy();
    const { printers } = written(asked) as { printers: object[] };
    expect(printers).toEqual([
      BAR,
      {
        name: 'Kitchen',
        url: 'tcp://192.168.1.51:9100',
        columns: 32,
        profile: 'generic-58',
        categories: [],
        enabled: true,
      },
    ]);
  });

  it("show the box's words about an address in the dialog", async () => {
    await open({
      'PUT /api/settings': refusal(400, 'invalid', 'Please check', {
        fields: { printers: 'The port is wrong' },
      }),
    });
    press('Edit Bar');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await dialog().findByText('The port is wrong')).toBeTruthy();
  });

  it('are deleted after a question', async () => {
    const asked = await open();
    press('Delete Bar');
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Printer deleted')).toBeTruthy();
    expect(written(asked)).toEqual({ printers: [] });
  });

  it('stop printing by themselves when told', async () => {
    const asked = await open();
    fireEvent.click(screen.getByRole('switch', { name: 'Print every receipt when it is made' }));
    expect(await screen.findByText('Receipts print when asked for')).toBeTruthy();
    expect(written(asked)).toEqual({ autoPrint: false });
  });
});

it('tries a stopped job again, and no other', async () => {
  const asked = await open({ 'POST /api/print-jobs/7/retry': { body: { ...JOB, status: 'queued' } } });
  expect(await screen.findByText('It broke off')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
  press('Retry');
  expect(await screen.findByText('It is tried again')).toBeTruthy();
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/print-jobs/7/retry')).toBe(true));
});
