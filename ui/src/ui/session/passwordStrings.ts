/** Words of changing the password. A file of its own, because the sign-in page must stay small. */
export const changePassword = {
  title: 'Change Password',
  mandatory: 'Your password must be changed before continuing.',
  current: 'Current Password',
  known: 'As you typed it a moment ago',
  next: 'New Password',
  confirm: 'Confirm New Password',
  submit: 'Change Password',
  pending: 'Changing...',
  cancel: 'Cancel',
  done: 'Password changed',
  error: 'Error',
  failed: 'Failed to change password',
  currentMissing: 'Current password is required',
  nextShort: 'New password must be at least 6 characters',
  confirmShort: 'Please confirm your new password',
  mismatch: "Passwords don't match",
};
