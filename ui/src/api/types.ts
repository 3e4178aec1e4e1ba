/** Types of the API's requests and responses, named as in the OpenAPI document. */
import type { Address, BodyOf, Schemas } from './calls';
import type { paths } from './schema';

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
/** A new user, with the invitation that was asked for. */
export type NewUser = Schemas['NewUser'];
export type Invitation = Schemas['Invitation'];
export type JoinBody = Schemas['JoinBody'];
export type SignedIn = Schemas['SignedInView'];
/** What the box says of a session at its start. */
export type SessionInfo = Schemas['Session'];
export type Device = Schemas['Device'];
export type DeviceBody = Schemas['DeviceBody'];
export type DeviceCode = Schemas['DeviceCode'];
export type OwnDevice = Schemas['OwnDevice'];
/** A person of the staff, to choose from a list. */
export type StaffName = Schemas['StaffName'];
/** A person who may sign in on an enrolled device by PIN. */
export type PersonHere = Schemas['PersonHere'];
export type ReportPart = paths['/api/reports/{part}']['get']['parameters']['path']['part'];
export type Reason = Schemas['Reason'];
export type ReasonKind = Schemas['ReasonKind'];
export type ReasonBody = Schemas['ReasonRowBody'];
export type Sheet = Schemas['Sheet'];
export type IssuedSheet = Schemas['IssuedSheet'];
export type SheetRow = Schemas['SheetRow'];
export type SheetRowKind = Schemas['SheetRowKind'];
export type SheetCheck = Schemas['SheetCheck'];
export type Clock = Schemas['Clock'];
export type ExceptionRow = Schemas['ExceptionRow'];
export type ExceptionsReport = Schemas['ExceptionsReport'];
export type Period = Schemas['Period'];
export type PeriodStatus = Schemas['PeriodStatus'];
export type CorrectionBody = Schemas['CorrectionBody'];
export type TipMode = Schemas['TipMode'];
export type TipsReport = Schemas['TipsReport'];
export type TipsRow = Schemas['TipsRow'];
/** What a bartender asked a manager for, and what became of it. */
export type Approval = Schemas['Approval'];
export type ApprovalKind = Schemas['ApprovalKind'];
export type ApprovalRule = Schemas['ApprovalRule'];
export type ApprovalStatus = Schemas['ApprovalStatus'];
export type PublicSettings = Schemas['PublicSettings'];
export type Settings = Schemas['Settings'];
export type TaxReport = Schemas['TaxReport'];
export type BuyerBody = Schemas['BuyerBody'];
export type OrderServiceChargeBody = Schemas['OrderServiceChargeBody'];
export type OrderExemptionBody = Schemas['OrderExemptionBody'];
export type TaxChange = Schemas['TaxChange'];
export type AssistedPrice = Schemas['SuggestedPrice'];
export type PricePlan = Schemas['PricePlan'];
export type PricePlanBody = Schemas['PricePlanBody'];
export type TaxClass = Schemas['TaxClass'];
export type TaxInForce = Schemas['TaxInForce'];
export type SettingsBody = Schemas['SettingsBody'];
/** The connection with head office. */
export type HeadLink = Schemas['HeadLink'];
/** A change that head office asked for. */
export type Directive = Schemas['Directive'];
/** The link of a product or a user to head office. */
export type Chain = Schemas['Chain'];

export type Product = Schemas['Product'];
export type ProductBody = Schemas['ProductBody'];
/** Whether the stock of a product is counted. */
export type StockMode = Schemas['StockMode'];
/** What one of the stock of a product is. */
export type Unit = Schemas['Unit'];
/** What a mixed product takes of another one. */
export type Ingredient = Schemas['Ingredient'];
export type ProductChange = Schemas['ProductChange'];
export type PriceListBody = Schemas['PriceListBody'];
export type StockBody = Schemas['StockBody'];
export type MenuItem = Schemas['MenuItem'];
export type MenuCodes = Schemas['MenuCodes'];
/** Holds only categories with items. */
export type Menu = Schemas['Menu'];
export type MenuNotes = Schemas['MenuNotes'];
export type Movement = Schemas['Movement'];
export type ExchangeRate = Schemas['ExchangeRate'];
export type PastExchangeRate = Schemas['PastExchangeRate'];
export type Scan = Schemas['Scan'];

export type IgnoredPrice = Schemas['IgnoredPrice'];

export type Receipt = Schemas['Receipt'];
export type ReceiptDetail = Schemas['ReceiptDetail'];
/** A receipt as a guest sees it: without the phone number; `servedBy` is for staff only. */
export type GuestReceipt = Schemas['GuestReceipt'] & Partial<Pick<ReceiptDetail, 'servedBy'>>;
export type Sale = Schemas['Sale'];
export type SaleBody = Schemas['SaleBody'];
/** One product over the counter. */
export type CounterBody = Schemas['CounterBody'];
export type BatchBody = Schemas['BatchBody'];
export type RecordedSale = Schemas['RecordedSale'];
export type RecordedBatch = Schemas['RecordedBatch'];
export type VoidBody = Schemas['VoidBody'];
export type OrderVoidBody = Schemas['OrderVoidBody'];
export type VoidedOrder = Schemas['VoidedOrder'];

