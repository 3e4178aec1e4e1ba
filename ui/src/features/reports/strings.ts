/** Words of the reports. */
import { formatCount } from '../../lib/format';

export const words = {
  shifts: 'Shifts',
  tax: 'Tax Report',
  title: 'Sales Reports',
  period: 'Period summary',
  totalRevenue: 'Total Revenue',
  totalSales: 'Total Sales',
  unitsSold: 'Units Sold',
  reportFailed: 'The report could not be loaded',
  accounts: 'All Accounts',
  accountsFailed: 'The accounts could not be loaded',
  noAccounts: 'No accounts found',
  sales: (count: number) => `${formatCount(count)} ${count === 1 ? 'sale' : 'sales'}`,
  lastSale: (date: string) => `Last sale ${date}`,
  including: (lrd: string) => `incl. ${lrd}`,
  view: 'View',
  hide: 'Hide',
  byCustomer: 'Sales by Customer',
  inPeriod: (revenue: string, sales: string) => `${revenue} from ${sales} in this period`,
  noCustomers: 'No customer sales found for selected period',
  userFailed: 'Failed to load user sales details',
  walkIn: 'Walk-in Customer',
  recent: 'Recent Sales with Customers',
  noRecent: 'No recent sales found',
  recentFailed: 'The recent sales could not be loaded',
  /** `Usual Friday`. */
  usual: (weekday: string) => `Usual ${weekday}`,
  usually: (figure: string) => `usually ${figure}`,
  /** `+12.6 %` for 0.126. */
  percent: (change: number) => {
    const tenths = Math.round(Math.abs(change) * 1000) / 10;
    return `${change < 0 ? '−' : '+'}${tenths.toFixed(1)} %`;
  },
  takings: 'Takings',
  method: 'Payment method',
  inAll: 'In all',
  takingsNote: 'Received, less change',
  tips: 'Tips',
  tipsNote: 'Not in the takings',
  noTakings: 'No takings in this period',
  tenders: 'Takings by Currency',
  tendersNote: 'Money put down, before change',
  inCurrency: (name: string, currency: 'USD' | 'LRD') => `${name}, ${currency === 'USD' ? 'US$' : 'L$'}`,
  payments: (count: number) => `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`,
  refunded: (amount: string) => `${amount} given back`,
  changeGiven: 'Change given',
  less: 'Less',
  lessWhat: 'What',
  times: 'Times',
  toExceptions: 'Exceptions by person',
  lessKinds: { discounts: 'Discounts', comps: 'On the house', voids: 'Voids', walkOuts: 'Walk-outs' },
  categories: 'Sales by Category',
  /** `Drinks 66 %`. */
  share: (name: string, share: number) => `${name} ${Math.round(100 * share)} %`,
  serviceCharge: 'Service charge',
  noCategories: 'No sales in this period',
  noSales: 'No sales in this period',
  products: 'Sales by Product',
  productsFailed: 'The products could not be loaded',
  otherProducts: (count: number) => `${formatCount(count)} other ${count === 1 ? 'product' : 'products'}`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  showFewer: 'Show fewer',
  leads: (product: string) => `${product} leads`,
  /** How many accounts sold anything. */
  sellers: (count: number) => `${formatCount(count)} sold`,
  hours: 'Sales by Hour',
  plot: 'Revenue by hour; the figures stand in the table below',
  sold: 'Sold',
  hourColumn: 'Hour',
  asTable: 'As a table',
  bestHour: 'Best hour:',
  bestAt: (hour: number, revenue: string) => `${clock(hour)}, ${revenue}`,
  slow: (hour: number) => `${clock(hour)} was slower than usual.`,
  clock: (hour: number) => clock(hour),
  /** `9 PM to 10 PM`. */
  hour: (hour: number) => `${clock(hour)} to ${clock(hour + 1)}`,
  days: 'Sales by Day',
  dayCount: (count: number) => `${formatCount(count)} days`,
  /** Pieces sold. */
  units: (count: number) => `${formatCount(count)} sold`,
};

export const files = {
  download: (title: string) => `Download ${title}`,
  csv: 'CSV',
  xlsx: 'Excel',
  named: (name: string, format: string) => `${name}, ${format}`,
  customers: 'By customer',
  failed: 'The file could not be made',
};

export const print = {
  print: 'Print',
  done: 'The report is on its way to the printer',
  failed: 'Failed to print the report',
};

/** `9 PM`, `12 AM`. */
function clock(hour: number): string {
  return `${((hour + 11) % 12) + 1} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}
