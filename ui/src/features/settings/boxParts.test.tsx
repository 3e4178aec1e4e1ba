/** The settings of the box: network, tables and backups. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../api/http/query';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { formatSize } from './backups/backups';
import { nameUrl } from './network/AddressesAndCodes';
import Network from './network/Network';
import { BACKUPS, HEALTHY_BOX, NETWORK, SETTINGS } from './test/box';
import { openPage, resetTestState } from './test/open';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const part = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));

beforeEach(resetTestState);

describe('the network', () => {
  it('shows all addresses of the box, and the QR code for staff phones', async () => {
    await openPage('network');
    const network = part('Network');
    expect(await network.findByText('http://bar.local:8080')).toBeTruthy();
    expect(network.getByText('Address on wlan0')).toBeTruthy();
    expect(network.getByText('http://192.168.8.1:8080/m')).toBeTruthy();
    const code = await network.findByRole('img', { name: 'QR code of http://192.168.8.1:8080' });
    expect(code.getAttribute('src')).toContain('data:image/svg+xml,');
    expect(network.queryByText(/Print them again/)).toBeNull();
    expect(network.getByRole('link', { name: 'All codes' }).getAttribute('href')).toBe('/qr?all');
  });

  it('leaves out the default port', () => {
    expect([nameUrl('bar.local', 80), nameUrl('bar.local', 8080)]).toEqual([
      'http://bar.local',
      'http://bar.local:8080',
    ]);
  });

  it('warns of outdated printed codes, and of a name that is taken', async () => {
    await openPage('network', {
      'GET /api/network': {
        body: {
          ...NETWORK,
          name: 'bar-2.local',
          conflict: true,
          printedUrl: 'http://192.168.8.7:8080',
          addressChanged: true,
        },
      },
    });
    const network = part('Network');
    for (const warning of [
      'The printed menu codes lead to http://192.168.8.7:8080, but the box is at http://192.168.8.1:8080/m now. Print them again.',
      'Another device on this network is called bar.local, so this box is bar-2.local.',
    ])
      expect(await network.findByText(warning)).toBeTruthy();
  });

  it('prints a slip with the connection details', async () => {
    const requests = await openPage('network', { 'POST /api/network/slip': { status: 202, body: {} } });
    fireEvent.click(await screen.findByRole('button', { name: 'Print how to connect' }));
    expect(await screen.findByText('The slip is on its way')).toBeTruthy();
    expect(requests.find(({ path }) => path === '/api/network/slip')?.body).toEqual({ printerId: 1 });
  });

  it('shows the form even when the addresses cannot be loaded', async () => {
    fakeServer({ ...HEALTHY_BOX, 'GET /api/network': refusal(500, 'internal', 'oh') });
    render(
      <QueryClientProvider client={queryClient}>
        <Network settings={SETTINGS} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('The addresses could not be loaded')).toBeTruthy();
    expect(screen.getByLabelText('Public Address')).toBeTruthy();
  });
});

describe('tables', () => {
  it('are added with the next free number', async () => {
    const requests = await openPage('tables', {
      'POST /api/tables': {
        status: 201,
        body: { id: 3, tableNumber: 8, name: null, area: null, capacity: 4, status: 'available' },
      },
    });
    await screen.findByText('Table 7');
    press('Add Table');
    expect(dialog().getByLabelText('Table Number')).toHaveProperty('value', '8');
    fireEvent.click(dialog().getByRole('button', { name: 'Add Table' }));
    expect(await screen.findByText('Table saved')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      tableNumber: '8',
      capacity: '4',
      name: '',
      area: '',
    });
  });

  it('have a name and an area, and say their number beside the name', async () => {
    const vip = { id: 2, tableNumber: 7, name: 'VIP', area: 'Terrace', capacity: 6, status: 'available' };
    const requests = await openPage('tables', {
      'GET /api/tables': { body: [vip] },
      'PUT /api/tables/2': { body: { ...vip, name: 'Lounge' } },
    });
    expect((await screen.findByText('VIP')).closest('li')?.textContent).toBe(
      'VIP6 seats · Table 7 · Terrace',
    );
    press('Edit VIP');
    type(dialog().getByLabelText('Name (optional)'), 'Lounge');
    expect(dialog().getByLabelText('Area (optional)')).toHaveProperty('value', 'Terrace');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Lounge')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      name: 'Lounge',
      area: 'Terrace',
    });
  });

  it('show the refusal of the server beside the field, or above the buttons', async () => {
    let tries = 0;
    await openPage('tables', {
      'PUT /api/tables/2': () => {
        tries += 1;
        return tries === 1
          ? refusal(400, 'invalid', 'Please check', { fields: { capacity: 'Must be from 1 to 100' } })
          : refusal(409, 'taken', 'There is a table 1 already');
      },
    });
    await screen.findByText('Table 7');
    press('Edit Table 7');
    type(dialog().getByLabelText('Seats'), '0');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await dialog().findByText('Must be from 1 to 100')).toBeTruthy();
    type(dialog().getByLabelText('Table Number'), '1');
    fireEvent.click(dialog().getByRole('button', { name: 'Save Changes' }));
    expect(await dialog().findByText('There is a table 1 already')).toBeTruthy();
  });

  it('are deleted after a confirmation', async () => {
    const requests = await openPage('tables', { 'DELETE /api/tables/2': { status: 204 } });
    await screen.findByText('Table 7');
    press('Delete Table 7');
    fireEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Table deleted')).toBeTruthy();
    expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/api/tables/2')).toBe(true);
  });
});

describe('backups', () => {
  it('show the age of the last verified one', async () => {
    await openPage('backups');
    const backups = part('Backups');
    expect(await backups.findByText('3 hours ago')).toBeTruthy();
    expect(backups.getByText('Nightly · 1.2 MB · verified')).toBeTruthy();
    expect(backups.queryByText(/Back up now\.$/)).toBeNull();
  });

  it('say where a backup is restored', async () => {
    await openPage('backups');
    expect(
      await part('Backups').findByText(/restored at the box itself, with the command barback restore/),
    ).toBeTruthy();
  });

  it('do not mention encryption when there is none', async () => {
    await openPage('backups');
    await part('Backups').findByText('3 hours ago');
    expect(part('Backups').queryByText(/crypted|[Pp]assphrase/)).toBeNull();
  });

  it('are marked as encrypted', async () => {
    const copies = BACKUPS.copies.map((copy) => ({ ...copy, encrypted: true }));
    await openPage('backups', { 'GET /api/backups': { body: { ...BACKUPS, encrypted: true, copies } } });
    const backups = part('Backups');
    expect(await backups.findByText('Nightly · 1.2 MB · verified · encrypted')).toBeTruthy();
    expect(backups.getByText(/^New backups are encrypted\./)).toBeTruthy();
  });

  it.each([
    [{ overdue: true, ageSeconds: 30 * 3600 }, 'Last verified backup: 30 hours ago. Back up now.'],
    [
      { overdue: true, ageSeconds: null, lastVerifiedAt: null, copies: [] },
      'There is no verified backup yet. Back up now.',
    ],
    [{ lastError: 'The disk is full' }, 'The last backup failed: The disk is full'],
  ])('show a warning for %o', async (state, warning) => {
    await openPage('backups', { 'GET /api/backups': { body: { ...BACKUPS, ...state } } });
    expect(await part('Backups').findByText(warning)).toBeTruthy();
  });

  it.each([
    [{}, 'ok'],
    [{ overdue: true }, 'error'],
    [{ ageSeconds: null, lastVerifiedAt: null, copies: [] }, null],
  ])('have a status colour, or none in a demo: %o', async (state, status) => {
    await openPage('backups', { 'GET /api/backups': { body: { ...BACKUPS, ...state } } });
    const last = await part('Backups').findByText('Last verified backup');
    expect(last.nextElementSibling?.firstElementChild?.getAttribute('data-status')).toBe(status);
  });

  it('are made on request', async () => {
    await openPage('backups', { 'POST /api/backups': { status: 201, body: BACKUPS.copies[0] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText('Backup made and verified')).toBeTruthy();
  });

  it('show the refusal of the server', async () => {
    await openPage('backups', { 'POST /api/backups': refusal(503, 'read_only', 'The disk is full') });
    fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
    expect(await screen.findByText('Failed to back up')).toBeTruthy();
    expect(screen.getByText('The disk is full')).toBeTruthy();
  });

  it('are downloaded as files', async () => {
    const requests = await openPage('backups', { 'GET /api/backups/one.backup': { body: 'bytes' } });
    const button = await part('Backups').findByRole('button', { name: /^Download the backup of / });
    fireEvent.click(button);
    await waitFor(() => expect(requests.some(({ path }) => path === '/api/backups/one.backup')).toBe(true));
  });

  it('have formatted sizes', () => {
    expect([0, 999, 1_200, 12_345_678, 2_500_000_000].map(formatSize)).toEqual([
      '0 B',
      '999 B',
      '1.2 kB',
      '12 MB',
      '2.5 GB',
    ]);
  });
});
