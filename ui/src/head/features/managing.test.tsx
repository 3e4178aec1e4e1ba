/** What owners manage: codes for boxes, users, the audit log, and files of boxes. */
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../test/fakeServer';
import { type } from '../../test/fields';
import { toastStore } from '../../ui/feedback/toast';
import { open } from '../test/open';
import { bar, CAPE, MAMBA, userOf } from '../test/rows';
import AddScreen from './add/AddScreen';
import AuditScreen from './audit/AuditScreen';
import ImportScreen from './import/ImportScreen';
import UsersScreen from './users/UsersScreen';

const cape = bar(CAPE, 'Cape Bar');
const BARS = { 'GET /api/head/bars': { body: [cape, bar(MAMBA, 'Mamba Grill')] } };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const MINUTE_MS = 60_000;

describe('a code for a box', () => {
  const code = (minutes = 15) => ({
    code: 'abcde-fghij.klmno-pqrst',
    url: 'https://head.example:8444',
    command: null,
    expiresAt: new Date(Date.now() + minutes * MINUTE_MS).toISOString(),
    qr: '<svg/>',
  });

  it('is made for the name of a new bar, and shown with its address and QR code', async () => {
    const requests = fakeServer({ ...BARS, 'POST /api/head/codes': { status: 201, body: code() } });
    open(AddScreen, { at: '/add' });
    press('Make a code');
    expect(await screen.findByText('Please enter a name')).toBeTruthy();
    type(screen.getByLabelText('Name of the bar'), ' Red Light Spot ');
    press('Make a code');
    expect(await screen.findByText('abcde-fghij.klmno-pqrst')).toBeTruthy();
    expect(screen.getByText('https://head.example:8444')).toBeTruthy();
    const picture = screen.getByRole('img', { name: 'QR code with address and code' });
    expect(picture.getAttribute('src')).toBe('data:image/svg+xml,%3Csvg%2F%3E');
    expect(screen.getByText(/^At the box of Red Light Spot/)).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^It counts once, for 1[45]:\d\d$/);
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Red Light Spot' });
  });

  it('says when the box is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let bars = [cape];
    fakeServer({
      'GET /api/head/bars': () => ({ body: bars }),
      'POST /api/head/codes': { status: 201, body: code() },
    });
    open(AddScreen, { at: '/add' });
    type(screen.getByLabelText('Name of the bar'), 'Mamba Grill');
    press('Make a code');
    await screen.findByRole('timer');
    bars = [cape, bar(MAMBA, 'Mamba Grill')];
    await vi.advanceTimersByTimeAsync(5_500);
    expect(await screen.findByText('Mamba Grill is connected')).toBeTruthy();
  });

  it('is made for a known bar whose box is replaced, and again when it has expired', async () => {
    const requests = fakeServer({
      ...BARS,
      'POST /api/head/codes': (_, count) => ({
        status: 201,
        body: { ...code(count === 1 ? 0 : 15), command: 'barback restore --from-head' },
      }),
    });
    open(AddScreen, { at: `/add?bar=${CAPE}` });
    expect(screen.getByRole('heading', { name: 'Replace the box' })).toBeTruthy();
    expect(screen.queryByLabelText('Name of the bar')).toBeNull();
    press('Make a code');
    expect(await screen.findByText('This code has expired.')).toBeTruthy();
    press('Make another code');
    expect(await screen.findByText('barback restore --from-head')).toBeTruthy();
    expect(screen.getByText('A new box of Cape Bar connects with this code.')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { bar: CAPE },
      { bar: CAPE },
    ]);
  });

  it('says why there is none', async () => {
    fakeServer({ ...BARS, 'POST /api/head/codes': 'lost' });
    open(AddScreen, { at: `/add?bar=${CAPE}` });
    press('Make a code');
    expect((await screen.findByRole('alert')).textContent).toContain("Can't reach head office");
  });
});

