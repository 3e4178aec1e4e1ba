/** Test data of the settings: a box with one printer out of paper, a network and a backup. */
import type {
  Backups,
  HeadLink,
  NetworkState,
  Printer,
  PrinterSetting,
  PrintJob,
  Settings,
  Standby,
} from '../../../api/types';
import type { fakeServer } from '../../../test/fakeServer';

export const BAR: PrinterSetting = {
  id: 1,
  name: 'Bar',
  url: 'tcp://192.168.1.50:9100',
  columns: 48,
  profile: 'generic-80',
  categories: ['drinks'],
  enabled: true,
  opensDrawer: false,
  drawerPin: 2,
  receipts: true,
};

const method = (id: string, name: string, kind: Settings['methods'][number]['kind']) => ({
  id,
  name,
  kind,
  currencies: ['USD' as const, 'LRD' as const],
  referenceRequired: false,
  account: null,
  enabled: true,
});

const notes = (currency: 'USD' | 'LRD', kind: 'note' | 'coin', ...values: string[]) =>
  values.map((value) => ({ currency, value, kind, enabled: true }));

export const SETTINGS: Settings = {
  businessName: 'Sunset Bar & Grill',
  address: 'Tubman Boulevard',
  phone: '0770551240',
  thankYouMessage: 'Thank you for your visit!',
  website: '',
  socialMedia: '',
  timeZone: 'Africa/Monrovia',
  dayStartsAt: '05:00',
  lrdCashStep: '5.00',
  usdCashStep: '0.01',
  phoneCountry: '231',
  scaleLabels: [{ prefix: '21', holds: 'price', decimals: 2 }],
  publicUrl: null,
  autoPrint: true,
  methods: [
    method('cash', 'Cash', 'cash'),
    method('card', 'Credit/Debit Card', 'card'),
    method('mobile', 'Mobile', 'mobile'),
  ],
  denominations: [
    ...notes('USD', 'note', '20.00', '100.00'),
    ...notes('LRD', 'note', '1000.00', '20.00'),
    ...notes('LRD', 'coin', '10.00', '5.00'),
  ],
  cash: {
    mode: 'off',
    requireShift: false,
    blindCount: true,
    countBy: 'pieces',
    toleranceUSD: '2.00',
    toleranceLRD: '500.00',
    payOutLimitUSD: '20.00',
    payOutLimitLRD: '4000.00',
    longShiftHours: 20,
    exchangeTolerance: 2,
    movementMaxUSD: '1000.00',
    movementMaxLRD: '200000.00',
    lrdCoins: null,
    roundDue: true,
  },
  startScreen: { bartender: 'sales', chosen: false },
  orders: { steps: true },
  reports: { managers: false },
  clock: { mode: 'off', breaksPaid: false },
  reasons: { freeText: true },
  tips: { mode: 'off' },
  approvals: { rules: {}, discountFree: 0, wait: 180 },
  bills: { compCapUSD: '0.00', slips: true },
  credit: { limitUSD: '1000.00' },
  guestWifi: { name: null, password: null },
  people: { lockAfter: 90, bartendersSee: 'all' },
  sheet: { managers: true, ownerPhone: '' },
  tax: {
    mode: 'off',
    next: null,
    day: 'business',
    tin: null,
    classes: [{ id: 'standard', name: 'Standard', kind: 'taxed', active: true, rates: [] }],
    categories: { drinks: 'standard', food: 'standard', cigars: 'standard', uncategorized: 'standard' },
    usdStep: '0.25',
  },
  serviceCharge: { mode: 'off', percent: '10.00', fromGuests: 6, taxClass: 'standard' },
  fiscal: { url: null, policy: 'later', waitSeconds: 5 },
  head: { url: null, rate: 'ask' },
  printers: [BAR],
};

export const BAR_STATE: Printer = {
  ...BAR,
  status: 'paper_out',
  queued: 2,
  lastSeenAt: null,
  error: 'No paper',
};

