/** The shapes that go over the wire, by their names in the server's API document. */
import type { Schemas } from './calls';

export type Role = Schemas['Role'];
export type Category = Schemas['Category'];
export type OrderType = Schemas['OrderType'];
export type OrderStatus = Schemas['OrderStatus'];
export type PaymentStatus = Schemas['PaymentStatus'];
export type TableStatus = Schemas['TableStatus'];
export type TabStatus = Schemas['TabStatus'];
export type StockReason = Schemas['GivenReason'];
export type PrinterStatus = Schemas['PrinterStatus'];
export type PrinterProfile = Schemas['PrinterProfile'];
export type PrintJobStatus = Schemas['PrintJobStatus'];
export type Topic = Schemas['Topic'];

export type User = Schemas['User'];
export type UserBody = Schemas['UserBody'];
export type UserChange = Schemas['UserChange'];
export type SignedIn = Schemas['SignedInView'];
export type PublicSettings = Schemas['PublicSettings'];
export type Settings = Schemas['Settings'];
export type SettingsBody = Schemas['SettingsBody'];

export type Product = Schemas['Product'];
export type ProductBody = Schemas['ProductBody'];
export type ProductChange = Schemas['ProductChange'];
export type StockBody = Schemas['StockBody'];
export type MenuItem = Schemas['MenuItem'];
/** Only the categories that have something. */
export type Menu = Schemas['Menu'];
export type Movement = Schemas['Movement'];
export type ExchangeRate = Schemas['ExchangeRate'];
export type PastExchangeRate = Schemas['PastExchangeRate'];
export type Scan = Schemas['Scan'];

export type Imported = Schemas['Imported'];

export type Receipt = Schemas['Receipt'];
export type ReceiptDetail = Schemas['ReceiptDetail'];
/** What a guest may see of a receipt: not a phone number, and only staff see who served. */
export type GuestReceipt = Schemas['GuestReceipt'] & Partial<Pick<ReceiptDetail, 'servedBy'>>;
export type Sale = Schemas['Sale'];
export type SaleBody = Schemas['SaleBody'];
export type BatchBody = Schemas['BatchBody'];
export type RecordedSale = Schemas['RecordedSale'];
export type RecordedBatch = Schemas['RecordedBatch'];
export type VoidBody = Schemas['VoidBody'];

export type OrderItem = Schemas['OrderItem'];
export type OrderItemBody = Schemas['OrderItemBody'];
export type Order = Schemas['Order'];
export type OrderBody = Schemas['OrderBody'];
/** Money that was taken. */
export type Payment = Schemas['Payment'];
export type PaymentBody = Schemas['PaymentBody'];
/** One part of a payment, as it is sent. */
export type Tender = Schemas['TenderBody'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type Denomination = Schemas['Denomination'];
export type CashSetup = Schemas['CashSetup'];
export type PaidOrder = Schemas['PaidOrder'];
export type AttachBody = Schemas['AttachBody'];
export type Table = Schemas['Table'];
export type TableBody = Schemas['TableBody'];

export type CreditItem = Schemas['CreditItem'];
export type PaidCredit = Schemas['PaidCredit'];
export type PaidInBulk = Schemas['PaidInBulk'];
export type Tab = Schemas['Tab'];
export type TabPaymentBody = Schemas['TabPaymentBody'];
export type PaidTab = Schemas['PaidTab'];

export type SalesAnalytics = Schemas['SalesAnalytics'];
export type SalesSums = Schemas['SalesSums'];
export type CategorySales = Schemas['CategorySales'];
export type SalesReport = Schemas['SalesReport'];
export type UserSummary = Schemas['UserSummary'];
export type UserSalesReport = Schemas['UserSalesReport'];
export type CustomerSales = Schemas['CustomerSales'];
export type RecentSale = Schemas['RecentSale'];
/** What the bartender's dashboard shows. */
export type DashboardStats = Schemas['DashboardStats'];
export type AuditLine = Schemas['AuditLine'];
export type Printer = Schemas['Printer'];
export type PrinterSetting = Schemas['PrinterSetting'];
export type PrinterSettingBody = Schemas['PrinterSettingBody'];
export type PrintJob = Schemas['PrintJob'];
export type FoundPrinter = Schemas['FoundPrinter'];
/** A sample receipt as a printer would show it. */
export type PaperSample = Schemas['Preview'];

export type NetworkState = Schemas['Network'];
export type BackupCopy = Schemas['Backup'];
export type Backups = Schemas['Backups'];
export type BoxClock = Schemas['BoxClock'];
/** The box that keeps up with this one. */
export type Standby = Schemas['Standby'];
export type StandbyCode = Schemas['StandbyCode'];
/** How a phone comes to trust the box's own certificate. */
export type Trust = Schemas['Trust'];

/** What a refused price carries: the figures as they are now. */
export type FreshPrice = Schemas['FreshPrice'];
/** What is wrong with a line of an imported list; a refusal carries these. */
export type ImportError = Schemas['ImportError'];
