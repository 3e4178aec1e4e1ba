/** Words of changing a price. */
export const price = {
  title: 'Change Price',
  action: 'Change price',
  list: 'List price',
  each: (symbol: string) => `Price each (${symbol})`,
  onTheHouse: 'On the house',
  back: 'Back to the list price',
  cancel: 'Cancel',
  submit: 'Change Price',
  priceRequired: 'Please enter a price of 0 or more',
  isList: 'This is the list price',
};
