/** The tab Devices: enrolling, changing, unlocking and revoking devices, and PIN reset codes. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/http/query';
import type { StaffName } from '../../../api/types';
import { DRAWER, SAFE, SETUP } from '../../../test/cash';
import { fakeServer, refusal } from '../../../test/fakeServer';
import { choose, type } from '../../../test/fields';
import { CASH_SETUP } from '../../../test/methods';
import { signInAs } from '../../../test/people';
import { BAR_TABLET } from '../../../test/tills';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';
import DevicesTab from './DevicesTab';
import { changesOf, checkDevice, formOf, NEW_DEVICE } from './devices';

const MUSA: StaffName = { id: 3, username: 'musa', name: 'Musa', role: 'bartender', pinStatus: 'set' };
const SARAH: StaffName = { id: 2, username: 'sarah', name: 'Sarah', role: 'manager', pinStatus: 'off' };
const HAWA: StaffName = { id: 4, username: 'hawa', name: 'Hawa', role: 'bartender', pinStatus: 'none' };
const CODE = {
  code: '7KQ2-M9XP',
  url: 'http://192.168.1.10:8080/enrol#7KQ2M9XP',
  qr: 'data:image/svg+xml;base64,PHN2Zy8+',
  expiresAt: '2026-11-20T20:52:00Z',
};

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('manager');
});

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({
    'GET /api/devices': { body: [BAR_TABLET] },
    'GET /api/users/names': { body: [HAWA, MUSA, SARAH] },
    'GET /api/cash/setup': { body: CASH_SETUP },
    ...answers,
  });
  render(
    <QueryClientProvider client={queryClient}>
      <DevicesTab />
      <Toaster />
    </QueryClientProvider>,
  );
  return requests;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const written = (requests: ReturnType<typeof open>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('the form', () => {
  const form = { ...NEW_DEVICE, name: 'Bar tablet' };
  it.each([
    [form, {}],
    [{ ...form, name: ' ' }, { name: 'Name is required' }],
    [{ ...form, lockAfter: '14' }, { lockAfter: 'Must be 15 to 900 seconds' }],
    [{ ...form, lockAfter: '900' }, {}],
    [{ ...form, lockAfter: '90.5' }, { lockAfter: 'Must be 15 to 900 seconds' }],
    [{ ...form, who: 'chosen' as const }, { userIds: 'Please choose at least one person' }],
  ])('is checked (%#)', (values, errors) => expect(checkDevice(values)).toEqual(errors));

  it('sends only what was changed', () => {
    const before = formOf(BAR_TABLET);
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, lockAfter: '', who: 'chosen', userIds: [3] }, before)).toEqual({
      lockAfter: null,
      userIds: [3],
    });
  });
});

it('lists the devices', async () => {
  open();
  const card = within(await screen.findByRole('article', { name: 'Bar tablet' }));
  expect(card.getByText('Last seen')).toBeTruthy();
  expect(card.getByText('Everybody')).toBeTruthy();
  expect(card.getByText('90 s')).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Unlock Bar tablet' })).toBeNull();
});

it('says that there are none', async () => {
  open({ 'GET /api/devices': { body: [] } });
  expect(await screen.findByText('No devices yet')).toBeTruthy();
});

it('makes a code, counts it down, and notices that the device is there', async () => {
  let devices = [BAR_TABLET];
  const requests = open({
    'GET /api/devices': () => ({ body: devices }),
    'POST /api/devices/codes': { status: 201, body: CODE },
  });
  await press('Enrol a device');
  const sheet = within(await screen.findByRole('dialog', { name: 'Enrol a device' }));
  type(await sheet.findByLabelText('Name'), 'Terrace phone');
  fireEvent.click(sheet.getByRole('radio', { name: 'Only these people' }));
  fireEvent.click(await sheet.findByRole('checkbox', { name: /^Musa/ }));
  type(sheet.getByLabelText('Lock after (seconds)'), '30');
  fireEvent.click(sheet.getByRole('switch', { name: 'Lock after each sale too' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Show code' }));
  expect(await sheet.findByText('7KQ2-M9XP')).toBeTruthy();
  expect(sheet.getByText(/^Valid for (10:00|9:59)$/)).toBeTruthy();
  expect(sheet.getByRole('img').getAttribute('src')).toBe(CODE.qr);
  expect(sheet.getByText('http://192.168.1.10:8080/enrol')).toBeTruthy();
  const body = { name: 'Terrace phone', kind: 'till', userIds: [3], lockAfter: 30, lockAfterSale: true };
  expect(written(requests)).toEqual([['POST', '/api/devices/codes', body]]);
  devices = [BAR_TABLET, { ...BAR_TABLET, id: 2, name: 'Terrace phone' }];
  await act(() => queryClient.invalidateQueries());
  expect(await sheet.findByText('"Terrace phone" is enrolled')).toBeTruthy();
});

it('offers another code when one has expired', async () => {
  const requests = open({ 'POST /api/devices/codes': { status: 201, body: CODE } });
  await press('Enrol a device');
  type(await screen.findByLabelText('Name'), 'Terrace phone');
  await press('Show code');
  await screen.findByText('7KQ2-M9XP');
  // The phone sleeps for ten minutes.
  const later = Date.now() + 600_000;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => later);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('This code has expired')).toBeTruthy();
  now.mockRestore();
  await press('New code');
  expect(await screen.findByText('7KQ2-M9XP')).toBeTruthy();
  expect(written(requests).length).toBe(2);
});

it('shows a taken name at its field', async () => {
  const message = 'Another device has this name';
  open({ 'POST /api/devices/codes': refusal(409, 'taken', message, { fields: { name: message } }) });
  await press('Enrol a device');
  type(await screen.findByLabelText('Name'), 'bar tablet');
  await press('Show code');
  expect(await screen.findByText(message)).toBeTruthy();
});

it('changes a device', async () => {
  const requests = open({ 'PATCH /api/devices/1': { body: { ...BAR_TABLET, name: 'Terrace' } } });
  await press('Edit Bar tablet');
  type(await screen.findByLabelText('Name'), 'Terrace');
  await press('Save Changes');
  await screen.findByText('Device saved');
  expect(written(requests)).toEqual([['PATCH', '/api/devices/1', { name: 'Terrace' }]]);
});

describe('the till of a device', () => {
  const withTills = {
    'GET /api/cash/setup': { body: SETUP },
    'GET /api/tills': { body: [DRAWER, SAFE] },
  };
  it('is chosen among the drawers, and taken away again', async () => {
    let device = BAR_TABLET;
    const requests = open({
      ...withTills,
      'GET /api/devices': () => ({ body: [device] }),
      'PATCH /api/devices/1': ({ body }) => {
        device = { ...device, ...(body as Partial<typeof device>) };
        return { body: device };
      },
    });
    await press('Edit Bar tablet');
    const till = await screen.findByLabelText('Till');
    const options = within(till).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['None', 'Drawer']);
    choose(till, '1');
    await press('Save Changes');
    const card = within(screen.getByRole('article', { name: 'Bar tablet' }));
    expect(await card.findByText('Drawer')).toBeTruthy();
    await press('Edit Bar tablet');
    choose(await screen.findByLabelText('Till'), '');
    await press('Save Changes');
    await waitFor(() => expect(written(requests)).toHaveLength(2));
    expect(written(requests).map(([, , body]) => body)).toEqual([{ tillId: 1 }, { tillId: null }]);
  });

  it('is sent with the code of a new one', async () => {
    const requests = open({ ...withTills, 'POST /api/devices/codes': { status: 201, body: CODE } });
    await press('Enrol a device');
    type(await screen.findByLabelText('Name'), 'Terrace phone');
    choose(await screen.findByLabelText('Till'), '1');
    await press('Show code');
    await screen.findByText('7KQ2-M9XP');
    expect(written(requests)[0]?.[2]).toMatchObject({ name: 'Terrace phone', tillId: 1 });
  });

  it('is not asked where the bar has none', async () => {
    open();
    await press('Edit Bar tablet');
    await screen.findByLabelText('Name');
    expect(screen.queryByLabelText('Till')).toBeNull();
  });
});

it('unlocks a device', async () => {
  const requests = open({
    'GET /api/devices': { body: [{ ...BAR_TABLET, status: 'locked' }] },
    'PATCH /api/devices/1': { body: BAR_TABLET },
  });
  expect(await screen.findByText('Locked')).toBeTruthy();
  await press('Unlock Bar tablet');
  await screen.findByText('Device unlocked');
  expect(written(requests)).toEqual([['PATCH', '/api/devices/1', { status: 'active' }]]);
});

it('revokes a device after a question', async () => {
  const requests = open({ 'DELETE /api/devices/1': { status: 204 } });
  await press('Revoke Bar tablet');
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Bar tablet?' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Revoke' }));
  await screen.findByText('Device revoked');
  expect(written(requests)).toEqual([['DELETE', '/api/devices/1', undefined]]);
});

it('makes reset codes: a manager for bartenders with a PIN', async () => {
  const requests = open({ 'POST /api/users/3/pin-reset': { status: 201, body: CODE } });
  const list = within(await screen.findByRole('region', { name: 'PINs' }));
  expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Hawa@hawa · bartenderNo PINInvite',
    'Musa@musa · bartenderPIN setReset codeInvite',
    'Sarah@sarah · managerPIN off',
  ]);
  fireEvent.click(list.getByRole('button', { name: 'PIN reset code for Musa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'PIN reset code for Musa' }));
  expect(await dialog.findByText('7KQ2-M9XP')).toBeTruthy();
  expect(dialog.getByText(/^Valid for /)).toBeTruthy();
  expect(written(requests)).toEqual([['POST', '/api/users/3/pin-reset', undefined]]);
});

it('invites who forgot the password: a manager bartenders, and sees that they have joined', async () => {
  const url = 'http://192.168.1.10:8080/join#7KQ2M9XP';
  let state = 'open';
  const requests = open({
    'POST /api/users/4/invitation': { status: 201, body: { ...CODE, url } },
    'GET /api/users/4/invitation': () => ({ body: { state } }),
  });
  await press('Invite Hawa');
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Hawa' }));
  expect(await dialog.findByText('http://192.168.1.10:8080/join')).toBeTruthy();
  expect(dialog.getByText(/^Valid for (15:00|14:59)$/)).toBeTruthy();
  expect(requests.filter(({ path }) => path === '/api/users')).toEqual([]);
  state = 'used';
  await act(() => queryClient.invalidateQueries());
  expect(await dialog.findByText('Hawa has joined')).toBeTruthy();
  // The next one is open until it is used.
  state = 'open';
  fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await press('Invite Hawa');
  expect(await screen.findByText(/^Valid for/)).toBeTruthy();
});

it('lets an admin make them for everybody', async () => {
  signInAs('admin');
  open();
  expect(await screen.findByRole('button', { name: 'PIN reset code for Sarah' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'PIN reset code for Hawa' })).toBeNull());
});
