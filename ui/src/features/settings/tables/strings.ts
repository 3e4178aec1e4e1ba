/** Words of the table plan. */
export const tables = {
  loadFailed: 'The tables could not be loaded',
  none: 'No tables yet',
  seats: (count: number) => `${count} ${count === 1 ? 'seat' : 'seats'}`,
  add: 'Add Table',
  edit: (table: string) => `Edit ${table}`,
  editTitle: 'Edit Table',
  number: 'Table Number',
  name: 'Name (optional)',
  area: 'Area (optional)',
  capacity: 'Seats',
  cancel: 'Cancel',
  save: 'Save Changes',
  saved: 'Table saved',
  failed: 'Failed to save the table',
  remove: (table: string) => `Delete ${table}`,
  question: (table: string) => `Delete ${table}?`,
  detail: 'Past orders keep its number.',
  action: 'Delete',
  removed: 'Table deleted',
  removeFailed: 'Failed to delete the table',
};

/** Words of the question how many tables a new bar has. */
export const setUp = {
  count: 'How many tables?',
  seats: 'Seats at each',
  action: 'Set up tables',
  question: (count: number) => `Delete ${count} ${count === 1 ? 'table' : 'tables'}?`,
  done: (count: number) => `${count} ${count === 1 ? 'table' : 'tables'} set up`,
  failed: 'Not all tables were set up',
  countError: (max: number) => `From 1 to ${max}`,
  seatsError: 'From 1 to 100',
};
