/** The rules of choosing a reason: from the bar's list, in words, or from the list with a note. */
import type { Reason } from '../../api/types';
import { words } from './strings';

/** What is chosen and typed; both '' at first. Texts, because forms keep them as a draft. */
export interface Chosen {
  reasonId: string;
  reason: string;
}

export const NOTHING_CHOSEN: Chosen = { reasonId: '', reason: '' };

/** What staff can choose from. */
export interface Reasons {
  options: readonly Reason[];
  /** Whether a reason may be written instead. */
  freeText: boolean;
}

/** The reason of the request body. */
export interface SentReason {
  reasonId?: number;
  reason?: string;
}

/** The chosen reason; null for none, or one that is no longer offered. */
export function chosenOf({ reasonId }: Chosen, { options }: Reasons): Reason | null {
  return options.find(({ id }) => String(id) === reasonId) ?? null;
}

/** After a tap on a reason: its name fills an empty field, and what was typed stays as a note. */
export function picked(value: Chosen, reason: Reason, reasons: Reasons): Chosen {
  const typed = noteOf(value, reasons);
  const fills = typed === '' && reasons.freeText && !reason.noteRequired;
  return { reasonId: String(reason.id), reason: fills ? reason.name : typed };
}

/** After typing: where the name of the chosen reason was filled in and is typed over, it is no longer chosen. */
export function typedOver(value: Chosen, text: string, reasons: Reasons): Chosen {
  const chosen = chosenOf(value, reasons);
  const leaves = chosen && value.reason.startsWith(chosen.name) && !text.startsWith(chosen.name);
  return { reasonId: leaves ? '' : value.reasonId, reason: text };
}

/** What was typed beside the name of the chosen reason. */
export function noteOf(value: Chosen, reasons: Reasons): string {
  const chosen = chosenOf(value, reasons);
  const text = value.reason.trim();
  return chosen && text.startsWith(chosen.name)
    ? text.slice(chosen.name.length).replace(/^[\s.,:;–-]+/, '')
    : text;
}

/** What is missing, as a sentence; null if nothing is. */
export function problemOf(value: Chosen, reasons: Reasons): string | null {
  const chosen = chosenOf(value, reasons);
  if (chosen) return chosen.noteRequired && noteOf(value, reasons) === '' ? words.noteRequired : null;
  if (!reasons.freeText) return words.choose;
  return value.reason.trim() === '' ? words.reasonRequired : null;
}

/** The members of the request body. */
export function sentOf(value: Chosen, reasons: Reasons): SentReason {
  const chosen = chosenOf(value, reasons);
  if (!chosen) return { reason: value.reason.trim() };
  const note = noteOf(value, reasons);
  return { reasonId: chosen.id, ...(note && { reason: note }) };
}
