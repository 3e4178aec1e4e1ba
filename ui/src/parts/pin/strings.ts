/** Words of a PIN that is typed. */
export const pin = {
  digits: (count: number) => (count === 0 ? 'No digits' : count === 1 ? '1 digit' : `${count} digits`),
  enter: (needed: number) => (needed === 6 ? '6 digits, then Enter' : `${needed} to 6 digits, then Enter`),
  triesLeft: (left: number) => `${left} ${left === 1 ? 'try' : 'tries'} left, then a wait of 30 s.`,
  tryAgainIn: (seconds: number) => `Try again in ${seconds} s`,
  off: 'This PIN is off. Sign in with your password.',
  failed: 'Signing in failed',
  unreachable: "Can't reach the Barback box",
  short: 'PIN must be 4 to 6 digits',
  shortLong: 'PIN must be 6 digits',
};
