/** Changing the password, by choice or when it is mandatory. */
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../api/session';
import { fakeServer, refusal } from '../../test/fakeServer';
import { person, signInAs } from '../../test/people';
import { toastStore } from '../../ui/feedback/toast';
import { checkPasswords } from '../../ui/session/password';
import ChangePasswordDialog from './ChangePasswordDialog';

beforeEach(() => signInAs('manager', { mustChangePassword: true }));

function fill(current: string, next: string, confirm: string) {
  const values = { 'Current Password': current, 'New Password': next, 'Confirm New Password': confirm };
  for (const [label, value] of Object.entries(values)) {
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Change Password' }));
}

describe('checkPasswords', () => {
  const check = (currentPassword: string, newPassword: string, confirmPassword: string) =>
    checkPasswords({ currentPassword, newPassword, confirmPassword });

  it.each([
    [check('', 'abcdef', 'abcdef'), { currentPassword: 'Current password is required' }],
    [
      check('x', 'abcde', 'abcde'),
      {
        newPassword: 'New password must be at least 6 characters',
        confirmPassword: 'Please confirm your new password',
      },
    ],
    [check('x', 'abcdef', 'abcdeg'), { confirmPassword: "Passwords don't match" }],
    [check('x', '🍺🍺🍺', '🍺🍺🍺'), expect.objectContaining({ newPassword: expect.any(String) })],
    [check('x', 'abcdef', 'abcdef'), {}],
  ])('returns the errors by field (%#)', (errors, expected) => expect(errors).toEqual(expected));
});

it('changes the password, stores the new token and clears the flag', async () => {
  const user = person('manager', { mustChangePassword: true });
  const requests = fakeServer({ 'POST /api/auth/change-password': { body: { token: 'new', user } } });
  const onClose = vi.fn();
  render(<ChangePasswordDialog mandatory onClose={onClose} />);
  fill('old', 'abcdef', 'abcdef');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests[0]?.body).toEqual({ currentPassword: 'old', newPassword: 'abcdef' });
  expect(sessionStore.get()).toMatchObject({ token: 'new', user: { mustChangePassword: false } });
});

it('shows an error beside the field, and sends nothing', async () => {
  const requests = fakeServer({});
  render(<ChangePasswordDialog onClose={() => {}} />);
  fill('old', 'abcdef', 'abcdeg');
  expect((await screen.findByRole('alert')).textContent).toBe("Passwords don't match");
  expect(screen.getByLabelText('Confirm New Password').getAttribute('aria-invalid')).toBe('true');
  expect(requests).toEqual([]);
});

it.each([
  [refusal(400, 'invalid', 'Current password is incorrect'), 'Current password is incorrect'],
  ['lost' as const, 'Failed to change password'],
])('reports a failure in a toast (%#)', async (answer, description) => {
  fakeServer({ 'POST /api/auth/change-password': answer });
  render(<ChangePasswordDialog onClose={() => {}} />);
  fill('old', 'abcdef', 'abcdef');
  await waitFor(() => expect(toastStore.get()).toMatchObject({ title: 'Error', description, kind: 'error' }));
});

it('cannot be closed when it is mandatory', () => {
  render(<ChangePasswordDialog mandatory onClose={() => {}} />);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.getByText(/must be changed before continuing/)).toBeTruthy();
});

it('recommends a longer password than the minimum', () => {
  render(<ChangePasswordDialog onClose={() => {}} />);
  const note = screen.getByText('Longer is safer: three words are easy to remember.');
  expect(screen.getByLabelText('New Password').getAttribute('aria-describedby')).toBe(note.id);
});
