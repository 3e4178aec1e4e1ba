/** A word that outlives the reload which ends an import. */

const KEY = 'barback_import_done';

export interface ImportDone {
  created: number;
  updated: number;
}

export function setFlashMessage(done: ImportDone): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(done));
  } catch {
    // Then the reloaded list itself has to do as news.
  }
}

/** Once. */
export function takeFlashMessage(): ImportDone | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as ImportDone);
  } catch {
    return null;
  }
}
