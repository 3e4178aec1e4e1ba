/** Words of signing in. */
export const signIn = {
  lead: 'Sign in to start your shift',
  username: 'Username',
  password: 'Password',
  submit: 'Sign In',
  pending: 'Signing in...',
  failed: 'Login failed',
  unreachable: "Can't reach the Barback box",
  blank: 'Please enter your username and password',
  expired: 'Please sign in again',
  otherAccount: 'You need another account for this page',
  back: 'Back',
  revoked: 'This device is no longer enrolled',
  askManager: 'Ask a manager for a new code, or sign in with your password.',
};