describe('users', () => {
  const owner = userOf('owner');
  const manager = userOf('manager', { bars: [CAPE], hasTotp: false });
  const answers = { ...BARS, 'GET /api/head/users': { body: [manager, owner] } };

  it('are listed with their bars', async () => {
    fakeServer(answers);
    open(UsersScreen);
    const row = within((await screen.findByText('Musa Kamara')).closest('li') as HTMLElement);
    expect(row.getByText('manager · 1 bar')).toBeTruthy();
    expect(row.getByText('No second factor yet')).toBeTruthy();
    expect(screen.getByText('owner · All bars')).toBeTruthy();
  });

  it('are added: a manager of some bars', async () => {
    const requests = fakeServer({ ...answers, 'POST /api/head/users': { status: 201, body: manager } });
    open(UsersScreen);
    press('Add User');
    const sheet = within(await screen.findByRole('dialog', { name: 'Add User' }));
    fireEvent.click(sheet.getByLabelText('All bars'));
    fireEvent.click(sheet.getByRole('button', { name: 'Create User' }));
    expect(await sheet.findByText('Username must be at least 3 characters')).toBeTruthy();
    expect(sheet.getByText('Password must be at least 6 characters')).toBeTruthy();
    expect(sheet.getByText('Please choose at least one bar')).toBeTruthy();
    type(sheet.getByLabelText('Username'), ' musa ');
    type(sheet.getByLabelText('Name'), 'Musa');
    type(sheet.getByLabelText('Password'), 'secret words');
    fireEvent.click(await sheet.findByLabelText('Mamba Grill'));
    fireEvent.click(sheet.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('User created'));
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'musa',
      name: 'Musa',
      password: 'secret words',
      role: 'manager',
      bars: [MAMBA],
      isActive: true,
    });
  });

  it('are changed without a new password, and an owner has all bars', async () => {
    const path = `/api/head/users/${manager.id}`;
    const requests = fakeServer({ ...answers, [`PUT ${path}`]: { body: owner } });
    open(UsersScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit manager' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    expect(await sheet.findByLabelText('Cape Bar')).toHaveProperty('checked', true);
    fireEvent.click(sheet.getByLabelText('owner'));
    fireEvent.click(sheet.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(toastStore.get()?.title).toBe('User updated'));
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      username: 'manager',
      name: 'Musa Kamara',
      role: 'owner',
      bars: 'all',
      isActive: true,
    });
  });

  it('shows what head office refuses, beside its field', async () => {
    const taken = refusal(409, 'taken', 'This username is taken', {
      fields: { username: 'This username is taken' },
    });
    fakeServer({ ...answers, 'POST /api/head/users': taken });
    open(UsersScreen);
    press('Add User');
    const sheet = within(await screen.findByRole('dialog', { name: 'Add User' }));
    type(sheet.getByLabelText('Username'), 'owner');
    type(sheet.getByLabelText('Password'), 'secret words');
    fireEvent.click(sheet.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(sheet.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
  });

  it('are made owners with a code of whoever does it', async () => {
    const refused = (code: string) => refusal(401, code, 'No');
    const requests = fakeServer({
      ...BARS,
      'GET /api/head/users': { body: [] },
      'POST /api/head/users': ({ body }) => {
        const { code } = body as { code?: string };
        if (!code) return refused('code_required');
        return code === '123456' ? { status: 201, body: userOf('owner') } : refused('code_wrong');
      },
    });
    open(UsersScreen, { at: '/users' });
    fireEvent.click(await screen.findByRole('button', { name: 'Add User' }));
    type(screen.getByLabelText('Username'), 'mary');
    type(screen.getByLabelText('Password'), 'three words here');
    fireEvent.click(screen.getByRole('radio', { name: 'owner' }));
    expect(screen.queryByLabelText('Code')).toBeNull();
    press('Create User');
    expect(
      await screen.findByText('Whoever makes or resets an owner gives a code: enter yours'),
    ).toBeTruthy();
    press('Create User');
    expect(await screen.findByText('Please enter the code')).toBeTruthy();
    type(screen.getByLabelText('Code'), '000000');
    press('Create User');
    expect(await screen.findByText('This code is wrong or was used before')).toBeTruthy();
    type(screen.getByLabelText('Code'), ' 123456 ');
    press('Create User');
    await waitFor(() => expect(toastStore.get()?.title).toBe('User created'));
    const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent.map((body) => (body as { code?: string }).code)).toEqual([undefined, '000000', '123456']);
  });

  it('are deleted, but not the last owner', async () => {
    fakeServer({
      ...answers,
      [`DELETE /api/head/users/${owner.id}`]: refusal(409, 'last_owner', 'The last active owner stays'),
    });
    open(UsersScreen);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete owner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete owner?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({
        title: 'Failed to delete user',
        description: 'The last active owner stays',
      }),
    );
  });
});

