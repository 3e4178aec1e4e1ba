/** A receipt in full, as the box gives it. */
import type { CurrencyCode, Receipt } from '../../api/types';

export interface ReceiptDetail extends Receipt {
  currency: CurrencyCode;
  businessInfo: { name: string; address: string; phone: string };
  transactionInfo: { date: string; time: string; paymentMethod: string; exchangeRate: number };
  customerInfo: { name: string | null };
  items: ReceiptItem[];
  totals: { displayTotal: string; displayPaid: string };
  notes: string | null;
  footer: { thankYouMessage: string; website: string; socialMedia: string };
  servedBy: string;
}

export interface ReceiptItem {
  name: string;
  brand: string | null;
  quantity: number;
  unitPriceDisplay: string;
  totalPriceDisplay: string;
}
