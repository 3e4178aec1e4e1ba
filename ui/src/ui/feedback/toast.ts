/** One toast at a time: the newest replaces the one before. */
import { createStore } from '../../lib/state/store';

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
  /** A second line: the change to give, or why it failed. */
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
 * Reports finished work and leaves the screen. `another` says that an earlier try was stored instead of what is shown:
 * then the screen stays, so that the user can decide.
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

/** Reports a failure: announced at once by screen readers. Returns the id for `dismissToast`. */
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
