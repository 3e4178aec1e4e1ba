/** Words of the rules of approvals. */
import type { ApprovalKind, ApprovalRule } from '../../../api/types';

export const groups = { bills: 'Bills', sales: 'Sales and tax', drawer: 'Drawer' };

export const approvals = {
  lead: 'May a bartender do this? Managers never have to ask.',
  ask: 'Ask: a manager says yes on their phone or with a PIN.',
  kinds: {
    remove_sent: 'Take a sent item off',
    cancel_order: 'Cancel an order',
    after_bill: 'Change a bill after it was printed',
    move_after_bill: 'Move items of a printed bill',
    credit_after_bill: 'Put a printed bill on a tab',
    discount: 'Discount',
    comp: 'Give on the house',
    walk_out: 'Walk-out',
    oversell: 'Sell beyond the stock',
    void_sale: 'Void a sale',
    void_order: 'Void an order',
    refund: 'Refund',
    over_limit: 'Tab beyond its limit',
    service_charge: 'Waive the service charge',
    tax_exemption: 'Tax exemption',
    no_sale: 'Open without a sale',
    pay_out: 'Pay out',
    float: 'Take more float',
    cash_correction: 'Correct a payment or movement',
    uncounted_close: 'Close without counting',
  } as Record<ApprovalKind, string>,
  rules: [
    { value: 'allow', label: 'Yes' },
    { value: 'approve', label: 'Ask' },
    { value: 'deny', label: 'No' },
  ] satisfies { value: ApprovalRule; label: string }[],
  sent: 'or after 2 minutes',
  discountUpTo: (percent: number) => `up to ${percent} % without asking`,
  compUpTo: (amount: string) => `up to ${amount} a day without asking`,
  payOutOver: (amount: string) => `over ${amount} a shift`,
  saved: (kind: string, rule: string) => `${kind}: ${rule}`,
  limits: 'Limits',
  discountFree: 'Discount without asking (percent)',
  discountFreeHint: '0 to 100: up to this much below the list price needs no manager.',
  wait: 'A question waits (seconds)',
  waitHint: '30 to 900, then nobody has answered.',
  recommended: 'Use recommended rules',
  recommendedDone: 'Bartenders now ask a manager',
};
