/** Words of inviting a person. */
export const words = {
  invite: 'Invite',
  inviteOf: (name: string) => `Invite ${name}`,
  lead: (name: string) => `${name} opens the camera of a phone and scans this, then chooses a password.`,
  again: 'The old password works until then. After that every other phone is signed out.',
  joined: (name: string) => `${name} has joined`,
  failed: 'The invitation could not be made',
};
