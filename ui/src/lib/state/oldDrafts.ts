/** Removes the drafts of all users that are older than 30 minutes: phones are shared. */
import { PREFIX, readDraft } from './draft';
import { userKey } from './storage';

/** How the keys of all drafts begin. */
const ALL = userKey(PREFIX, '').slice(0, -1);

export function removeOldDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(ALL) && readDraft(key, () => true) === null) localStorage.removeItem(key);
    }
  } catch {
    // Storage may be forbidden; then there are no drafts.
  }
}
