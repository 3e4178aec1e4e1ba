/**
 * What head office sends and takes. Money is a decimal string (`"3.50"`, may be negative), a time is RFC 3339, a date `YYYY-MM-DD`; null stands
 * for none.
 */

/** A bar, named by the 32 hex digits of its journal. */
export type BarId = string;

export type Role = 'owner' | 'manager';

export interface HeadUser {
  id: string;
  username: string;
  name: string;
  role: Role;
  bars: 'all' | BarId[];
  isActive: boolean;
  mustChangePassword: boolean;
  /** Whether the second factor is set up. */
  hasTotp: boolean;
}

/** What is sent to add or change a user; without a password it stays. */
export interface UserInput {
  username: string;
  name: string;
  password?: string;
  role: Role;
  bars: 'all' | BarId[];
  isActive: boolean;
  /** A present code of whoever makes, raises or resets an owner. */
  code?: string;
}

export interface SignedIn {
  token: string;
  user: HeadUser;
  /** Wrong codes that somebody gave before this sign-in, if there were too many. */
  wrongCodes: { count: number; at: string } | null;
}

export interface TotpSetup {
  secret: string;
  uri: string;
  /** A picture: SVG, or a `data:` address. */
  qr: string;
}

export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** What is known before a sign-in. */
export interface HeadInfo {
  demo: boolean;
  version: string;
}

export type BarState = 'live' | 'behind' | 'away' | 'silent' | 'never';

/** What is wrong with a bar. */
export type Flag = 'beside' | 'here_only' | 'refused' | 'clock' | 'damaged' | 'figures' | 'quota' | 'codes';

/** A sentence about a flag. */
export interface Alert {
  /** Null for what is of no bar. */
  bar: BarId | null;
  flag: Flag;
  text: string;
}

/** Revenue fields. `totalRevenue` is the worth of all lines in US dollars; the others are as priced. */
export interface Revenue {
  totalRevenue: string | null;
  revenueUSD: string | null;
  revenueLRD: string | null;
  /** Receipts. Of categories there are none: one receipt has several. */
  totalSales: number | null;
  totalQuantity: number | null;
  averageSale: string | null;
}

/** The figures of a bar, or of all bars together. Null where a bar never sent any. */
export interface Figures extends Revenue {
  previousRevenue: string | null;
  overShortUSD: string | null;
  overShortLRD: string | null;
  shiftsOpen: number | null;
  openTabs: number | null;
  openOrders: number | null;
  dueUSD: string | null;
  dueLRD: string | null;
  lowStock: number | null;
  outOfStock: number | null;
  voids: number | null;
  discounts: number | null;
}

export interface BarRow extends Figures {
  bar: BarId;
  name: string;
  state: BarState;
  /** The state in words, by the bar's clock: `Silent since 20 Nov`. */
  stateText: string;
  flags: Flag[];
  /** When the figures were last brought up to date. */
  asOf: string | null;
  entriesBehind: number | null;
}

export interface Overview {
  period: string | null;
  from: string;
  to: string;
  bars: BarRow[];
  total: Figures;
  /** Bars that never sent figures. */
  missing: BarId[];
  alerts: Alert[];
}

/** A report: its rows, their sum where there is one, and up to when each bar is known. */
export interface Report<Line> {
  rows: Line[];
  total: Partial<Figures> | null;
  asOf: { bar: BarId; at: string | null; state: BarState }[];
}

export interface HourLine extends Revenue {
  bar: BarId;
  /** 0 to 23. */
  hour: number;
}

export interface PersonLine extends Revenue {
  bar: BarId;
  userName: string;
}

export type ExceptionKind =
  | 'void'
  | 'discount'
  | 'comp'
  | 'waste'
  | 'walk_out'
  | 'refund'
  | 'exchange_loss'
  | 'exchange_gain'
  | 'negative_cash'
  | 'no_sale';

export interface ExceptionLine {
  bar: BarId;
  businessDay: string;
  userName: string;
  kind: ExceptionKind;
  reason: string | null;
  count: number;
  amountUSD: string;
}

export interface ProductLine {
  chainId: string | null;
  bar: BarId | null;
  name: string;
  category: string;
  totalQuantity: number;
  totalRevenue: string;
}

export interface TakingLine {
  bar: BarId;
  method: string;
  currency: 'USD' | 'LRD';
  amount: string;
}

