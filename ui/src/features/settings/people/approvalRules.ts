/** The rules of approvals, as the settings show and send them. */
import type { ApprovalKind, ApprovalRule, Settings } from '../../../api/types';
import { groups } from './approvalStrings';

interface RuleGroup {
  title: string;
  kinds: readonly ApprovalKind[];
}

const hasTills = ({ cash }: Settings) => cash.mode !== 'off';
const KIND_IF: Partial<Record<ApprovalKind, (settings: Settings) => boolean>> = {
  pay_out: hasTills,
  float: hasTills,
  cash_correction: hasTills,
  uncounted_close: hasTills,
  service_charge: ({ serviceCharge }) => serviceCharge.mode !== 'off',
  tax_exemption: ({ tax }) => tax.mode !== 'off',
};

/** Only kinds whose deeds exist on this box. */
const GROUPS: readonly RuleGroup[] = [
  {
    title: groups.bills,
    kinds: [
      'remove_sent',
      'cancel_order',
      'after_bill',
      'move_after_bill',
      'credit_after_bill',
      'discount',
      'comp',
      'walk_out',
    ],
  },
  {
    title: groups.sales,
    kinds: ['void_sale', 'void_order', 'refund', 'oversell', 'over_limit', 'service_charge', 'tax_exemption'],
  },
  {
    title: groups.drawer,
    kinds: ['no_sale', 'pay_out', 'float', 'cash_correction', 'uncounted_close'],
  },
];

/** What this bar can decide: without tills, tax or service charge nothing asks about them. */
export const groupsOf = (settings: Settings): RuleGroup[] =>
  GROUPS.map((group) => ({
    ...group,
    kinds: group.kinds.filter((kind) => KIND_IF[kind]?.(settings) ?? true),
  }));

export const ruleOf = (
  { approvals: { rules } }: Pick<Settings, 'approvals'>,
  kind: ApprovalKind,
): ApprovalRule => rules[kind] ?? 'deny';

/** How many of the shown deeds a bartender asks a manager for. */
export const askedFor = (settings: Settings): number =>
  groupsOf(settings)
    .flatMap(({ kinds }) => kinds)
    .filter((kind) => ruleOf(settings, kind) === 'approve').length;

/** Bartenders ask for everything, also for what comes to this box later. */
export const recommendedRules = (settings: Settings): Settings['approvals']['rules'] => {
  const kinds = [...Object.keys(settings.approvals.rules), ...GROUPS.flatMap((group) => group.kinds)];
  return Object.fromEntries(kinds.map((kind) => [kind, 'approve']));
};

export const isPercent = (text: string): boolean => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100;
