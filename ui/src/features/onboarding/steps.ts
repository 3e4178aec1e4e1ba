/** The seven steps of the tour: texts, routes and labels of the forward button. */
import {
  ChartColumn,
  CircleCheck,
  HandCoins,
  type LucideIcon,
  Package,
  QrCode,
  Sparkles,
  TrendingUp,
} from 'lucide-react';

export interface Step {
  id: string;
  title: string;
  text: string;
  /** Label of the forward button. */
  action: string;
  icon: LucideIcon;
  /** The screen that is shown behind the tour. */
  route?: string;
  points: readonly string[];
  /** A point that applies to managers and admins only. */
  managersPoint?: string;
}

export const STEPS: readonly [Step, ...Step[]] = [
  {
    id: 'welcome',
    title: 'Welcome to Barback',
    text: 'A short look around. It takes two minutes, and you can leave at any time.',
    action: 'Start the tour',
    icon: Sparkles,
    points: [
      'Inventory with live stock and barcodes',
      'Sales in US and Liberian dollars',
      'Customer credit and tabs',
      'A digital menu for your guests',
    ],
  },
  {
    id: 'inventory',
    title: 'Inventory',
    text: 'Everything on the shelf, with its price in both currencies.',
    action: 'Explore Inventory',
    icon: Package,
    route: '/inventory',
    points: ['Search by name, brand or barcode, or scan', 'Yellow is running low, red is gone'],
    managersPoint: 'Import and export your list as CSV',
  },
  {
    id: 'sales',
    title: 'Sales',
    text: 'What was sold, and when.',
    action: 'Try Sales',
    icon: TrendingUp,
    route: '/sales',
    points: [
      'Quick Service sells from a cart',
      'Quick Sale records a single product',
      'The heat map shows your busy hours',
    ],
  },
  {
    id: 'customer-credit',
    title: 'Customer Credit',
    text: 'Who owes what, in the currency it was priced in.',
    action: 'See Credit System',
    icon: HandCoins,
    route: '/credit',
    points: [
      'Put drinks on credit for a customer',
      'Mark single items paid, or pay all',
      'Tabs take partial payments',
    ],
  },
  {
    id: 'digital-menu',
    title: 'Digital Menu',
    text: 'Guests scan a code at their table and see what you have today.',
    action: 'View Menu',
    icon: QrCode,
    points: [
      'Drinks in both currencies, food in Liberian dollars',
      'Sold-out items are marked automatically',
    ],
    managersPoint: 'Print the code from Inventory',
  },
  {
    id: 'reports',
    title: 'Reports',
    text: 'Sales for any dates: by payment, staff and customer. For admins.',
    action: 'See Analytics',
    icon: ChartColumn,
    route: '/reports',
    points: [
      '“Last night” is one tap',
      'By product, hour, account and customer',
      'Each part as a file for Excel',
    ],
  },
  {
    id: 'complete',
    title: 'You are ready',
    text: 'That was the tour. It stays in the help menu.',
    action: 'Start Using App',
    icon: CircleCheck,
    points: [],
  },
];

/** The badges of the last step, and what they say of a bar that is not ready yet. */
export const READY = [
  { of: 'inventory', yes: 'Inventory Ready', no: 'Inventory: add products' },
  { of: 'sales', yes: 'Sales Ready', no: 'Sales: nothing in stock' },
  { of: 'menu', yes: 'Menu Ready', no: 'Menu: no items yet' },
] as const;

/** `14` for the first of seven. */
export function percentOf(index: number): number {
  return Math.round((100 * (index + 1)) / STEPS.length);
}