export interface ShiftLine {
  bar: BarId;
  tillName: string;
  responsibleName: string;
  businessDay: string;
  openedAt: string;
  closedAt: string | null;
  state: string;
  zNumber: string | null;
  expectedUSD: string | null;
  expectedLRD: string | null;
  countedUSD: string | null;
  countedLRD: string | null;
  /** Counted less expected; null while open, and when not counted. */
  overShortUSD: string | null;
  overShortLRD: string | null;
}

export interface OpenLine {
  bar: BarId;
  kind: 'order' | 'tab';
  name: string | null;
  table: string | null;
  since: string;
  by: string | null;
  dueUSD: string | null;
  dueLRD: string | null;
  remainingUSD: string | null;
}

export interface StockLine {
  bar: BarId;
  productName: string;
  level: number | null;
  portions: number | null;
  par: number | null;
  state: 'low' | 'out';
}

/** The rows of each report. */
export interface ReportLines {
  days: Revenue & { bar: BarId; businessDay: string };
  hours: HourLine;
  categories: Revenue & { bar: BarId; category: string };
  people: PersonLine;
  exceptions: ExceptionLine;
  products: ProductLine;
  takings: TakingLine;
  shifts: ShiftLine;
  open: OpenLine;
  stock: StockLine;
}
export type ReportName = keyof ReportLines;

export interface Box {
  box: string;
  pairedAt: string;
  revokedAt: string | null;
  lastSeenAt: string | null;
  version: string | null;
  /** Whether its figures stand in reports. */
  counted: boolean;
}

export interface Bar {
  bar: BarId;
  name: string;
  state: BarState;
  stateText: string;
  flags: Flag[];
  lastSeenAt: string | null;
  newestAt: string | null;
  entriesBehind: number | null;
  asOf: string | null;
  position: { line: string; seq: number; hash: string } | null;
  version: string | null;
  timeZone: string | null;
  dayStartsAt: string | null;
  rate: number | string | null;
  boxes: Box[];
}

/** A history of a bar. */
export interface Line {
  line: string;
  state: 'current' | 'ended' | 'beside';
  began: string;
  parent: string | null;
  fromSeq: number;
  seq: number;
  box: string;
  lastSeenAt: string | null;
  knownHereOnly: { entries: number; receipts: number; totalRevenue: string };
}

/** An entry of a history, in words. */
export interface EntryLine {
  seq: number;
  at: string;
  userName: string;
  kind: string;
  summary: string;
}

export interface PairingCode {
  code: string;
  /** What is typed as 'Address' at the box. */
  url: string;
  /** Restores a lost bar on a new device. */
  command?: string | null;
  expiresAt: string;
  /** A picture of address and code: SVG, or a `data:` address. */
  qr?: string | null;
}

export interface AuditLine {
  id: string;
  at: string;
  userName: string;
  bar: BarId | null;
  kind: string;
  summary: string;
}

export type DirectiveKind =
  | 'catalog.set'
  | 'catalog.archive'
  | 'price.set'
  | 'user.set'
  | 'rate.suggest'
  | 'settings.set'
  | 'withdraw';
export type DirectiveState = 'queued' | 'received' | 'applied' | 'refused' | 'withdrawn' | 'unsupported';

/** What head office asks of a bar. */
export interface Directive {
  id: string;
  bar: BarId;
  number: number;
  kind: DirectiveKind;
  body: Record<string, unknown>;
  effective: string;
  by: string;
  at: string;
  state: DirectiveState;
  code: string | null;
  reason: string | null;
  decidedAt: string | null;
}

/** `effective`: `next_day`, `now`, or a date. */
export interface DirectiveInput {
  kind: DirectiveKind;
  body: Record<string, unknown>;
  bars: BarId[];
  effective: string;
}

/** A product that bars share. */
export interface ChainProductInput {
  name: string;
  brand: string | null;
  barcode: string | null;
  category: string;
  description: string | null;
  /** Null: each bar's own. */
  taxClass: string | null;
  /** Who sets the price. */
  priceOwner: 'bar' | 'chain';
  currency: 'USD' | 'LRD' | null;
  priceUSD: string | null;
  priceLRD: string | null;
  bars: BarId[];
}
export interface ChainProduct extends ChainProductInput {
  chainId: string;
  archived: boolean;
}

/** A product of a bar that may be the same as one of the chain. */
export interface Match {
  chainId: string;
  productId: number;
  name: string;
  barcode: string | null;
  by: 'barcode' | 'name';
}

/** What became of a file of parcels. */
export interface FileResult {
  bar: BarId;
  parcels: number;
  stored: number;
  known: number;
  waiting: number;
  missing: { from: number; to: number }[];
  position: { line: string; seq: number; hash: string } | null;
}
