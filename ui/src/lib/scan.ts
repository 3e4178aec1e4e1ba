/** Listens for barcode scans: a scanner sends keys as a keyboard does, only faster than a person types. */

/** Longest time between two keys of one scan: shorter than a person needs. */
const SCAN_GAP_MS = 50;
const SCAN_MIN_LENGTH = 6;
/** Longest time before the Enter that ends a scan: it may come later than the digits do. */
const SCAN_ENTER_MS = 500;

export interface ScanOptions {
  /** The search field, the only one that may have focus during a scan. */
  search?: () => HTMLInputElement | null;
  /** Puts back what the search field held before the scanner typed into it. */
  restoreSearch?: (value: string) => void;
}

/** Calls `onCode` for every scan until the returned function is called. */
export function listenForScans(onCode: (code: string) => void, options: ScanOptions = {}): () => void {
  let code = '';
  let last = Number.NEGATIVE_INFINITY;
  let before: string | null = null;

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const search = options.search?.() ?? null;
    const inSearch = search !== null && event.target === search;
    if (!inSearch && isTextField(event.target)) {
      code = '';
      return;
    }
    const gap = event.timeStamp - last;
    if (event.key === 'Enter') {
      const scanned = code.length >= SCAN_MIN_LENGTH && gap < SCAN_ENTER_MS ? code : null;
      code = '';
      if (scanned === null) return;
      event.preventDefault();
      if (inSearch && before !== null) options.restoreSearch?.(before);
      onCode(scanned);
    } else if (event.key.length === 1) {
      if (gap >= SCAN_GAP_MS || code === '') {
        code = '';
        before = inSearch ? search.value : null;
      }
      code += event.key;
      last = event.timeStamp;
    }
  }

  // Capturing, so that an Enter which ends a scan presses no button that happens to have focus.
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
