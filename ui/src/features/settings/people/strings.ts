/** Words of the settings about people. */
export const words = {
  title: 'People',
  staff: 'Staff',
  freeText: 'Reasons may be written',
  freeTextHint: 'Off: staff choose a reason of the list. The list is under Staff.',
  freeTextOn: 'Reasons may be written',
  freeTextOff: 'Reasons are chosen from the list',
};
