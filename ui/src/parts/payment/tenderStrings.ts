/** Words of split payments; a separate file, because they are loaded with those components only. */
export const words = {
  addMethod: 'Add method',
  row: (number: number) => `Method ${number}`,
  rowMethod: 'Method',
  rowCurrency: 'Currency',
  rowAmount: 'Amount',
  reference: 'Reference',
  needsReference: (method: string) => `${method} needs a reference`,
  remove: (method: string) => `Remove ${method}`,
  account: (name: string, account: string) => `${name}: ${account}`,
  onOurPhone: "Press only when the money is on the bar's own phone.",
};
