/** The values of a form: what was typed is kept as a draft until it is saved or discarded, the other fields follow the box. */
import { useState } from 'react';
import { draftKey, readDraft, writeDraft } from '../../lib/state/draft';
import { useSession } from '../session';

/** What a form shows of its draft (ui/form/KeptInput). */
export interface Kept {
  /** Something that was typed is kept. */
  kept: boolean;
  /** It was typed before the form was opened. */
  restored: boolean;
  /** Empties the form and its draft; also called when the form has been saved. */
  discard: () => void;
}

export interface FormDraft<T> extends Kept {
  values: T;
  /** The fields that were typed into. */
  typed: Partial<T>;
  type: (change: Partial<T>) => void;
}

/**
 * `name` says which form of which thing (`product:12`), `start` are the stored values. A field in `secrets`, such as a
 * password, is not kept.
 */
export function useFormDraft<T extends object>(
  name: string,
  start: T,
  secrets: readonly (keyof T)[] = [],
): FormDraft<T> {
  const key = draftKey(name, useSession().user?.username ?? '');
  const [before] = useState(() => readDraft(key, (kept) => parseFields(kept, start, secrets)));
  const [typed, setTyped] = useState<Partial<T>>(before ?? {});
  const [restored, setRestored] = useState(() => differs(before ?? {}, start));

  function keep(next: Partial<T>) {
    const draft = Object.entries(next).filter(
      ([field, value]) => !secrets.includes(field as keyof T) && !equal(value, start[field as keyof T]),
    );
    writeDraft(key, draft.length > 0 ? Object.fromEntries(draft) : null);
    return next;
  }

  return {
    values: { ...start, ...typed },
    typed,
    type: (change) => setTyped((earlier) => keep({ ...earlier, ...change })),
    kept: differs(typed, start),
    restored,
    discard() {
      writeDraft(key, null);
      setTyped({});
      setRestored(false);
    },
  };
}

/** The fields of the form that were kept with the right type. */
function parseFields<T extends object>(kept: unknown, start: T, secrets: readonly (keyof T)[]): Partial<T> {
  const known = Object.entries(kept ?? {}).filter(([field, value]) => {
    if (!(field in start) || secrets.includes(field as keyof T)) return false;
    const usual = start[field as keyof T];
    return usual === null || (typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual));
  });
  return Object.fromEntries(known) as Partial<T>;
}

function differs<T extends object>(typed: Partial<T>, start: T): boolean {
  return Object.entries(typed).some(([field, value]) => !equal(value, start[field as keyof T]));
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
