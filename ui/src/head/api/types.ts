/** Types of head office's requests and answers, named as its screens call them. They are made from its OpenAPI document. */
import type { components } from './schema';

type Schemas = components['schemas'];

/** A bar, named by the 32 hex digits of its journal. */
export type BarId = Schemas['Bar']['bar'];
export type Role = Schemas['Role'];
export type HeadUser = Schemas['User'];
/** What is sent to add or change a user; what is left out stays. */
export type UserInput = Schemas['UserChangeBody'];
export type SignedIn = Schemas['SignedIn'];
export type TotpSetup = Schemas['TotpSetup'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
/** What is known before a sign-in. */
export type HeadInfo = Schemas['HeadInfo'];
export type ErrorCode = Schemas['ErrorCode'];

export type BarState = Schemas['BarState'];
/** What is wrong with a bar. */
export type Flag = Schemas['Flag'];
/** A sentence about a flag. */
export type Alert = Schemas['Alert'];
export type PeriodName = Exclude<Schemas['PeriodName'], 'dates'>;
/** The figures of a bar, or of all bars together. */
export type Figures = Schemas['OverviewSums'];
export type BarRow = Schemas['OverviewRow'];
export type Overview = Schemas['Overview'];

/** The reports by name. */
export type Reports = Schemas['Reports'];
export type ReportName = keyof Reports;
export type HourLine = Schemas['HourRow'];
export type ProductLine = Schemas['ProductRow'];
export type ShiftLine = Schemas['ShiftRow'];
export type OpenLine = Schemas['OpenRow'];
export type StockLine = Schemas['StockRow'];

export type Bar = Schemas['Bar'];
/** A history of a bar. */
export type Line = Schemas['Line'];
/** An entry of a history, in words. */
export type EntryLine = Schemas['Entry'];
export type PairingCode = Schemas['PairingCode'];
export type AuditLine = Schemas['AuditLine'];
/** What became of a file of parcels. */
export type FileResult = Schemas['FileResult'];

export type DirectiveState = Schemas['DirectiveState'];
/** What head office asks of a bar. */
export type Directive = Schemas['Directive'];
export type DirectiveInput = Schemas['DirectiveBody'];

/** A product that bars share. */
export type ChainProduct = Schemas['ChainProduct'];
export type ChainProductInput = Schemas['ChainProductBody'];
/** A product of a bar that may be the same as one of the chain. */
export type Match = Schemas['Match'];
