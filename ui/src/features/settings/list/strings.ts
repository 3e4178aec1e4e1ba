/** Words of the list of settings: what stands beside each entry, and the search. */
import type { ApprovalRule, Settings } from '../../../api/types';

export const words = {
  search: 'Search settings',
  results: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  nothing: (query: string) => `No setting has “${query}”`,
  place: (group: string, page: string) => (group === page ? page : `${group} · ${page}`),
};

/** Short, in lower case: they follow the name of an entry. */
export const values = {
  on: 'on',
  off: 'off',
  none: 'none',
  dayEnds: (time: string) => `ends ${time}`,
  tables: (count: number) => `${count} ${count === 1 ? 'table' : 'tables'}`,
  start: { till: 'starts at the till', sales: 'starts at Sales' },
  staff: (count: number) => `${count} staff`,
  devices: (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`,
  ask: (count: number) => (count === 0 ? 'nobody asks' : `${count} ask a manager`),
  rule: { allow: 'Yes', approve: 'Ask', deny: 'No' } satisfies Record<ApprovalRule, string>,
  step: (amount: string) => `${amount} step`,
  mode: {
    off: 'off',
    drawer: 'one drawer',
    drawers: 'several drawers',
    purses: 'drawers and purses',
  } satisfies Record<Settings['cash']['mode'], string>,
  countBy: { pieces: 'notes and coins', totals: 'totals' },
  methods: (first: string, more: number) => (more === 0 ? first : `${first} + ${more}`),
  inUse: (count: number) => `${count} in use`,
  slips: (on: boolean) => `slips ${on ? 'on' : 'off'}`,
  tax: { off: 'off', included: 'in the prices', added: 'added to prices' },
  tips: { off: 'off', person: 'each their own', pool: 'one pool' } satisfies Record<
    Settings['tips']['mode'],
    string
  >,
  percent: (figure: string) => `${Number(figure)} %`,
  seconds: (count: number) => `${count} s`,
  hours: (count: number) => `${count} h`,
  printers: (count: number) => (count === 0 ? 'none' : `${count} ${count === 1 ? 'printer' : 'printers'}`),
  printer: (name: string, state: string) => `${name}: ${state}`,
  waiting: (count: number) => (count === 0 ? 'none waits' : `${count} ${count === 1 ? 'waits' : 'wait'}`),
  noBackup: 'none yet',
  notJoined: 'not joined',
  demo: 'Demo bar',
  real: 'Your bar',
};
