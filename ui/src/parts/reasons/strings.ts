/** Words of choosing a reason. */
export const words = {
  /** Not 'Reasons': the field beside it is 'Reason'. */
  why: 'Why',
  reason: 'Reason',
  note: 'Note',
  reasonRequired: 'Reason is required',
  choose: 'Please choose a reason',
  noteRequired: 'Please add a note to this reason',
  loadFailed: 'The reasons could not be loaded',
  none: 'There is no reason to choose. A manager adds one under Staff.',
};
