/** Words of the product picker. */

export const words = {
  search: 'Search products',
  show: 'Show',
  all: 'All',
  none: 'No products found',
  showAll: 'Show all products',
  loadFailed: 'The products could not be loaded',
  out: 'Out',
  ofStock: ' of Stock',
  anyway: 'Sell anyway',
  inCart: ' in cart',
  selected: ' selected',
  picked: 'Selected items',
  allPicked: (stock: number) => `all ${stock} selected`,
  addOf: (product: string) => `Add ${product}`,
  /** The button on a tile's count. */
  change: 'Change quantity',
  favourites: 'Favourites',
  featured: 'Featured Drinks',
  beverages: 'All Beverages',
  food: 'Food Items',
  cigars: 'Cigars',
};
