/** Words of codes: those that are shown, and those that are typed. */
export const words = {
  label: 'Code',
  missing: 'Code is required',
  orType: 'Or open this address on it, and type the code:',
  picture: (url: string) => `QR code of ${url}`,
  validFor: (time: string) => `Valid for ${time}`,
  expired: 'This code has expired',
  another: 'New code',
  done: 'Done',
  unreachable: "Can't reach the Barback box",
};
