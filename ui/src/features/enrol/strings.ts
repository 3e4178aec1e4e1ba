/** Words of enrolling a device. */
export const words = {
  title: 'Enrol this device',
  lead: 'A manager makes the code: Staff, Devices, Enrol a device.',
  submit: 'Enrol',
  pending: 'Enrolling…',
  failed: 'This device could not be enrolled',
  is: (name: string) => `This device is "${name}". A new code replaces that.`,
  done: (name: string) => `This device is now "${name}"`,
  doneLead: 'Staff sign in on it with their PIN. Without one they use their password once, and then Set PIN.',
  doneScreen: 'Nobody signs in on it.',
  signIn: 'Go to sign-in',
};
