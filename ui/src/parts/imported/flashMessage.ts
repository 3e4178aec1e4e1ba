/** A message that survives the reload at the end of an import. */

const KEY = 'barback_import_done';

export interface ImportDone {
  created: number;
  updated: number;
}

export function setFlashMessage(done: ImportDone): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(done));
  } catch {
    // Without storage the reloaded list is the only sign of success.
  }
}

/** Returns the message and removes it. */
export function takeFlashMessage(): ImportDone | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as ImportDone);
  } catch {
    return null;
  }
}