describe('the audit log', () => {
  const line = (id: string, summary: string, of: string | null = null) => ({
    id,
    at: '2026-11-21T10:00:00',
    userName: 'Jane Cooper',
    bar: of,
    kind: 'x',
    summary,
  });

  it('shows who did what, page by page', async () => {
    fakeServer({
      ...BARS,
      'GET /api/head/audit': {
        body: [line('2', 'Revoked a box', CAPE)],
        headers: { Link: '</api/head/audit?before=2>; rel="next"' },
      },
      'GET /api/head/audit?before=2': { body: [line('1', 'Signed in')] },
    });
    open(AuditScreen);
    expect(await screen.findByText('Revoked a box')).toBeTruthy();
    expect(await screen.findByText('21 Nov 2026, 10:00 AM · Jane Cooper · Cape Bar')).toBeTruthy();
    press('Show older');
    expect(await screen.findByText('Signed in')).toBeTruthy();
    expect(screen.getByText('End of the log')).toBeTruthy();
  });

  it('is empty, or could not be loaded', async () => {
    fakeServer({
      ...BARS,
      'GET /api/head/audit': (_, count) => (count === 1 ? { status: 500 } : { body: [] }),
    });
    open(AuditScreen);
    expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy();
    press('Try again');
    expect(await screen.findByText('Nothing has been recorded')).toBeTruthy();
  });
});

describe('files of a box', () => {
  function choose(...names: string[]) {
    const field = screen.getByLabelText('Files of a box');
    Object.defineProperty(field, 'files', { value: names.map((name) => new File(['parcels'], name)) });
    fireEvent(field, new Event('change', { bubbles: true }));
  }
  const result = { bar: CAPE, parcels: 1, stored: 0, known: 0, waiting: 0, missing: [], position: null };

  it('are loaded one after the other, and say what is missing', async () => {
    const gap = { ...result, waiting: 1, missing: [{ from: 4001, to: 5000 }] };
    const whole = { ...result, stored: 2, position: { line: 'a', seq: 6000, hash: '0' } };
    const requests = fakeServer({
      ...BARS,
      'POST /api/head/files': (_, count) => ({ body: count === 1 ? gap : whole }),
    });
    open(ImportScreen);
    press('Load');
    expect(await screen.findByText('Please choose a file')).toBeTruthy();
    choose('two.parcels', 'one.parcels');
    press('Load');
    expect(await screen.findByText('Entries 4,001 to 5,000 missing')).toBeTruthy();
    expect(await screen.findByText('Cape Bar: 2 parcels taken')).toBeTruthy();
    expect(screen.getByText('Everything up to entry 6,000 is here')).toBeTruthy();
    const sent = requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });

  it('are refused if they are spoilt', async () => {
    fakeServer({ ...BARS, 'POST /api/head/files': refusal(422, 'damaged', 'This file is damaged') });
    open(ImportScreen);
    choose('bad.parcels');
    press('Load');
    expect(await screen.findByText('This file is damaged')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('This file is damaged bad.parcels');
  });
});
