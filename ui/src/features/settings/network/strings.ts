/** Words of the network, and of the guests' Wi-Fi. */
export const network = {
  failed: 'The addresses could not be loaded',
  address: (port: string) => `Address on ${port}`,
  name: 'Name',
  noName: 'Not announced',
  nameHint: 'The name works on iPhones, computers and newer Android phones, the address on all.',
  noAddress: 'The box has no network. Check its cable or Wi-Fi.',
  menuUrl: 'Menu codes lead to',
  changed: (printed: string, now: string) =>
    `The printed menu codes lead to ${printed}, but the box is at ${now} now. Print them again.`,
  conflict: (wanted: string, name: string) =>
    `Another device on this network is called ${wanted}, so this box is ${name}.`,
  codeLead: 'Staff phones scan this, or open ',
  codeAlt: (url: string) => `QR code of ${url}`,
  codeFailed: 'The code could not be loaded',
  slip: 'Print how to connect',
  slipPrinter: 'Printer',
  slipDone: 'The slip is on its way',
  slipFailed: 'Failed to print the slip',
  publicUrl: 'Public Address',
  publicHint: "Menu codes lead here. Leave empty for the box's own address.",
  menuCode: 'Menu QR code',
  allCodes: 'All codes',
  trust: 'Secure pages',
};

export const wifi = {
  name: 'Network name',
  password: 'Wi-Fi password',
  passwordHint:
    'At least 8 characters. Leave blank for an open network. Anyone who sees the codes can read it.',
  codes: 'Menu QR code',
};
