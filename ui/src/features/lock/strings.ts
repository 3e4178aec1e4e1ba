/** Words of enrolled devices: the lock screen, a new PIN, and the question for the password. */
export const lock = {
  title: 'Sign In',
  people: 'Who are you?',
  usePassword: 'Use password',
  notHere: 'Your name is not here? You have no PIN yet: sign in with your password, then choose Set PIN.',
  haveCode: 'I have a code from a manager',
  noPins: 'No PINs yet',
  noPinsLead: 'Sign in with your password. Then choose Set PIN in your account menu.',
  hello: (name: string) => `Hello, ${name}`,
  pin: 'PIN',
  back: 'Back',
  forgot: 'Forgot PIN',
  wrong: 'Wrong PIN',
  tooShort: 'PIN must be 4 to 6 digits',
  locked: 'This device is locked. Ask a manager.',
};

export const forgot = {
  title: 'Forgot PIN',
  lead: 'Ask a manager for a code. It works for 10 minutes.',
  code: 'Code from a manager',
  codeMissing: 'Code is required',
  submit: 'Save PIN',
  saving: 'Saving…',
};

export const setPin = {
  title: 'Set PIN',
  lead: 'With a PIN you sign in on the bar’s enrolled devices.',
  current: 'Current Password',
  currentMissing: 'Current password is required',
  currentPin: 'Current PIN',
  currentPinMissing: 'Current PIN is required',
  next: 'New PIN',
  repeat: 'Repeat PIN',
  hint: '4 to 6 digits',
  hintLong: '6 digits',
  mismatch: 'PINs do not match',
  submit: 'Save PIN',
  pending: 'Saving…',
  cancel: 'Cancel',
  done: 'PIN saved',
  error: 'Error',
  failed: 'The PIN could not be saved',
};

export const password = {
  title: 'Enter your password',
  lead: 'A PIN is not enough for this. For 15 minutes you are not asked again.',
  label: 'Password',
  missing: 'Password is required',
  submit: 'Continue',
  pending: 'Checking…',
  cancel: 'Cancel',
  failed: 'The password could not be checked',
};

export const watch = {
  wrongTries: (count: number, since: string) =>
    `${count} wrong PIN ${count === 1 ? 'try' : 'tries'} in your name since ${since}`,
  dismiss: 'Dismiss',
};
