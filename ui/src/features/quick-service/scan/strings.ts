/** Words about a scanned barcode. */
export const words = {
  added: 'Added to the cart',
  unknownBarcode: (code: string) => `Unknown barcode ${code}`,
  notByWeight: (name: string) => `${name} is not sold by weight`,
  scanFailed: (code: string) => `Barcode ${code} could not be looked up`,
};
