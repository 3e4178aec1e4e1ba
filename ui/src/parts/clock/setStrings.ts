/** Words of setting the box's clock to that of a phone. */
export const setClock = {
  question: (time: string) => `Set the box's clock to this phone's time (${time})?`,
  why: 'The box has no clock of its own while it is off, and no internet. Sales are counted on the day that it believes.',
  box: 'The box says',
  phone: 'This phone says',
  set: 'Set the clock',
  setting: 'Setting...',
  later: 'Not now',
  done: (time: string) => `The box's clock says ${time} now`,
  failed: 'The clock was not set',
};
