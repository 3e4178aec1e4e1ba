/** The calls of Customer Tabs, and the lists that change with them. */
import { patch, post, type WriteOptions } from '../../api/client';
import { ApiError } from '../../api/error';
import type { OrderPaymentMethod, PaidCredit, PaidInBulk, Tab } from '../../api/types';
import type { ChangeIn } from '../../lib/tender';

export const TABS = '/api/tabs';
export const CREDIT = '/api/credit';
export const PRODUCTS = '/api/products';
export const RATE = '/api/exchange-rate';

export const MONEY_LISTS = [TABS, CREDIT, '/api/receipts', '/api/sales', '/api/orders'] as const;
export const STOCK_LISTS = [TABS, CREDIT, PRODUCTS] as const;

export interface PaymentBody {
  customerName: string;
  customerPhone: string | null;
  amountUSD: string;
  amountLRD: string;
  /** What the bill was reckoned with: at another rate the box takes nothing. */
  exchangeRate: number;
  paymentMethod: OrderPaymentMethod;
  changeIn?: ChangeIn;
}

/** All that is owed, in cash; the receipt's number. */
export async function payTab(tab: Tab, options: WriteOptions = {}): Promise<string | null> {
  const { customerName, customerPhone } = tab;
  const body = { customerName, ...(customerPhone ? { customerPhone } : {}) };
  try {
    const paid = await post<PaidInBulk>(`${CREDIT}/bulk-pay`, body, options);
    return paid.receipt?.receiptNumber ?? null;
  } catch (error) {
    // Somebody else of this name has a phone, this customer has none: only the items say who is meant.
    if (customerPhone || !(error instanceof ApiError && error.code === 'ambiguous_customer')) throw error;
    return payEach(tab, options);
  }
}

async function payEach({ items }: Tab, options: WriteOptions): Promise<string | null> {
  let receipt: string | null = null;
  for (const { id, status } of items) {
    if (status !== 'active') continue;
    try {
      const key = options.key && `${options.key}-${id}`;
      const paid = await patch<PaidCredit>(`${CREDIT}/${id}/pay`, {}, { ...options, key });
      receipt = paid.receipt?.receiptNumber ?? receipt;
    } catch (error) {
      // Somebody else was faster: that is what was wanted.
      if (!(error instanceof ApiError && error.code === 'already_paid')) throw error;
    }
  }
  return receipt;
}
