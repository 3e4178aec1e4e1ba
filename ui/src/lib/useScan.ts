/** Hook for barcode scans: always calls the newest handler without subscribing again. */
import { useEffect, useRef } from 'react';
import { listenForScans, type ScanOptions } from './scan';

export function useScan(onCode: (code: string) => void, options: ScanOptions = {}): void {
  const latest = useRef({ onCode, options });
  latest.current = { onCode, options };
  useEffect(
    () =>
      listenForScans((code) => latest.current.onCode(code), {
        search: () => latest.current.options.search?.() ?? null,
        restoreSearch: (value) => latest.current.options.restoreSearch?.(value),
      }),
    [],
  );
}
