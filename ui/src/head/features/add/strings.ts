/** Words of connecting a box. */
export const words = {
  title: 'Add a bar',
  replaceTitle: 'Replace the box',
  name: 'Name of the bar',
  nameMissing: 'Please enter a name',
  submit: 'Make a code',
  failed: 'The code could not be made',
  lead: (bar: string) =>
    `At the box of ${bar}: Settings, Head office, Connect. Type this address and this code.`,
  replaceLead: (bar: string) => `A new box of ${bar} connects with this code.`,
  address: 'Address',
  code: 'Code',
  picture: 'QR code with address and code',
  command: 'On a new device, to bring the books back',
  validFor: (time: string) => `It counts once, for ${time}`,
  expired: 'This code has expired.',
  another: 'Make another code',
  connected: (bar: string) => `${bar} is connected`,
  done: 'All bars',
};
