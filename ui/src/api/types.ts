/** What goes over the wire: the types generated from the server's API document, with its closed sets of words named. */
import type { Currency } from '../lib/money';
import type { components } from './schema';

type Wire = components['schemas'];

/** Puts narrower types in for some fields; a field that is gone, or is of another kind now, does not compile. */
type Narrow<T, By extends { [K in keyof By]: K extends keyof T ? T[K] : never }> = Omit<T, keyof By> & By;

export type Role = 'admin' | 'manager' | 'bartender';
export type Category = 'drinks' | 'food' | 'cigars' | 'uncategorized';
export type SalePaymentMethod = 'cash' | 'card' | 'digital' | 'check';
export type OrderPaymentMethod = 'cash' | 'card' | 'mobile' | 'mixed';
export type OrderType = 'dine_in' | 'takeout' | 'delivery';
export type OrderStatus = 'pending' | 'preparing' | 'ready' | 'served' | 'cancelled';
export type PaymentStatus = 'unpaid' | 'partial' | 'paid';
export type TableStatus = 'available' | 'occupied' | 'reserved' | 'cleaning';
type CreditStatus = 'active' | 'paid';
export type PrinterStatus = 'ready' | 'offline' | 'paper_out' | 'cover_open' | 'paused' | 'unknown';
export type PrintJobStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'confirmed'
  | 'blocked'
  | 'unknown'
  | 'failed'
  | 'cancelled'
  | 'expired';

export type User = Narrow<Wire['User'], { role: Role }>;
export type SignedIn = Narrow<Wire['SignedInView'], { user: User }>;
export type PublicSettings = Wire['PublicSettings'];
export type Settings = Narrow<Wire['Settings'], { printers: PrinterSetting[] }>;

export type Product = Narrow<Wire['Product'], { category: Category; currency: Currency; isAvailable: 0 | 1 }>;
export type MenuItem = Narrow<Wire['MenuItem'], { category: Category; currency: Currency }>;
/** Only the categories that have something. */
export type Menu = Partial<Record<Category, MenuItem[]>>;
export type Movement = Wire['Movement'];
export type ExchangeRate = Wire['ExchangeRate'];
export type PastExchangeRate = Wire['PastExchangeRate'];
export type Scan = Wire['Scan'];
export type ScanAnswer = Narrow<Wire['ScannedView'], { product: Product | null }>;
export type ImportAnswer = Wire['Imported'];

export type Receipt = Wire['Receipt'];
export type ReceiptDetail = Narrow<Wire['ReceiptDetail'], { currency: Currency }>;
/** What a guest may see of a receipt: not who served, nor a phone number. */
export type GuestReceipt = Narrow<Wire['GuestReceipt'], { currency: Currency }> & { servedBy?: string };
export type Sale = Narrow<Wire['Sale'], { currency: Currency }>;
export type RecordedSale = Narrow<Wire['RecordedSale'], { currency: Currency }>;
export type RecordedBatch = Narrow<Wire['RecordedBatch'], { sales: Sale[] }>;

export type OrderItem = Narrow<Wire['OrderItem'], { currency: Currency }>;
export type Order = Narrow<
  Wire['Order'],
  {
    orderType: OrderType;
    status: OrderStatus;
    currency: Currency;
    paymentStatus: PaymentStatus;
    isOnCredit: 'true' | 'false';
    items: OrderItem[];
  }
>;
/** Money that was taken. */
export type Payment = Wire['Payment'];
export type PaidOrder = Narrow<Wire['PaidOrder'], { order: Order }>;
export type AttachedOrder = Narrow<Wire['AttachedOrder'], { order: Order; credits: CreditItem[] }>;
export type Table = Narrow<Wire['Table'], { status: TableStatus }>;

export type CreditItem = Narrow<Wire['CreditItem'], { currency: Currency; status: CreditStatus }>;
export type PaidCredit = Narrow<Wire['PaidCredit'], { credit: CreditItem }>;
export type PaidInBulk = Wire['PaidInBulk'];
export type Tab = Narrow<Wire['Tab'], { status: PaymentStatus; items: CreditItem[] }>;
export type PaidTab = Narrow<Wire['PaidTab'], { tab: Tab }>;

export type SalesAnalytics = Wire['SalesAnalytics'];
export type SalesSums = Wire['SalesSums'];
export type CategorySales = Narrow<Wire['CategorySales'], { category: Category }>;
export type SalesReport = Narrow<Wire['SalesReport'], { categories: CategorySales[] }>;
export type UserSummary = Narrow<Wire['UserSummary'], { userRole: Role }>;
export type CustomerSales = Wire['CustomerSales'];
export type UserSalesReport = Wire['UserSalesReport'];
export type RecentSale = Narrow<Wire['RecentSale'], { currency: Currency }>;
/** What the bartender's dashboard shows. */
export type DashboardStats = Narrow<
  Wire['DashboardStats'],
  { recentOrders: Narrow<Wire['RecentOrder'], { status: OrderStatus }>[] }
>;
export type AuditLine = Wire['AuditLine'];
export type Printer = Narrow<Wire['Printer'], { status: PrinterStatus; categories: Category[] }>;
export type PrinterSetting = Narrow<Wire['PrinterSetting'], { categories: Category[] }>;
export type PrintJob = Narrow<Wire['PrintJob'], { status: PrintJobStatus }>;
export type FoundPrinter = Wire['FoundPrinter'];
/** A sample receipt as a printer would show it. */
export type PaperSample = Wire['Preview'];

export type NetworkState = Wire['Network'];

export type BackupCopy = Narrow<Wire['Backup'], { kind: 'nightly' | 'manual' }>;
export type Backups = Narrow<
  Wire['Backups'],
  {
    copies: BackupCopy[];
    continuous: Narrow<Wire['ContinuousCopy'], { state: 'off' | 'ok' | 'behind' | 'failed' }>;
    remote: Narrow<Wire['RemoteCopies'], { state: 'off' | 'ok' | 'sending' | 'failed' }>;
  }
>;

/** The box that keeps up with this one. */
export type BoxClock = Wire['BoxClock'];
export type Standby = Narrow<Wire['Standby'], { state: 'none' | 'waiting' | 'ok' | 'behind' | 'away' }>;
export type StandbyCode = Wire['StandbyCode'];

/** How a phone comes to trust the box's own certificate. */
export type Trust = Wire['Trust'];

/** What a refused price carries: the figures as they are now. The document leaves the members of a refusal open. */
export type FreshPrice = Pick<
  Sale,
  | 'productId'
  | 'unitPrice'
  | 'totalAmount'
  | 'currency'
  | 'unitPriceUSD'
  | 'unitPriceLRD'
  | 'totalAmountUSD'
  | 'totalAmountLRD'
  | 'exchangeRate'
>;

/** What is wrong with a line of an imported list; a refusal carries these. */
export interface ImportError {
  line: number;
  column: string | null;
  message: string;
}