export type OrderItem = Schemas['OrderItem'];
export type OrderItemBody = Schemas['OrderItemBody'];
export type Order = Schemas['Order'];
export type OrderState = Schemas['OrderState'];
export type OrderBody = Schemas['OrderBody'];
export type OrderStatusBody = Schemas['OrderStatusBody'];
/** Another quantity or note of an item. */
export type ItemChangeBody = Schemas['ItemChangeBody'];
/** Why an item is removed, and whether it goes back to stock. */
export type RemovalBody = Schemas['ReasonBody'];
export type Payment = Schemas['Payment'];
export type PaymentBody = Schemas['PaymentBody'];
/** One part of a payment, as in the request. */
export type Tender = Schemas['TenderBody'];
export type PaymentMethod = Schemas['PaymentMethod'];
export type Denomination = Schemas['Denomination'];
export type CashSetup = Schemas['CashSetup'];
export type Till = Schemas['Till'];
export type Shift = Schemas['Shift'];
export type CountBody = Schemas['CountBody'];
export type OpenShiftBody = Schemas['OpenShiftBody'];
/** The count that closes a shift. */
export type CloseBody = Schemas['CloseBody'];
export type CountResult = Schemas['CountResult'];
export type CashMovement = Schemas['CashMovement'];
export type MoveCashBody = Schemas['MoveCashBody'];
/** A tender that is compared with the bar's own account. */
export type ShiftReference = Schemas['ShiftReference'];
export type TillBody = Schemas['TillBody'];
export type TillKind = Schemas['TillKind'];
/** The X or the Z of a shift. */
export type ShiftReport = Schemas['ShiftReport'];
export type ZSummary = Schemas['ZSummary'];
export type ZNoteBody = Schemas['NoteZBody'];
/** What somebody counted. */
export type Count = Schemas['Count'];
export type MovementKind = Schemas['MovementKind'];
export type CashReport = Schemas['CashReport'];
export type PaidOrder = Schemas['PaidOrder'];
/** The parts of an order that is paid in equal shares. */
export type Shares = Schemas['Shares'];
export type PayIn = Schemas['PayIn'];
export type DiscountBody = BodyOf<Address<'/api/orders/{id}/discount'>, 'post'>;
export type CompBody = BodyOf<Address<'/api/orders/{id}/comp'>, 'post'>;
export type RefundBody = BodyOf<Address<'/api/receipts/{receiptNumber}/refund'>, 'post'>;
export type Bill = Schemas['Bill'];
export type BillState = Bill['state'];
export type AttachBody = Schemas['AttachBody'];
export type OldDebtBody = Schemas['OldDebtBody'];
/** A part of an item that moves; `of` is the quantity that the phone shows. */
export type Pieces = Schemas['PiecesBody'];
export type MoveTarget = Schemas['MoveTargetBody'];
export type SplitBody = Schemas['SplitBody'];
/** The guest that an item is for. */
export type ItemGuest = Schemas['ItemLabelBody'];
export type TableMoveBody = Schemas['TableMoveBody'];
export type HandOverBody = Schemas['HandOverBody'];
export type Colleague = Schemas['Colleague'];
export type Table = Schemas['Table'];
export type TableBody = Schemas['TableBody'];

export type CreditItem = Schemas['CreditItem'];
export type CreditBody = Schemas['CreditBody'];
export type CreditBatchBody = Schemas['CreditBatchBody'];
export type GivenCredits = Schemas['GivenCredits'];
export type PaidCredit = Schemas['PaidCredit'];
export type PaidInBulk = Schemas['PaidInBulk'];
export type Tab = Schemas['Tab'];
/** A customer of tabs, and what is due. */
export type KnownCustomer = Schemas['Customer'];
export type CustomerBody = Schemas['CustomerBody'];
export type TabPaymentBody = Schemas['TabPaymentBody'];
export type PaidTab = Schemas['PaidTab'];

/** Products by what was sold most often in the last 30 business days. */
export type BestSellers = Schemas['BestSellers'];

export type SalesAnalytics = Schemas['SalesAnalytics'];
export type SalesSums = Schemas['SalesSums'];
export type CategorySales = Schemas['CategorySales'];
export type SalesReport = Schemas['SalesReport'];
export type UserSummary = Schemas['UserSummary'];
export type UserSalesReport = Schemas['UserSalesReport'];
export type CustomerSales = Schemas['CustomerSales'];
export type RecentSale = Schemas['RecentSale'];
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
/** The second box that replicates this one. */
export type Standby = Schemas['Standby'];
export type StandbyCode = Schemas['StandbyCode'];
/** The box's certificate authority, which a phone can install. */
export type Trust = Schemas['Trust'];

/** The current amounts, sent with the refusal of an outdated price. */
export type FreshPrice = Schemas['FreshPrice'];

/** Which of the papers that wait for a printer are printed. */
export type PapersKept = Schemas['WaitingPapersKept'];
