/** Words of the sheet More of an order, and of its parts. */
export const words = {
  order: (id: number) => `Order #${id}`,
  parts: {
    moveItems: 'Move Items',
    moveTable: 'Move Table',
    merge: 'Merge Orders',
    handOver: 'Hand Over',
    discount: 'Discount',
    comp: 'Comp',
    serviceCharge: 'Service Charge',
    taxExempt: 'Tax Exempt',
    payments: 'Payments',
    close: 'Close Order',
    walkOut: 'Walk-out',
  },
  noAnswer: 'The box did not answer. Tap again; nothing happens twice.',
  nothing: 'Nothing more can be done with this order',
};

export const service = {
  add: 'Add Service Charge',
  waive: 'Waive Service Charge',
  none: 'This order has no service charge.',
  waived: (reason: string | null) => (reason ? `Waived: ${reason}` : 'The service charge is waived.'),
  has: (percent: string) => `This order has a service charge of ${percent} %.`,
  added: 'Service charge added',
  removed: 'Service charge waived',
  failed: 'Failed to change the service charge',
  keep: 'Keep',
};

export const exempt = {
  name: 'Name',
  nameMissing: 'Name is required',
  document: 'Document number',
  documentMissing: 'Document number is required',
  items: 'Items without tax',
  itemsMissing: 'Choose at least one item',
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',
  remove: 'Remove Exemption',
  saved: 'The order is tax exempt',
  removed: 'The exemption is removed',
  approvedBy: (name: string) => `Approved by ${name}`,
  failed: 'Failed to save the exemption',
  removeFailed: 'Failed to remove the exemption',
};
