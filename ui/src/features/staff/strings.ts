/** Words of the Staff screen. */
import type { ReasonKind } from '../../api/types';

export const words = {
  title: 'Staff',
  tabs: 'Parts of Staff',
};

export const tabNames = {
  reasons: 'Reasons',
};

export const reasons = {
  loadFailed: 'The reasons could not be loaded',
  intro:
    'What staff choose from when they void, discount or open the drawer. A record keeps the reason as it was.',
  add: 'Add Reason',
  addTitle: 'Add Reason',
  editTitle: 'Edit Reason',
  edit: (name: string) => `Edit ${name}`,
  kind: 'Used for',
  name: 'Name',
  active: 'Offered to choose',
  activeHint: 'Off hides it. Records that have it keep it.',
  returnStock: 'Goods go back to stock',
  returnStockHint: 'What Return to stock says when this reason is chosen.',
  noteRequired: 'Asks for a note',
  nameRequired: 'Name is required',
  hidden: 'Hidden',
  returns: 'Back to stock',
  noted: 'With a note',
  save: 'Save Changes',
  saving: 'Saving…',
  cancel: 'Cancel',
  added: 'Reason added',
  changed: 'Reason saved',
  failed: 'The reason could not be saved',
};

/** The kinds of reasons, in the order of the list. */
export const reasonKinds: Record<ReasonKind, string> = {
  void: 'Voids and refunds',
  discount: 'Discounts',
  comp: 'On the house',
  waste: 'Waste',
  walk_out: 'Walk-outs',
  pay_out: 'Pay-outs',
  no_sale: 'Drawer without a sale',
  guest_refusal: 'Guest orders refused',
};
