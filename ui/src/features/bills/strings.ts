/** Words of the list of bills. */
import type { BillState } from '../../api/types';

export const words = {
  title: 'Bills',
  show: 'Show',
  shown: [
    { value: 'unpaid', label: 'Not paid' },
    { value: 'different', label: 'Different' },
    { value: 'all', label: 'All' },
  ] as const,
  none: 'No bills waiting',
  loadFailed: 'The bills could not be loaded',
  takeAway: (order: number) => `Order #${order}`,
  states: {
    open: 'Billed',
    changed: 'Changed after the bill',
    replaced: 'Replaced',
    paid: 'Paid',
    paid_other: 'Paid another amount',
    credit: 'On Credit',
    walk_out: 'Walk-out',
    cancelled: 'Cancelled',
  } satisfies Record<BillState, string>,
  prints: 'Prints',
  printOf: (n: number, name: string, at: string) => `Print ${n} by ${name}, ${at}`,
  billed: 'Billed',
  settled: 'Paid in the end',
  changes: 'Changes after the bill',
  noChanges: 'Nothing was changed after the bill.',
  changedBy: (name: string, approvedBy: string | null, at: string) =>
    approvedBy ? `${name}, approved by ${approvedBy}, ${at}` : `${name}, ${at}`,
  openOrder: 'Open Order',
  print: 'Print',
  printed: 'The bills are printing',
  printFailed: 'The bills could not be printed',
  csv: 'Download CSV',
  csvFailed: 'The file could not be downloaded',
  file: 'bills.csv',
  older: {
    searching: 'Loading older bills…',
    older: 'Show older',
    failed: 'The older bills could not be loaded',
  },
};
