/** User management: the cards, creating, changing and deleting users. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/http/query';
import { sessionStore } from '../../api/session';
import type { Invitation, User } from '../../api/types';
import { fakeServer, type RecordedCall, refusal } from '../../test/fakeServer';
import { choose, type } from '../../test/fields';
import { signInAs } from '../../test/people';
import { Toaster } from '../../ui/feedback/Toaster';
import { dismissToast } from '../../ui/feedback/toast';
import AdminScreen from './AdminScreen';
import { bodyOf, checkUser, formOf, NEW_USER, type UserForm } from './users/userForm';

const ADMIN: User = {
  id: 1,
  username: 'admin',
  tourDone: true,
  email: 'ada@sunset.example',
  role: 'admin',
  firstName: 'Ada',
  lastName: 'Morris',
  phone: null,
  isActive: true,
  createdAt: '2025-09-03T10:00:00',
  lastLoginAt: new Date().toISOString(),
  mustChangePassword: false,
  pinStatus: 'none',
  chain: null,
};
const HAWA: User = {
  ...ADMIN,
  id: 2,
  username: 'hawa',
  email: null,
  role: 'bartender',
  firstName: null,
  lastName: null,
  isActive: false,
  lastLoginAt: null,
  mustChangePassword: true,
};
const WITH_PASSWORD: UserForm = { ...NEW_USER, way: 'password' };
const CODE: Invitation = {
  code: '7KQ2-M9XP',
  url: 'http://192.168.1.10:8080/join#7KQ2M9XP',
  qr: 'data:image/svg+xml;base64,PHN2Zy8+',
  expiresAt: '2026-11-20T20:15:00Z',
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const enter = (label: string, text: string) => type(dialog().getByLabelText(label), text);
const givePassword = () => fireEvent.click(dialog().getByRole('radio', { name: 'First password' }));
const send = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));

async function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const requests = fakeServer({ 'GET /api/users': { body: [ADMIN, HAWA] }, ...more });
  render(
    <QueryClientProvider client={queryClient}>
      <AdminScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('No name set');
  return requests;
}

beforeEach(() => {
  queryClient.clear();
  dismissToast();
  signInAs('admin');
});

describe('the user form', () => {
  it('checks username, email and password', () => {
    expect(checkUser({ ...WITH_PASSWORD, username: ' ab ', email: 'x@y', password: '12345' }, true)).toEqual({
      username: 'Username must be at least 3 characters',
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
    });
    expect(checkUser({ ...WITH_PASSWORD, username: 'abc', password: '123456' }, true)).toEqual({});
    expect(checkUser({ ...NEW_USER, username: 'abc' }, true)).toEqual({});
  });

  it('keeps the password of an existing user when the field is empty, and refuses a short one', () => {
    expect(checkUser(formOf(HAWA), false)).toEqual({});
    expect(checkUser({ ...formOf(HAWA), password: '123' }, false).password).toBeTruthy();
    expect('password' in bodyOf(formOf(HAWA))).toBe(false);
  });

  it('sends trimmed texts, and null for empty ones', () => {
    expect(
      bodyOf({ ...WITH_PASSWORD, username: ' musu ', password: ' secret ', lastName: ' Kollie ' }),
    ).toEqual({
      username: 'musu',
      email: null,
      password: ' secret ',
      role: 'bartender',
      firstName: null,
      lastName: 'Kollie',
      phone: null,
      isActive: true,
      mustChangePassword: true,
    });
  });

  it('sends neither a password nor its switches with an invitation', () => {
    const typed = { username: 'musu', password: 'secret1', isActive: false };
    expect(bodyOf({ ...NEW_USER, ...typed })).toEqual({
      username: 'musu',
      email: null,
      role: 'bartender',
      firstName: null,
      lastName: null,
      phone: null,
      invite: true,
    });
  });
});

describe('the user cards', () => {
  it('show name, role, status and dates', async () => {
    await open();
    const ada = within(screen.getByRole('article', { name: 'admin' }));
    for (const text of ['Ada Morris', 'ada@sunset.example', 'admin'])
      expect(ada.getAllByText(text)).toBeTruthy();
    expect(ada.getByText(/^Created 3 Sep 2025 · Last login today, /)).toBeTruthy();
    const hawa = within(screen.getByRole('article', { name: 'hawa' }));
    for (const text of ['No name set', 'hawa', 'bartender', 'Inactive', 'Must Change Password'])
      expect(hawa.getByText(text)).toBeTruthy();
    expect(hawa.getByText('Created 3 Sep 2025 · Never signed in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View App' }).getAttribute('href')).toBe('/inventory');
  });

  it('can be loaded again after a failure', async () => {
    const requests = fakeServer({ 'GET /api/users': refusal(500, 'internal', 'oh') });
    render(
      <QueryClientProvider client={queryClient}>
        <AdminScreen />
      </QueryClientProvider>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch users');
    press('Try again');
    await waitFor(() => expect(requests.filter(({ path }) => path === '/api/users')).toHaveLength(2));
  });

  it('have a Logout button beside them', async () => {
    await open();
    press('Logout');
    expect(location.pathname).toBe('/logout');
  });
});

describe('Create User', () => {
  it('reports missing fields, then creates the user', async () => {
    const requests = await open({
      'POST /api/users': { status: 201, body: { ...HAWA, id: 3, isActive: true } },
    });
    press('Create User');
    givePassword();
    send('Create User');
    expect(dialog().getByText('Username must be at least 3 characters')).toBeTruthy();
    expect(dialog().getByText('Password must be at least 6 characters')).toBeTruthy();
    expect(document.activeElement).toBe(dialog().getByLabelText('Username'));
    enter('Username', 'musu');
    enter('Password', 'secret1');
    choose(dialog().getByLabelText('Role'), 'manager');
    send('Create User');
    expect(await screen.findByText('User created')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      username: 'musu',
      password: 'secret1',
      role: 'manager',
      isActive: true,
    });
  });

  it('shows the refusal of the server in a toast and beside the field', async () => {
    await open({
      'POST /api/users': refusal(409, 'taken', 'This username is taken', {
        fields: { username: 'This username is taken' },
      }),
    });
    press('Create User');
    givePassword();
    enter('Username', 'hawa');
    enter('Password', 'secret1');
    send('Create User');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getAllByText('This username is taken')).toHaveLength(2);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it("says 'Failed to create user' when the server sends no message", async () => {
    await open({ 'POST /api/users': { status: 500 } });
    press('Create User');
    givePassword();
    enter('Username', 'musu');
    enter('Password', 'secret1');
    send('Create User');
    expect(await screen.findByText('Failed to create user')).toBeTruthy();
  });
});

describe('an invitation', () => {
  const INVITE = 'POST /api/users/1/invitation';
  const OPEN = { 'GET /api/users/1/invitation': { body: { state: 'open' } } };
  const made = (requests: RecordedCall[]) =>
    requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/invitation'));
  const ADA = { ...ADMIN, username: 'ada' };

  it('is the way of a new user, who needs a username alone, until they have joined', async () => {
    const musu = { ...HAWA, id: 3, username: 'musu', isActive: true };
    let users: User[] = [ADMIN, HAWA];
    let state = 'open';
    const requests = await open({
      'GET /api/users': () => ({ body: users }),
      'GET /api/users/3/invitation': () => ({ body: { state } }),
      'POST /api/users': () => {
        users = [...users, musu];
        return { status: 201, body: { ...musu, invitation: CODE } };
      },
    });
    press('Create User');
    expect(dialog().queryByLabelText('Password')).toBeNull();
    enter('Username', 'musu');
    send('Create User');
    expect(await screen.findByText('7KQ2-M9XP')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Invite musu' })).toBeTruthy();
    expect(dialog().getByText('User created')).toBeTruthy();
    expect(dialog().getByText(/^Valid for (15:00|14:59)$/)).toBeTruthy();
    expect(dialog().getByRole('img').getAttribute('src')).toBe(CODE.qr);
    expect(dialog().getByText('http://192.168.1.10:8080/join')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ invite: true });
    expect(made(requests)).toEqual([]);
    state = 'used';
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText('musu has joined')).toBeTruthy();
    send('Done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is offered to who forgot the password, not to oneself nor to who may not sign in', async () => {
    const requests = await open({
      'GET /api/users': { body: [ADA, HAWA, { ...ADMIN, id: 4 }] },
      ...OPEN,
      [INVITE]: { status: 201, body: CODE },
    });
    const offered = screen.getAllByRole('button', { name: /^Invite/ });
    expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual(['Invite ada']);
    press('Invite ada');
    expect(await screen.findByText('7KQ2-M9XP')).toBeTruthy();
    expect(dialog().getByText(/^The old password works until then/)).toBeTruthy();
    expect(made(requests)).toHaveLength(1);
  });

  it('is made again once it has expired', async () => {
    const requests = await open({
      'GET /api/users': { body: [ADA, HAWA] },
      ...OPEN,
      [INVITE]: { status: 201, body: CODE },
    });
    press('Invite ada');
    await screen.findByText('7KQ2-M9XP');
    // The phone sleeps for a quarter of an hour.
    const later = Date.now() + 900_000;
    const now = vi.spyOn(Date, 'now').mockImplementation(() => later);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('This code has expired')).toBeTruthy();
    now.mockRestore();
    send('New code');
    expect(await screen.findByText('7KQ2-M9XP')).toBeTruthy();
    expect(made(requests)).toHaveLength(2);
  });

  it('says why there is none, and tries again', async () => {
    await open({
      'GET /api/users': { body: [ADA, HAWA] },
      ...OPEN,
      [INVITE]: (_, count) =>
        count === 1 ? refusal(409, 'conflict', 'This account is inactive') : { status: 201, body: CODE },
    });
    press('Invite ada');
    expect((await dialog().findByRole('alert')).textContent).toContain('This account is inactive');
    send('New code');
    expect(await screen.findByText('7KQ2-M9XP')).toBeTruthy();
  });
});

describe('Edit User', () => {
  it('does not send an empty password', async () => {
    const requests = await open({ 'PUT /api/users/2': { body: { ...HAWA, firstName: 'Hawa' } } });
    press('Edit hawa');
    enter('First Name', 'Hawa');
    send('Save Changes');
    expect(await screen.findByText('User updated')).toBeTruthy();
    const body = requests.find(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
    expect(body.firstName).toBe('Hawa');
    expect('password' in body).toBe(false);
  });

  it('requires a change of password at the next sign-in when an admin has set one', async () => {
    const hawa = { ...HAWA, mustChangePassword: false };
    const requests = await open({
      'GET /api/users': { body: [ADMIN, hawa] },
      'PUT /api/users/2': { body: HAWA },
    });
    press('Edit hawa');
    const must = () => screen.getByLabelText('Must change the password at the next sign-in');
    expect(must()).toHaveProperty('checked', false);
    enter('Password', 's');
    expect(must()).toHaveProperty('checked', true);
    enter('Password', '');
    expect(must()).toHaveProperty('checked', false);
    enter('Password', 'secret1');
    send('Save Changes');
    await screen.findByText('User updated');
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      password: 'secret1',
      mustChangePassword: true,
    });
  });

  it('does not require a change when admins set their own password', async () => {
    await open();
    press('Edit admin');
    enter('Password', 'secret1');
    const must = screen.getByLabelText('Must change the password at the next sign-in');
    expect(must).toHaveProperty('checked', false);
  });

  it("updates the session with the user's own new name", async () => {
    await open({ 'PUT /api/users/1': { body: { ...ADMIN, firstName: 'Adaline' } } });
    press('Edit admin');
    send('Save Changes');
    await waitFor(() => expect(sessionStore.get().user?.firstName).toBe('Adaline'));
  });

  it("says 'Failed to update user' when the server sends no message", async () => {
    await open({ 'PUT /api/users/2': { status: 500 } });
    press('Edit hawa');
    send('Save Changes');
    expect(await screen.findByText('Failed to update user')).toBeTruthy();
  });
});

describe('a user of head office', () => {
  const chain = {
    id: 'u1',
    fields: ['username', 'email', 'role', 'firstName', 'lastName', 'phone', 'isActive'],
  };
  const input = (label: string) => dialog().getByLabelText(label) as HTMLInputElement;

  it('is marked, and only the password and switching off are the bar’s', async () => {
    await open({ 'GET /api/users': { body: [{ ...ADMIN, chain }, HAWA] } });
    const ada = within(screen.getByRole('article', { name: 'admin' }));
    expect(ada.getByText('Set by head office')).toBeTruthy();
    expect(
      within(screen.getByRole('article', { name: 'hawa' })).queryByText('Set by head office'),
    ).toBeNull();
    press('Edit admin');
    expect(dialog().getAllByText('Set by head office')).toHaveLength(6);
    for (const label of ['Username', 'Email', 'First Name']) expect(input(label).readOnly).toBe(true);
    expect(input('Role').disabled).toBe(true);
    expect(input('Password').readOnly).toBe(false);
    expect(input('Active').disabled).toBe(false);
  });

  it('is activated by head office alone', async () => {
    await open({ 'GET /api/users': { body: [ADMIN, { ...HAWA, chain }] } });
    press('Edit hawa');
    expect(input('Active').disabled).toBe(true);
    expect(dialog().getAllByText('Set by head office')).toHaveLength(7);
  });
});

describe('Delete', () => {
  it('deletes the user after a confirmation', async () => {
    const requests = await open({ 'DELETE /api/users/2': { status: 204 } });
    press('Delete hawa');
    expect(screen.getByRole('dialog', { name: 'Delete hawa?' })).toBeTruthy();
    send('Delete');
    expect(await screen.findByText('User deleted')).toBeTruthy();
    expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/api/users/2')).toBe(true);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Create User'));
  });

  it('does nothing on Cancel', async () => {
    const requests = await open();
    press('Delete hawa');
    send('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('shows the refusal of the server', async () => {
    await open({ 'DELETE /api/users/1': refusal(409, 'last_admin', 'The last admin must stay') });
    press('Delete admin');
    send('Delete');
    expect(await screen.findByText('The last admin must stay')).toBeTruthy();
  });
});
