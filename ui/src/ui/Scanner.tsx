/** Listens for a barcode scanner while it is rendered, and shows nothing. A file of its own, so that a screen can load it after itself. */
import type { ScanOptions } from '../lib/scan';
import { useScan } from '../lib/useScan';

interface ScannerProps {
  onCode: (code: string) => void;
  options: ScanOptions;
}

export default function Scanner({ onCode, options }: ScannerProps) {
  useScan(onCode, options);
  return null;
}
