/** A write request with its pending state and an idempotency key that is kept until the server has answered. */
import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../lib/random';
import { onOtherTabChange } from '../../lib/state/otherTabs';
import { read, write as store } from '../../lib/state/storage';
import type { Root } from '../calls';
import type { WriteOptions } from '../http/client';
import { ApiError, UnreachableError } from '../http/error';
import { refresh } from '../http/query';

export interface Write<Input, Answer> {
  /** Rejects with ApiError or UnreachableError. A second call while one runs is ignored and gives undefined. */
  run(input: Input): Promise<Answer | undefined>;
  pending: boolean;
  /** True while a request whose answer was lost is sent again: the screen says 'Waiting for the box…'. */
  waiting: boolean;
}

interface WriteSettings<Answer> {
  /** URLs whose lists change with this write. */
  refreshes?: readonly Root[];
  /** Where the key is stored (a userKey), for work that survives a reload, such as a cart. */
  storageKey?: string;
  /** Clears the finished work before its key is removed: no other tab may find one without the other. */
  onAnswer?: (answer: Answer) => void;
}

/**
 * `send` receives the options to pass on to post, put, patch or del. After a lost answer the next run sends the same
 * key, so that pressing again never repeats the write; any answer about the write frees the key.
 */
export function useWrite<Input, Answer>(
  send: (input: Input, options: WriteOptions) => Promise<Answer>,
  { refreshes = [], storageKey, onAnswer }: WriteSettings<Answer> = {},
): Write<Input, Answer> {
  const [state, setState] = useState({ pending: false, waiting: false });
  const running = useRef(false);
  const key = useRef<string | null>(null);

  // Another tab that has finished or restarted this work decides which key the next run sends.
  useEffect(() => {
    if (!storageKey) return;
    return onOtherTabChange(storageKey, () => {
      if (!running.current) key.current = null;
    });
  }, [storageKey]);

  async function run(input: Input): Promise<Answer | undefined> {
    if (running.current) return undefined;
    running.current = true;
    key.current ??= (storageKey && read(storageKey)) || newKey();
    if (storageKey) store(storageKey, key.current);
    setState({ pending: true, waiting: false });
    let answered = true;
    try {
      const onWaiting = (waiting: boolean) => setState({ pending: true, waiting });
      const answer = await send(input, { key: key.current, onWaiting });
      onAnswer?.(answer);
      if (refreshes.length > 0) void refresh(...refreshes);
      return answer;
    } catch (error) {
      answered = !outcomeUnknown(error);
      throw error;
    } finally {
      if (answered) {
        key.current = null;
        if (storageKey) store(storageKey, null);
      }
      running.current = false;
      setState({ pending: false, waiting: false });
    }
  }

  return { run, ...state };
}

/**
 * Whether the write may have been stored in spite of the error. A server that fails while it answers may have stored it.
 * A refused token says nothing about an earlier try: access is checked before a kept answer is returned. Neither does a
 * server that says that nothing was saved: an earlier try may still be on its way. That an approval is needed is said last of
 * all, after the kept answers.
 */
export function outcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.status >= 500 || error.status === 401 || (error.status === 403 && !needsApproval(error));
  return error instanceof UnreachableError;
}

export const needsApproval = ({ code }: ApiError): boolean => code === 'approval_required';

/** Whether the server says that nothing was saved: then the screen must not call the outcome unknown. */
export function saysNotSaved(error: unknown): boolean {
  return error instanceof ApiError && error.refusal.saved === false;
}
