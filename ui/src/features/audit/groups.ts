/** What the audit log calls the kinds of entries, and the groups that its filter offers. */

interface KindGroup {
  label: string;
  /** Kinds such as `people.reason`, or the part of them before the dot. */
  kinds: readonly string[];
}

export const GROUPS: readonly KindGroup[] = [
  { label: 'Users and sign-ins', kinds: ['staff'] },
  {
    label: 'PINs and passwords',
    kinds: [
      'people.pin_set',
      'people.pin_removed',
      'people.pin_reset',
      'people.invited',
      'people.tour_done',
      'people.wrong_pin',
      'people.confirmed',
    ],
  },
  { label: 'Devices', kinds: ['people.device_enrolled', 'people.device_changed', 'people.device_revoked'] },
  {
    label: 'Approvals',
    kinds: [
      'people.approval_asked',
      'people.approval_granted',
      'people.approval_refused',
      'people.approval_cancelled',
      'people.approval_used',
      'people.approvals_expired',
    ],
  },
  { label: 'Reasons', kinds: ['people.reason'] },
  {
    label: 'Hours',
    kinds: [
      'people.clocked_in',
      'people.break_began',
      'people.break_ended',
      'people.clocked_out',
      'people.hours_corrected',
    ],
  },
  { label: 'Tips', kinds: ['people.tips_shared', 'people.tips_paid_out'] },
  { label: 'Truth sheets', kinds: ['people.sheet_issued'] },
  { label: 'Settings', kinds: ['settings'] },
  { label: 'Exchange rate', kinds: ['rates'] },
  { label: 'Products', kinds: ['catalog'] },
  { label: 'Stock', kinds: ['stock'] },
  { label: 'Tax and price plans', kinds: ['tax'] },
  { label: 'Fiscal device', kinds: ['fiscal'] },
  { label: 'Sales', kinds: ['sales'] },
  { label: 'Orders and tables', kinds: ['orders'] },
  { label: 'Bills', kinds: ['bills'] },
  // Includes payments and refunds of orders.
  { label: 'Payments and credit', kinds: ['credit', 'payments'] },
  { label: 'Tills and shifts', kinds: ['cash'] },
  { label: 'Printing', kinds: ['printing'] },
  { label: 'Menu codes', kinds: ['menu'] },
  { label: 'The box', kinds: ['box'] },
  { label: 'Second box', kinds: ['standby'] },
  { label: 'Head office', kinds: ['head'] },
];

/** The label of a kind; undefined for one that a newer server has added. */
export function labelOf(kind: string): string | undefined {
  const part = kind.split('.')[0] ?? '';
  return GROUPS.find(({ kinds }) => kinds.includes(kind) || kinds.includes(part))?.label;
}

/** What the server is asked for to list a group. */
export const kindsOf = ({ kinds }: KindGroup): string => kinds.join(',');