export const JOB: PrintJob = {
  id: 7,
  kind: 'receipt',
  receiptNumber: 'R-20261121-0007',
  orderId: null,
  printerId: 1,
  printerName: 'Bar',
  status: 'unknown',
  attempts: 2,
  error: 'It broke off',
  createdAt: '2026-11-21T10:00:00',
};

export const NETWORK: NetworkState = {
  name: 'bar.local',
  wantedName: 'bar.local',
  conflict: false,
  port: 8080,
  addresses: [{ interface: 'wlan0', address: '192.168.8.1', url: 'http://192.168.8.1:8080' }],
  staffUrl: 'http://192.168.8.1:8080',
  menuUrl: 'http://192.168.8.1:8080/m',
  printedUrl: null,
  printedAt: null,
  addressChanged: false,
};

export const BACKUPS: Backups = {
  folder: '/var/lib/barback/backups',
  lastVerifiedAt: '2026-11-21T05:00:00Z',
  ageSeconds: 3 * 3600,
  overdue: false,
  running: false,
  lastError: null,
  copies: [
    {
      name: 'one.backup',
      at: '2026-11-21T05:00:00Z',
      sizeBytes: 1_234_567,
      kind: 'nightly',
      journal: 2600,
      verified: true,
      encrypted: false,
    },
  ],
  encrypted: false,
  continuous: { target: null, state: 'off', lagSeconds: null, error: null },
  remote: { target: null, state: 'off', waiting: 0, newest: null, error: null },
};

export const NO_SECOND_BOX: Standby = {
  state: 'none',
  pairedAt: null,
  pairedBy: null,
  address: null,
  lastSeenAt: null,
  entriesBehind: null,
};

/** A box that is not connected to head office. */
export const NO_HEAD_OFFICE: HeadLink = {
  state: 'off',
  url: null,
  name: null,
  pairedAt: null,
  pairedBy: null,
  position: null,
  journal: 6000,
  entriesBehind: null,
  nextTryAt: null,
  error: null,
  directives: { waiting: 0, applied: 0, refused: 0 },
};

export const HEALTHY_BOX: Parameters<typeof fakeServer>[0] = {
  'GET /api/settings': { body: SETTINGS },
  'GET /api/printers': { body: [BAR_STATE] },
  'GET /api/print-jobs?limit=20': {
    body: [JOB, { ...JOB, id: 6, status: 'confirmed', error: null, receiptNumber: 'R-20261121-0006' }],
  },
  'GET /api/tables': {
    body: [
      { id: 1, tableNumber: 1, name: null, area: null, capacity: 2, status: 'available' },
      { id: 2, tableNumber: 7, name: null, area: null, capacity: 6, status: 'available' },
    ],
  },
  'GET /api/users': {
    body: [
      { id: 1, username: 'admin', firstName: 'Ada', role: 'admin', isActive: true, pinStatus: 'set' },
      { id: 2, username: 'hawa', firstName: null, role: 'bartender', isActive: true, pinStatus: 'none' },
    ],
  },
  'GET /api/devices': { body: [{ id: 1, name: 'Bar tablet' }] },
  'GET /api/reasons': { body: [{ id: 1, kind: 'void', name: 'Wrong item', active: true }] },
  'GET /api/network': { body: NETWORK },
  'GET /api/network/qr?format=svg': { body: 'a picture' },
  'GET /api/backups': { body: BACKUPS },
  'GET /api/standby': { body: NO_SECOND_BOX },
  'GET /api/head-link': { body: NO_HEAD_OFFICE },
  'PUT /api/settings': (call) => ({ body: { ...SETTINGS, ...(call.body as object) } }),
  'POST /api/printers/preview': (call) => ({
    body: { lines: [`${(call.body as { columns: number }).columns} wide`], columns: 48, qr: true, cut: true },
  }),
};
