/** One toast at a time: the newest replaces the one before. */
import { createStore } from '../lib/store';

export const TOAST_MS = 5_000;

export interface ToastAction {
  /** 'View receipt' */
  label: string;
  onSelect: () => void;
}

export interface ToastMessage {
  id: number;
  title: string;
  description?: string;
  /** What goes with it: the change to give, or why it failed. */
  note?: string;
  destructive?: boolean;
  action?: ToastAction;
}

export const toastStore = createStore<ToastMessage | null>(null);

let lastId = 0;

export function toast(title: string, description?: string, action?: ToastAction, note?: string): void {
  show({ title, description, action, note });
}

/**
 * Work was done, and the screen is left. `another` says that it was other work than the screen shows, by an earlier try:
 * then the screen stays, for the person to decide.
 */
export function toastAndLeave(
  title: string,
  what: string,
  another: string | false,
  leave: () => void,
  action?: ToastAction,
): void {
  if (!another) leave();
  toast(title, what, action, another || undefined);
}

/** Something did not work: read out at once, in the colour of trouble. Gives what `dismissToast` takes. */
export function toastError(title: string, description?: string, action?: ToastAction, note?: string): number {
  return show({ title, description, destructive: true, action, note });
}

/** With an id: only while that one is still the one that shows. */
export function dismissToast(id?: number): void {
  if (id === undefined || toastStore.get()?.id === id) toastStore.set(null);
}

function show(message: Omit<ToastMessage, 'id'>): number {
  lastId += 1;
  toastStore.set({ id: lastId, ...message });
  return lastId;
}
