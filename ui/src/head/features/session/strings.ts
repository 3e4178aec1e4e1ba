/** Words of signing in. */
export const signIn = {
  product: 'Head office',
  lead: 'All your bars on one page',
  username: 'Username',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code',
  submit: 'Sign In',
  pending: 'Signing in...',
  blank: 'Please enter your username and password',
  codeBlank: 'Please enter the code',
  failed: 'Login failed',
  codeWrong: 'This code is wrong or was used before',
  wrongCodes: 'Somebody gave wrong codes',
  wrongCodesDetail: (count: number, at: string) =>
    `${count} wrong codes for this account, the last one on ${at}. If that was not you, change your password.`,
  expired: 'Please sign in again',
};

export const totp = {
  title: 'Set up the second factor',
  lead: 'Head office asks for a code from an authenticator app besides the password. First enter your password again.',
  password: 'Password',
  passwordMissing: 'Please enter your password',
  begin: 'Continue',
  replace: 'Replace the second factor',
  replaced: 'Second factor replaced',
  present: 'Present code',
  presentHint: 'From the app that you have now, or a recovery code',
  presentLead: 'Enter a code of the second factor that is to be replaced. All your other sessions end.',
  presentMissing: 'Please enter the code',
  scan: 'Scan this picture with an authenticator app, then enter the code that it shows.',
  picture: 'QR code for the authenticator app',
  secret: 'Or type this key into the app',
  code: 'Code',
  codeMissing: 'Please enter the 6 digits',
  codeWrong: 'This code is wrong or was used before',
  confirm: 'Confirm',
  failed: 'The second factor could not be set up',
  recovery: 'Recovery codes',
  recoveryLead:
    'Each of these codes signs you in once if the phone with the app is lost. They are not shown again.',
  written: 'I have written them down',
  signOut: 'Sign Out',
};

/** Username and password of a demo. */
export const DEMO_ACCOUNTS = [
  ['owner', 'owner123'],
  ['manager', 'manager123'],
] as const;
