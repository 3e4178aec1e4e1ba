/** The rules of approvals, as the settings show and send them. */
import type { ApprovalRule } from '../../../api/types';
import type { approvals as words } from './approvalStrings';

/** The kinds whose deeds exist on this box. */
export const KINDS = [
  'void_sale',
  'void_order',
  'discount',
  'remove_sent',
  'cancel_order',
  'no_sale',
  'comp',
  'walk_out',
  'refund',
  'after_bill',
  'credit_after_bill',
  'move_after_bill',
] as const;
/** Those of bars with service charge or tax. */
const TAX_KINDS = ['service_charge', 'tax_exemption'] as const;
const ALL = [...KINDS, ...TAX_KINDS];
export type ShownKind = keyof typeof words.kinds;

type Rules = Record<string, ApprovalRule>;

/** The rules of the kinds that are shown. */
export const rulesOf = (rules: Rules) =>
  Object.fromEntries(ALL.map((kind) => [kind, rules[kind] ?? 'deny'])) as Record<ShownKind, string>;

/** Only what was changed: another admin may change another rule. */
export const changedRules = (values: Record<ShownKind, string>, stored: Record<ShownKind, string>): Rules =>
  Object.fromEntries(
    ALL.filter((kind) => values[kind] !== stored[kind]).map((kind) => [kind, values[kind] as ApprovalRule]),
  );

/** Bartenders ask for everything, also for what comes to this box later. */
export const recommendedRules = (rules: Rules): Rules =>
  Object.fromEntries([...Object.keys(rules), ...KINDS].map((kind) => [kind, 'approve']));

export const isPercent = (text: string): boolean => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100;
