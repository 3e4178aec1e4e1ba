/** The steps to set up a new bar, and the rule that decides whether each is done. */
import { DEFAULT_TITLE } from '../../api/box';
import type { NetworkState, Printer, Product, Settings, Table, User } from '../../api/types';
import { steps as words } from './strings';

/** The data that the rules read; a field is undefined until it is loaded. */
export interface SetupState {
  settings:
    | (Pick<Settings, 'businessName'> & {
        cash: Pick<Settings['cash'], 'lrdCoins'>;
        startScreen: Pick<Settings['startScreen'], 'chosen'>;
      })
    | undefined;
  rates: readonly unknown[] | undefined;
  products: readonly Pick<Product, 'id'>[] | undefined;
  tables: readonly Pick<Table, 'tableNumber' | 'capacity'>[] | undefined;
  /** An admin has opened the table plan: a bar may have exactly the tables of a fresh server. */
  tablesSeen: boolean;
  printers: readonly Pick<Printer, 'lastSeenAt'>[] | undefined;
  users: readonly Pick<User, 'id'>[] | undefined;
  network: Pick<NetworkState, 'printedAt'> | undefined;
}

export interface Step {
  label: string;
  href: string;
  done: boolean;
}

/** The address of the table plan in the settings. */
export const TABLES_PART = '/settings/tables';

/** The address of the coin question in the settings; the checklist asks it too. */
export const COINS_PART = '/settings/cash';

/** The address of the question where bartenders start; the checklist asks it too. */
export const START_PART = '/settings/screens';

/** The accounts, where the staff is added. */
export const STAFF_PART = '/admin?show=users';

/** A fresh box has twelve tables: four for two, four for four, four for six. */
const SEEDED_TABLES = 12;
const SEEDED_SEATS = [2, 4, 6];

export function stepsOf(facts: SetupState): Step[] {
  const { settings, rates, products, tables, tablesSeen, printers, users, network } = facts;
  const named = settings && settings.businessName !== DEFAULT_TITLE && settings.businessName !== '';
  return [
    {
      label: words.business,
      href: '/settings/business',
      // Not every bar has an address or prints its phone.
      done: Boolean(named),
    },
    // A fresh server stores a default rate, so only a second entry was set by an admin.
    { label: words.rate, href: '/exchange-rate', done: (rates?.length ?? 0) > 1 },
    {
      label: words.cash,
      href: COINS_PART,
      done: settings !== undefined && settings.cash.lrdCoins !== null,
    },
    { label: words.products, href: '/inventory', done: (products?.length ?? 0) > 0 },
    {
      label: words.tables,
      href: TABLES_PART,
      done: tablesSeen || (tables !== undefined && !areSeeded(tables)),
    },
    {
      label: words.printer,
      href: '/settings/printing',
      done: printers?.some(({ lastSeenAt }) => lastSeenAt !== null) ?? false,
    },
    { label: words.staff, href: STAFF_PART, done: (users?.length ?? 0) > 1 },
    { label: words.screens, href: START_PART, done: settings?.startScreen.chosen ?? false },
    { label: words.codes, href: '/qr?all', done: Boolean(network?.printedAt) },
  ];
}

/** Whether these are the tables of a fresh box, and no admin changed them. */
export function areSeeded(tables: NonNullable<SetupState['tables']>): boolean {
  const group = SEEDED_TABLES / SEEDED_SEATS.length;
  return (
    tables.length === SEEDED_TABLES &&
    tables.every(({ capacity }, at) => capacity === SEEDED_SEATS[Math.floor(at / group)])
  );
}

/** Where the path goes on from a step: the next one that is not done, then those before it; null when it is the last. */
export function nextAfter(steps: readonly Step[], at: number): number | null {
  const order = steps.map((_, index) => (at + 1 + index) % steps.length);
  return order.find((index) => index !== at && !steps[index]?.done) ?? null;
}

/** The step of an address with its query; -1 for other screens. */
export function stepAt(steps: readonly Step[], path: string, search: string): number {
  const address = search === '' ? path : `${path}?${search}`;
  const exact = steps.findIndex(({ href }) => href === address);
  return exact >= 0 ? exact : steps.findIndex(({ href }) => href === path);
}
