/** Words of the rules of approvals. */
import type { ApprovalRule } from '../../../api/types';

export const approvals = {
  title: 'Approvals',
  note: 'What bartenders may do by themselves. Managers and admins never ask.',
  kinds: {
    void_sale: 'Void a sale',
    void_order: 'Void an order',
    discount: 'Sell at another price',
    remove_sent: 'Take a sent item off an order',
    cancel_order: 'Cancel an order with sent items',
    no_sale: 'Open the drawer without a sale',
    comp: 'Give items free',
    walk_out: 'Record a walk-out',
    refund: 'Give money back',
    after_bill: 'Take something off after the bill',
    credit_after_bill: 'Put something billed on a tab',
    move_after_bill: 'Move or split after the bill',
    service_charge: 'Waive the service charge',
    tax_exemption: 'Sell without tax to an exempt customer',
  },
  rules: [
    { value: 'allow', label: 'Allowed' },
    { value: 'approve', label: 'Ask a manager' },
    { value: 'deny', label: 'Not allowed' },
  ] satisfies { value: ApprovalRule; label: string }[],
  sentHint: 'Sent: on its way to the bar or the kitchen, or older than 2 minutes.',
  discountFree: 'Discount without asking (percent)',
  discountFreeHint: '0 to 100: up to this much below the list price needs no manager.',
  wait: 'A question waits (seconds)',
  waitHint: '30 to 900, then nobody has answered.',
  recommended: 'Use recommended rules',
  recommendedHint: 'Bartenders ask a manager for all of these.',
  recommendedDone: 'Bartenders now ask a manager',
};
