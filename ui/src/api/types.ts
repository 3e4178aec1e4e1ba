/** What goes over the wire, as the HTTP contract names it. */

export type Role = 'admin' | 'manager' | 'bartender';
export type Category = 'drinks' | 'food' | 'cigars' | 'uncategorized';
export type CurrencyCode = 'USD' | 'LRD';
/** A decimal string with two decimals, `"3.50"`. */
export type Money = string;
/** RFC 3339, UTC. */
export type Time = string;

export interface User {
  id: number;
  username: string;
  email: string | null;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  isActive: boolean;
  createdAt: Time;
  lastLoginAt: Time | null;
  mustChangePassword: boolean;
}

export interface SignedIn {
  token: string;
  user: User;
}

export interface PublicSettings {
  title: string;
  demo: boolean;
  version: string;
}

export interface Product {
  id: number;
  name: string;
  brand: string | null;
  barcode: string;
  price: Money;
  stock: number;
  category: Category;
  description: string | null;
  isAvailable: 0 | 1;
  currency: CurrencyCode;
  priceUSD: Money | null;
  priceLRD: Money | null;
  exchangeRate: number | null;
  effectivePriceUSD: Money;
  effectivePriceLRD: Money;
  createdAt: Time;
  updatedAt: Time;
}

export interface ExchangeRate {
  rate: number;
  updatedAt: Time;
}

export interface Scan {
  id: number;
  barcode: string;
  productId: number | null;
  productName: string | null;
  scannedAt: Time;
}

export interface ScanAnswer {
  scan: Scan;
  product: Product | null;
}

export interface ImportError {
  line: number;
  column: string | null;
  message: string;
}

export interface ImportAnswer {
  created: number;
  updated: number;
  unchanged: number;
  errors: ImportError[];
  ignoredColumns?: string[];
}

/** A row of the receipts list; `receipt` in any other answer is the same. */
export interface Receipt {
  id: number;
  receiptNumber: string;
  orderId: number | null;
  customerName: string | null;
  customerPhone: string | null;
  paymentMethod: string;
  totalAmountUSD: Money;
  totalAmountLRD: Money;
  createdAt: Time;
}

export type SalePaymentMethod = 'cash' | 'card' | 'digital' | 'check';

export interface Sale {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: Money;
  totalAmount: Money;
  currency: CurrencyCode;
  unitPriceUSD: Money;
  unitPriceLRD: Money;
  totalAmountUSD: Money;
  totalAmountLRD: Money;
  exchangeRate: number;
  paymentMethod: string;
  notes: string | null;
  customerId: string | null;
  customerName: string | null;
  customerPhone: string | null;
  saleDate: Time;
  userId: number;
  userName: string;
  receiptNumber: string;
  orderId: number | null;
  creditId: number | null;
  listPrice: Money | null;
  discountReason: string | null;
  voidedAt: Time | null;
}

/** What a refused price carries: the figures as they are now. */
export interface FreshPrice {
  productId: number;
  unitPrice: Money;
  totalAmount: Money;
  currency: CurrencyCode;
  unitPriceUSD: Money;
  unitPriceLRD: Money;
  totalAmountUSD: Money;
  totalAmountLRD: Money;
  exchangeRate: number;
}

export interface SalesAnalytics {
  totalRevenue: Money;
  revenueUSD: Money;
  revenueLRD: Money;
  salesCount: number;
  totalQuantity: number;
  averageSale: Money;
  topProducts: { productId: number; productName: string; totalQuantity: number; totalRevenue: Money }[];
  heatMap: { date: string; hours: Money[] }[];
}

export type OrderType = 'dine_in' | 'takeout' | 'delivery';
export type OrderStatus = 'pending' | 'preparing' | 'ready' | 'served' | 'cancelled';
export type PaymentStatus = 'unpaid' | 'partial' | 'paid';
export type OrderPaymentMethod = 'cash' | 'card' | 'mobile' | 'mixed';

export interface OrderItem {
  id: number;
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: Money;
  totalPrice: Money;
  currency: CurrencyCode;
  unitPriceUSD: Money;
  unitPriceLRD: Money;
}

export interface Order {
  id: number;
  orderType: OrderType;
  status: OrderStatus;
  tableId: number | null;
  tableNumber: number | null;
  customerName: string;
  customerPhone: string | null;
  notes: string | null;
  totalAmount: Money;
  currency: CurrencyCode;
  totalAmountUSD: Money;
  totalAmountLRD: Money;
  exchangeRate: number;
  paymentStatus: PaymentStatus;
  isOnCredit: 'true' | 'false';
  paidAmountUSD: Money;
  paidAmountLRD: Money;
  remainingUSD: Money;
  remainingLRD: Money;
  changeUSD: Money;
  changeLRD: Money;
  roundingLRD: Money;
  receiptNumber: string | null;
  userName: string;
  cancelReason: string | null;
  createdAt: Time;
  updatedAt: Time;
  items: OrderItem[];
}

/** Money that was taken. */
export interface Payment {
  id: number;
  at: Time;
  amountUSD: Money;
  amountLRD: Money;
  changeUSD: Money;
  changeLRD: Money;
  roundingLRD: Money;
  exchangeRate: number;
  valueUSD: Money;
  paymentMethod: string;
  notes: string | null;
  userName: string;
}

export interface PaidOrder {
  order: Order;
  payment: Payment;
  receipt: Receipt | null;
}

export type TableStatus = 'available' | 'occupied' | 'reserved' | 'cleaning';

export interface Table {
  id: number;
  tableNumber: number;
  capacity: number;
  status: TableStatus;
}

/** What the bartender's dashboard shows. */
export interface DashboardStats {
  outOfStockItems: number;
  lowStockItems: number;
  pendingOrders: number;
  /** In US dollars. */
  todaysSales: Money;
  recentOrders: {
    id: number;
    tableNumber: number | null;
    /** Lines of the order. */
    items: number;
    total: Money;
    status: OrderStatus;
  }[];
}
