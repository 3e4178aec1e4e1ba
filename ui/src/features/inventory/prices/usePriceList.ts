/** What is typed into the price list, its mistakes, and saving all of it at once. */
import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { Product } from '../../../api/types';
import { draftKey, readDraft, writeDraft } from '../../../lib/state/draft';
import { toast, toastError } from '../../../ui/feedback/toast';
import { AFTER_PRODUCT, savePrices } from '../calls';
import {
  check,
  type Errors,
  errorsOf,
  type FieldName,
  questionOf,
  readTyped,
  type Typed,
  toRows,
  type,
} from './priceList';
import { raiseAll } from './raise';
import { words } from './strings';

const NONE: Errors = {};

export function usePriceList(
  products: readonly Product[],
  rate: number | undefined,
  ask: (question: string | null) => Promise<boolean>,
) {
  const key = draftKey('price-list', useSession().user?.username ?? '');
  const [typed, setTyped] = useState<Typed>(() => readDraft(key, readTyped) ?? {});
  const [errors, setErrors] = useState<Errors>(NONE);
  const save = useWrite(savePrices, { refreshes: AFTER_PRODUCT });
  const form = useRef<HTMLFormElement>(null);
  // Counts the refusals: typing afterwards changes the errors, and must not move the focus.
  const [refusals, setRefusals] = useState(0);
  useLayoutEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus({ preventScroll: true });
    // Centred, so that the button at the bottom does not cover its message.
    invalid?.scrollIntoView?.({ block: 'center' });
  }, [refusals]);
  const latest = useRef(typed);
  latest.current = typed;

  const change = useCallback(
    (next: Typed) => {
      latest.current = next;
      writeDraft(key, Object.keys(next).length > 0 ? next : null);
      setTyped(next);
    },
    [key],
  );
  const onType = useCallback(
    (product: Product, name: FieldName, text: string) => {
      change(type(latest.current, product, name, text));
      setErrors(({ [product.id]: _, ...others }) => others);
    },
    [change],
  );

  function refuse(found: Errors) {
    setErrors(found);
    if (Object.keys(found).length > 0) setRefusals((count) => count + 1);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (save.pending) return;
    const sent = latest.current;
    const found = check(products, sent);
    refuse(found);
    const rows = toRows(products, sent);
    if (Object.keys(found).length > 0 || rows.length === 0) return;
    if (!(await ask(questionOf(products, sent, rate)))) return;
    try {
      const saved = await save.run({ rows });
      if (!saved) return;
      // What was typed while it was being saved stays.
      const left = Object.entries(latest.current).filter(([id, row]) => sent[Number(id)] !== row);
      change(Object.fromEntries(left));
      toast(words.done, words.doneDetail(saved.length));
    } catch (error) {
      void refresh(...AFTER_PRODUCT);
      const isGone = error instanceof ApiError && error.status === 404;
      if (error instanceof ApiError) refuse(errorsOf(error.fields, rows));
      toastError(words.failed, isGone ? words.gone : messageOf(error, words.tryAgain));
    }
  }

  return {
    form,
    typed,
    errors,
    save,
    onType,
    onSubmit,
    onRaise: (shown: readonly Product[], percent: number) => change(raiseAll(latest.current, shown, percent)),
    onDiscard() {
      change({});
      setErrors(NONE);
    },
  };
}
