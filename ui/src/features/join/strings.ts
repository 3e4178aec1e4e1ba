/** Words of joining the staff with a code. */
export const words = {
  title: 'Choose your password',
  lead: 'A manager shows you the code. It works once, for 15 minutes.',
  signedIn: (username: string) => `${username} is signed in on this device. Start signs ${username} out.`,
  pin: 'New PIN (optional)',
  pinHint: 'For this device. Bartenders 4 to 6 digits, managers and admins 6.',
  submit: 'Start',
  pending: 'Starting…',
  back: 'Back',
  failed: 'You could not join',
  maybeJoined:
    'Press Start again. If the code is refused then, you have joined: sign in with your new password.',
  youAre: (username: string) => `You are ${username}`,
  nextTime: 'Next time, sign in with this username and your password.',
};
