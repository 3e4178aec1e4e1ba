/** What the reports' calls answer. */
import type { Category, CurrencyCode, Money, Role, Time } from '../../api/types';

export interface Sums {
  totalRevenue: Money;
  revenueUSD: Money;
  revenueLRD: Money;
  totalSales: number;
  totalQuantity: number;
}

export interface SalesReport {
  overallSummary: Sums;
  days: (Sums & { date: string })[];
  takings: { paymentMethod: string; amountUSD: Money; amountLRD: Money }[];
  categories: { category: Category; totalRevenue: Money; totalQuantity: number }[];
}

export interface Account extends Sums {
  userId: number;
  userName: string;
  userFirstName: string | null;
  userLastName: string | null;
  userRole: Role;
  lastSaleDate: Time | null;
}

export interface CustomerSales extends Sums {
  customerName: string | null;
  customerPhone: string | null;
  products: { productId: number; productName: string; totalQuantity: number; totalRevenue: Money }[];
  lastSaleDate: Time | null;
}

export interface UserSales {
  summary: Sums;
  customerSales: CustomerSales[];
}

export interface RecentSale {
  id: number;
  productName: string;
  totalAmount: Money;
  currency: CurrencyCode;
  totalAmountUSD: Money;
  totalAmountLRD: Money;
  quantity: number;
  paymentMethod: string;
  saleDate: Time;
  customerName: string | null;
  customerPhone: string | null;
  userFirstName: string | null;
  userLastName: string | null;
  userName: string;
}
