/** Toast messages: one at a time, the newest replaces the one before. */
import { createStore } from '../../lib/state/store';

export const TOAST_MS = 5_000;

export interface ToastAction {
  /** 'View receipt' */
  label: string;
  onSelect: () => void;
}

/** Screen readers announce an error at once. */
export type ToastKind = 'ok' | 'warning' | 'error';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string;
  /** A second line: the change to give, or why it failed. */
  note?: string;
  kind: ToastKind;
  action?: ToastAction;
}

export const toastStore = createStore<ToastMessage | null>(null);

let lastId = 0;

export function toast(title: string, description?: string, action?: ToastAction, note?: string): void {
  show({ kind: 'ok', title, description, action, note });
}

/** Something else than wanted happened, and nothing failed. */
export function toastWarning(title: string, description?: string): void {
  show({ kind: 'warning', title, description });
}

/**
 * Reports finished work and leaves the screen. `earlierNote` is set when an earlier try was stored instead of what the
 * screen shows: then the screen stays open, so that the user can decide.
 */
export function toastAndLeave(
  title: string,
  description: string,
  earlierNote: string | false,
  leave: () => void,
  action?: ToastAction,
): void {
  if (!earlierNote) leave();
  toast(title, description, action, earlierNote || undefined);
}

/** Reports a failure. Returns the id for `dismissToast`. */
export function toastError(title: string, description?: string, action?: ToastAction, note?: string): number {
  return show({ kind: 'error', title, description, action, note });
}

/** Shows the request of a colleague. Returns the id for `dismissToast`. */
export function toastQuestion(title: string, description: string, action: ToastAction): number {
  return show({ kind: 'warning', title, description, action });
}

/** With an id, dismisses the toast only if it is still that one. */
export function dismissToast(id?: number): void {
  if (id === undefined || toastStore.get()?.id === id) toastStore.set(null);
}

function show(message: Omit<ToastMessage, 'id'>): number {
  lastId += 1;
  toastStore.set({ id: lastId, ...message });
  return lastId;
}
