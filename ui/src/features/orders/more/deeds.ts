/** The deeds of the sheet '…' that open a dialog of the order or leave the screen; the others are in more.ts. */
import type { Order } from '../../../api/types';
import { allowed } from '../status';
import type { OrderDialog } from '../useOrderDialog';
import type { MorePart } from './more';

/** Under which heading a deed stands. */
export type Group = 'where' | 'cost' | 'table';

export const GROUP_OF: Record<MorePart, Group> = {
  moveTable: 'where',
  moveItems: 'where',
  merge: 'where',
  handOver: 'where',
  discount: 'cost',
  comp: 'cost',
  serviceCharge: 'cost',
  taxExempt: 'cost',
  payments: 'cost',
  close: 'table',
  walkOut: 'table',
};

export const GROUPS: readonly Group[] = ['where', 'cost', 'table'];

/** A dialog of the order, and its heading. */
export interface DialogDeed {
  kind: Exclude<OrderDialog, 'more' | 'add' | 'pay'>;
  group: Group;
  /** It ends something. */
  ends?: true;
}

/** `mayVoid`: by role and the bar's rules. */
export function dialogDeeds(order: Order, mayVoid: boolean): DialogDeed[] {
  const may = allowed(order, mayVoid);
  const deeds: (DialogDeed | false)[] = [
    may.bill && { kind: 'bill', group: 'cost' },
    may.attach && { kind: 'attach', group: 'cost' },
    may.editItems && { kind: 'items', group: 'table' },
    may.cancel && { kind: 'cancel', group: 'table', ends: true },
    may.void && { kind: 'void', group: 'table', ends: true },
  ];
  return deeds.filter((deed) => deed !== false);
}
