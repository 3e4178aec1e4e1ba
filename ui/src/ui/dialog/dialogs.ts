/** The stack of open dialogs, topmost last: a toast must be inside the topmost one, because the rest of the page is inert. */
import { createStore } from '../../lib/state/store';

export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

export function dialogOpened(dialog: HTMLDialogElement): void {
  openDialogs.set([...openDialogs.get().filter((other) => other !== dialog), dialog]);
}

export function dialogClosed(dialog: HTMLDialogElement): void {
  openDialogs.set(openDialogs.get().filter((other) => other !== dialog));
}
