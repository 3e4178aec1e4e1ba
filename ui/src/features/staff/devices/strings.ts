/** Words of the devices of the bar, and of PIN reset codes. */
export const devices = {
  loadFailed: 'The devices could not be loaded',
  intro:
    'On an enrolled phone or tablet staff sign in with a PIN, and the screen locks by itself. Private phones keep username and password.',
  none: 'No devices yet',
  enrol: 'Enrol a device',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  unlock: 'Unlock',
  unlockOf: (name: string) => `Unlock ${name}`,
  locked: 'Locked',
  lockedWhy: 'Too many wrong PINs. Unlock it, or sign in on it with your password.',
  screen: 'Screen',
  lastSeen: 'Last seen',
  lastUser: 'Last signed in',
  nobody: 'Nobody yet',
  whoSignsIn: 'May sign in',
  everybody: 'Everybody',
  nobodyMay: 'Only managers, by password',
  till: 'Till',
  locks: 'Locks after',
  seconds: (count: number) => `${count} s`,
  secondsAndSale: (count: number) => `${count} s, and after each sale`,
  unlocked: 'Device unlocked',
  unlockFailed: 'The device could not be unlocked',
};

export const form = {
  enrolTitle: 'Enrol a device',
  editTitle: 'Edit device',
  name: 'Name',
  nameExample: 'Bar tablet',
  nameMissing: 'Name is required',
  who: 'Who may sign in',
  everybody: 'Everybody',
  chosen: 'Only these people',
  chosenHint: 'A manager or admin can always sign in with the password.',
  chosenMissing: 'Please choose at least one person',
  till: 'Till',
  noTill: 'None',
  tillHint: 'Cash that is taken on this device goes into it, but for people with a purse of their own.',
  lockAfter: 'Lock after (seconds)',
  lockAfterHint: 'Without a touch, 15 to 900. Empty: as in Settings, People.',
  lockAfterWrong: 'Must be 15 to 900 seconds',
  lockAfterSale: 'Lock after each sale too',
  lockAfterSaleHint: 'Also after a payment and a sent order.',
  makeCode: 'Show code',
  makingCode: 'Making a code…',
  save: 'Save Changes',
  saving: 'Saving…',
  cancel: 'Cancel',
  saved: 'Device saved',
  saveFailed: 'The device could not be saved',
  codeFailed: 'The code could not be made',
};

export const code = {
  lead: (name: string) => `Open the camera of the phone or tablet that becomes "${name}" and scan this.`,
  enrolled: (name: string) => `"${name}" is enrolled`,
};

export const revoke = {
  question: (name: string) => `Revoke ${name}?`,
  detail: 'It is signed out at once, for ever. To use it again, enrol it with a new code.',
  action: 'Revoke',
  done: 'Device revoked',
  failed: 'The device could not be revoked',
};

export const pins = {
  title: 'PINs',
  lead: 'Staff set their PIN themselves: account menu, Set PIN. Who forgot it gets a code from you; who forgot the password, an invitation.',
  loadFailed: 'The staff could not be loaded',
  set: 'PIN set',
  off: 'PIN off',
  none: 'No PIN',
  reset: 'Reset code',
  resetOf: (name: string) => `PIN reset code for ${name}`,
  how: (name: string) =>
    `${name} taps the name on an enrolled device, then Forgot PIN, and enters this code with a new PIN.`,
  failed: 'The code could not be made',
};
