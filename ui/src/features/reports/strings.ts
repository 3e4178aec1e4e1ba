/** Words of the reports. */
import { formatCount } from '../../lib/format';

export const words = {
  title: 'Sales Reports',
  range: 'Period',
  from: 'From',
  to: 'to',
  toLabel: 'To',
  rangeWrong: 'The first day must not be after the last',
  rangeMissing: 'Please choose both days',
  period: 'Period summary',
  totalRevenue: 'Total Revenue',
  totalSales: 'Total Sales',
  unitsSold: 'Units Sold',
  reportFailed: 'The report could not be loaded',
  accounts: 'All Accounts',
  allTime: 'All time',
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
  takings: 'Takings',
  takingsNote: 'Money kept, by payment method',
  noTakings: 'No takings in this period',
  categories: 'Sales by Category',
  noCategories: 'No sales in this period',
  units: (count: number) => `${formatCount(count)} sold`,
};

export const CATEGORY_LABEL: Record<string, string> = {
  drinks: 'Drinks',
  food: 'Food',
  cigars: 'Cigars',
  uncategorized: 'Other',
};

export const print = {
  print: 'Print',
  done: 'The report is on its way to the printer',
  failed: 'Failed to print the report',
};
