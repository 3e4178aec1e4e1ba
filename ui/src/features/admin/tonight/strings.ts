/** Words of the owner's first page. */
export const words = {
  title: 'Tonight',
  page: 'Which page',
  lastNight: 'Last night',
  users: 'Users',
  now: (time: string) => `Now, ${time}`,
  loadFailed: 'The night could not be loaded',
  sold: 'Sold so far',
  receipts: 'Receipts',
  average: 'Average',
  lastSale: 'Last sale',
  nothingYet: 'none yet',
  usually: (figure: string | number) => `usually ${figure}`,
  more: (percent: number) => `${percent} % more`,
  less: (percent: number) => `${percent} % less`,
  same: 'As much',
  than: (weekday: string, usual: string) => ` than a ${weekday} at this hour: usually ${usual}.`,
  as: (weekday: string, usual: string) => ` as on a ${weekday} at this hour: usually ${usual}.`,
  ends: (weekday: string, usual: string) => `A usual ${weekday} ends at ${usual}.`,
  noPace: (weekday: string) => `After three ${weekday}s this page says what is usual.`,
};

export const needs = {
  title: 'Needs you',
  nothing: 'Nothing. The night runs by itself.',
  printer: (name: string) => `${name} does not print`,
  waiting: (count: number) => `${count} ${count === 1 ? 'print waits' : 'prints wait'}`,
  toPrinter: 'Printer settings',
  short: (till: string, amount: string) => `${till} closed short ${amount}`,
  over: (till: string, amount: string) => `${till} closed over ${amount}`,
  by: (name: string, time: string) => `${name}, ${time}`,
  goneBy: (name: string, time: string) => `${name} is gone by ${time}`,
  left: (count: number) => `${count} left`,
};

export const money = {
  title: 'Money tonight',
  note: 'what came in',
  how: 'How',
  all: 'In all',
  nothing: 'Nothing yet',
  drawer: 'Drawer should be',
  since: (time: string, name: string) => `since ${time}, ${name}`,
  usd: 'US dollars',
  lrd: 'Liberian dollars',
  safe: 'In the safe',
  closed: 'No shift is open',
};

export const box = {
  title: 'The box',
  network: 'Network',
  noName: 'address only',
  backedUp: 'Backed up',
  noBackup: 'No backup',
  never: 'never',
  printers: (working: number, all: number) =>
    working === all ? `${all} ${all === 1 ? 'printer' : 'printers'}` : `${working} of ${all} printers`,
  ready: 'ready',
  noPrinter: 'No printer',
  silent: (name: string) => `${name} is silent`,
  version: (version: string) => `Version ${version}`,
  demo: 'demo bar',
  running: 'running',
};

/** Of a machine whose network and software the box drives. */
export const machine = {
  phones: (count: number, most: number) => `Wi-Fi: ${count} phones of about ${most}`,
  tried: 'new settings: keep them?',
  software: (version: string) => `Software ${version}`,
  ready: 'update ready',
  installing: 'is being updated',
  planned: 'updates after closing',
  back: 'an update did not start',
  card: 'the memory card reports errors',
  running: 'running',
};

export const bills = {
  title: 'Open bills',
  none: 'Nobody has to pay',
  place: (table: string, name: string) => `${table} · ${name}`,
  age: (age: string, name: string) => `${age} · ${name}`,
  billed: 'Billed',
  all: 'All tables',
};

export const stock = {
  title: 'Running out',
  note: "at tonight's pace",
  none: 'Nothing within eight hours',
  left: (count: number) => `${count} left`,
};

export const exceptions = {
  title: 'Exceptions',
  note: 'tonight, usually',
  what: 'What',
  tonight: 'Tonight',
  usually: 'Usually',
  none: 'Nothing to report',
  kinds: {
    voids: 'Voids',
    comps: 'On the house',
    discounts: 'Discounts',
    removedSent: 'Taken off after sending',
    afterBill: 'Changed after the bill',
    walkOuts: 'Walk-outs',
    noSales: 'Drawer opened without a sale',
  },
};
