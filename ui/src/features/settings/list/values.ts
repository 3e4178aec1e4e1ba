/** What stands beside each entry of the list: the setting as it is now, or what is wrong with it. */
import type {
  Backups,
  HeadLink,
  NetworkState,
  Printer,
  PrintJob,
  Settings,
  Standby,
} from '../../../api/types';
import { formatAge } from '../../../lib/age';
import { formatShort } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import type { BoxNetwork, BoxSoftware } from '../../../parts/machine/types';
import { networkValue, softwareValue } from '../../../parts/machine/values';
import { second } from '../backups/secondStrings';
import { head } from '../head/strings';
import { askedFor } from '../people/approvalRules';
import type { pages } from '../strings';
import { values as words } from './strings';

/** What the list has loaded; a field is undefined until then. */
export interface Facts {
  settings?: Settings;
  tables?: readonly unknown[];
  users?: readonly { isActive: boolean }[];
  devices?: readonly unknown[];
  printers?: readonly Pick<Printer, 'name' | 'status' | 'enabled'>[];
  jobs?: readonly Pick<PrintJob, 'status'>[];
  network?: Pick<NetworkState, 'name' | 'staffUrl'>;
  backups?: Pick<Backups, 'overdue' | 'ageSeconds' | 'lastVerifiedAt'>;
  standby?: Pick<Standby, 'state'>;
  head?: Pick<HeadLink, 'state'>;
  demo?: boolean;
  /** On a machine whose network and software the box drives. */
  boxNetwork?: BoxNetwork;
  boxSoftware?: BoxSoftware;
}

export interface Value {
  text: string;
  /** Only for what is broken or waits, or is new. */
  status?: 'error' | 'warning' | 'info';
}

/** States of a printer that stop its paper. */
const SILENT: Partial<Record<Printer['status'], string>> = {
  offline: 'no answer',
  paper_out: 'no paper',
  cover_open: 'cover open',
};
const WAITING: readonly PrintJob['status'][] = ['queued', 'blocked', 'sending', 'failed', 'unknown'];

type PageId = keyof typeof pages;

const OF_SETTINGS: Partial<Record<PageId, (settings: Settings) => string>> = {
  business: ({ businessName }) => businessName,
  day: ({ dayStartsAt }) => words.dayEnds(clockTime(dayStartsAt)),
  time: ({ timeZone }) => timeZone.replaceAll('_', ' '),
  screens: ({ startScreen }) => words.start[startScreen.bartender],
  approvals: (settings) => words.ask(askedFor(settings)),
  cash: ({ lrdCashStep }) => words.step(formatShort(fromServer(lrdCashStep), 'LRD')),
  tills: ({ cash }) => words.mode[cash.mode],
  methods: ({ methods }) => {
    const [first, ...more] = methods.filter(({ enabled }) => enabled);
    return words.methods(first?.name ?? '', more.length);
  },
  denominations: ({ denominations }) => words.inUse(denominations.filter(({ enabled }) => enabled).length),
  bills: ({ bills }) => words.slips(bills.slips),
  service: ({ serviceCharge: { mode, percent } }) => (mode === 'off' ? words.off : words.percent(percent)),
  tax: ({ tax }) => words.tax[tax.mode],
  wifi: ({ guestWifi }) => guestWifi.name ?? words.none,
};

const OF_FACTS: Partial<Record<PageId, (facts: Facts) => Value | string | undefined>> = {
  tables: ({ tables }) => tables && words.tables(tables.length),
  people: ({ users, devices }) => {
    const staff = users && words.staff(users.filter(({ isActive }) => isActive).length);
    return staff && devices?.length ? `${staff}, ${words.devices(devices.length)}` : staff;
  },
  printing: ({ printers }) => printers && printerValue(printers),
  jobs: ({ jobs }) => {
    const waiting = jobs?.filter(({ status }) => WAITING.includes(status)).length;
    if (waiting === undefined) return undefined;
    return { text: words.waiting(waiting), ...(waiting > 0 && { status: 'warning' }) };
  },
  network: ({ network, boxNetwork }) =>
    boxNetwork
      ? networkValue(boxNetwork)
      : network && (network.name ?? network.staffUrl?.replace('http://', '') ?? words.none),
  software: ({ boxSoftware }) => boxSoftware && softwareValue(boxSoftware),
  backups: ({ backups }) => backups && backupValue(backups),
  second: ({ standby }) =>
    standby && {
      text: (second.state[standby.state] ?? standby.state).toLowerCase(),
      ...(standby.state === 'away' && { status: 'warning' }),
    },
  head: ({ head: link }) =>
    link && (link.state === 'off' ? words.notJoined : (head.state[link.state] ?? link.state).toLowerCase()),
  about: ({ demo }) => (demo === undefined ? undefined : demo ? words.demo : words.real),
};

/** Null while it is not known. */
export function valueBeside(page: PageId, facts: Facts): Value | null {
  const { settings } = facts;
  const found = (settings && OF_SETTINGS[page]?.(settings)) ?? OF_FACTS[page]?.(facts);
  if (!found) return null;
  return typeof found === 'string' ? { text: found } : found;
}

/** `05:00` as `5:00 AM`. */
export function clockTime(time: string): string {
  const [hours = '0', minutes = '00'] = time.split(':');
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

function printerValue(printers: NonNullable<Facts['printers']>): Value {
  const broken = printers.find(({ enabled, status }) => enabled && SILENT[status]);
  if (broken) return { text: words.printer(broken.name, SILENT[broken.status] ?? ''), status: 'error' };
  return { text: words.printers(printers.length) };
}

function backupValue({ overdue, ageSeconds, lastVerifiedAt }: NonNullable<Facts['backups']>): Value {
  const text = ageSeconds === null || lastVerifiedAt === null ? words.noBackup : formatAge(ageSeconds);
  return overdue ? { text, status: 'error' } : { text };
}
