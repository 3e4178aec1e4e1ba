/** The dialogs that are open, innermost last: a toast must be in the topmost one, because everything else is inert. */
import { createStore } from '../../lib/state/store';

export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

export function dialogOpened(dialog: HTMLDialogElement): void {
  openDialogs.set([...openDialogs.get().filter((other) => other !== dialog), dialog]);
}

export function dialogClosed(dialog: HTMLDialogElement): void {
  openDialogs.set(openDialogs.get().filter((other) => other !== dialog));
}
