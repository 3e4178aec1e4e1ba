/** Words of the receipts. */
export const words = {
  title: 'Digital Receipts',
  listFailed: 'Failed to fetch receipts',
  totalReceipts: 'Total receipts',
  totalValue: 'Total USD value',
  today: "Today's receipts",
  methods: 'Payment methods',
  search: 'Search receipts',
  searchHint: 'Number, customer or phone',
  walkIn: 'Walk-in Customer',
  view: 'View',
  none: 'No receipts yet',
  noneFound: 'No receipts found',
  showAll: 'Show all receipts',
  further: {
    searching: 'Searching older receipts…',
    older: 'Search older receipts',
    failed: 'The older receipts could not be searched',
  },
};

export const detail = {
  title: 'Digital Receipt',
  error: 'Error',
  failed: 'Failed to load receipt details',
  item: 'Item',
  total: 'Total',
  receipt: 'Receipt',
  date: 'Date',
  customer: 'Customer',
  payment: 'Payment',
  inDollars: 'in US dollars',
  inLiberian: 'in Liberian dollars',
  paid: 'Paid',
  change: 'Change',
  void: 'VOID',
  voided: 'Voided',
  listPrice: (price: string) => `List price ${price}`,
  rate: 'Rate',
  servedBy: (name: string) => `Served by ${name}`,
  print: 'Print',
  /** Beside Print, which is the box's printer. */
  printHere: 'On this device',
  tryHere: 'Try printing from this device',
  printed: 'Sent to the printer',
  printFailed: 'The receipt could not be printed',
  download: 'Download',
  share: 'Share',
  copied: 'Receipt copied to clipboard!',
  selected: 'Copy the selected text',
  text: 'Receipt as text',
  voidItem: 'Void an Item',
};

/** The receipt that a guest opens. */
export const guest = {
  title: 'Digital Receipt',
  missing: 'This receipt was not found',
  failed: 'The receipt could not be loaded',
  download: detail.download,
  share: detail.share,
  copied: detail.copied,
};
