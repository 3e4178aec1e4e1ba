/** Words about a scanned barcode. */
export const words = {
  added: 'Added to the cart',
};
