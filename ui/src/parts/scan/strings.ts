/** Words about codes that were scanned. */
export const words = {
  unknownBarcode: (code: string) => `Unknown barcode ${code}`,
  scanFailed: (code: string) => `Barcode ${code} could not be looked up`,
  notByWeight: (name: string) => `${name} is not sold by weight`,
};
