/**
 * The browser's back button closes the topmost dialog: each open dialog has a history entry of its own above the page's.
 * The entry's state is the number of open dialogs, `{ dialogs: 1 }`.
 */
import { navigate as browserNavigate, useBrowserLocation } from 'wouter/use-browser-location';

/** Closes a dialog as its Close button does; null for a mandatory dialog, which stays open. */
type Close = (() => void) | null;

/** The open dialogs, topmost last. */
const open: { close: Close }[] = [];
/** True between history.go and its popstate: until then the history must not be changed. */
let moving = false;
let scheduled = false;
let navigation: (() => void) | null = null;

const entriesAbovePage = (): number => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('dialogs' in state)) return 0;
  return typeof state.dialogs === 'number' ? state.dialogs : 0;
};

/** Adds a dialog to the history; the result removes it. Call both in layout effects. */
export function addToHistory(close: () => Close): () => void {
  const entry = {
    get close() {
      return close();
    },
  };
  open.push(entry);
  schedule();
  return () => {
    open.splice(open.indexOf(entry), 1);
    schedule();
  };
}

/** After all dialogs of one render have opened and closed: one that replaces another takes over its entry. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    matchHistory();
  });
}

function matchHistory(): void {
  if (moving) return;
  if (navigation) {
    const run = navigation;
    navigation = null;
    run();
  }
  const entries = entriesAbovePage();
  for (let count = entries + 1; count <= open.length; count++) history.pushState({ dialogs: count }, '');
  if (entries > open.length) {
    moving = true;
    history.go(open.length - entries);
  }
}

function onTraversal(): void {
  const own = moving;
  moving = false;
  const closing = own ? [] : open.slice(entriesAbovePage()).reverse();
  for (const { close } of closing) {
    // Those under a dialog that stays open stay open, too.
    if (close === null) break;
    close();
  }
  // Not in a microtask: closing renders first. An entry without its dialog, reached with the forward button or left behind
  // by a link in a dialog, is left again, and a dialog that stayed open gets its entry back.
  setTimeout(matchHistory);
}

addEventListener('popstate', onTraversal);
// A reload keeps the entry but not the dialog.
if (entriesAbovePage() > 0) setTimeout(matchHistory);

/** Router hook: a link in a dialog replaces the dialog's entry, so that back returns to the page without the dialog. */
export function useLocationBesideDialogs(): ReturnType<typeof useBrowserLocation> {
  const [path] = useBrowserLocation();
  return [path, navigate];
}

const navigate: typeof browserNavigate = (to, options) => {
  const run = () => {
    browserNavigate(to, { ...options, replace: options?.replace || entriesAbovePage() > 0 });
    schedule();
  };
  if (moving) navigation = run;
  else run();
};
