/** Exactly-once POST, even if its answer is lost: the request body is stored until the server has answered. */
import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../lib/random';
import { onOtherTabChange } from '../../lib/state/otherTabs';
import { read, readJson, write as store, writeJson } from '../../lib/state/storage';
import type { AnswerOf, BodyOf, Call, Root } from '../calls';
import { outcomeUnknown, saysNotSaved, useWrite } from '../forms/useWrite';
import { postAny, type WriteOptions } from './client';
import { ApiError } from './error';

export interface SendResult<Body, Answer> {
  answer: Answer;
  /** The body that was stored: the one that was sent last, or an earlier one whose answer had been lost. */
  body: Body;
  /** True when an earlier body was stored, not the one on the screen. */
  earlier: boolean;
}

export interface Once<Body, Answer> {
  run(body: Body): Promise<SendResult<Body, Answer> | undefined>;
  pending: boolean;
  waiting: boolean;
  /** The last body that got no answer; the server may have stored it. */
  unanswered: Body | null;
  /** Whether the server may have stored the last body: false when it has said that it did not. */
  inDoubt: boolean;
}

interface OnceSettings<Body, Answer> {
  /** Clears the finished work (useWrite). */
  onDone?: (done: SendResult<Body, Answer>) => void;
  /** The part of a body that the user chose: amounts that change with the rate between two tries do not count as different. */
  chosen?: (body: Body) => unknown;
}

type Send<Body, Answer> = (body: Body, options: WriteOptions) => Promise<Answer>;

// The callers of useOnce and postOnce check the types; here body and answer may be anything.
const sendTo =
  <Body, Answer>(call: Call<'post'>): Send<Body, Answer> =>
  (body, options) =>
    postAny(call, body, options) as Promise<Answer>;

/** Under `storageKey` (a userKey) the idempotency key and the bodies that were sent with it survive a reload. */
export function useOnce<C extends Call<'post'>, Body = BodyOf<C, 'post'>, Answer = AnswerOf<C, 'post'>>(
  call: C,
  storageKey: string,
  refreshes: readonly Root[],
  { onDone, chosen = (body) => body }: OnceSettings<NoInfer<Body>, NoInfer<Answer>> = {},
): Once<Body, Answer> {
  const send = sendTo<Body, Answer>(call);
  const [sent, setSent] = useState<Body[]>(() => loadSent(storageKey));
  const [busy, setBusy] = useState(false);
  const [notSaved, setNotSaved] = useState(false);
  const running = useRef(false);
  const write = useWrite<{ body: Body; before: readonly Body[] }, SendResult<Body, Answer>>(
    async ({ body, before }, options) => {
      const done = await sendOneOf(send, body, before, options);
      return { ...done, earlier: !equal(chosen(done.body), chosen(body)) };
    },
    {
      refreshes,
      storageKey: keyOf(storageKey),
      onAnswer(done) {
        saveSent([]);
        onDone?.(done);
      },
    },
  );

  // All tabs of a browser belong to one user: requests and answers of another tab count here too.
  useEffect(
    () =>
      onOtherTabChange(storageKey, () => {
        if (!running.current) setSent(loadSent(storageKey));
      }),
    [storageKey],
  );

  // Stored at once and not in an effect: the body must be stored before the request leaves.
  function saveSent(bodies: Body[]) {
    if (bodies.length === 0) store(storageKey, null);
    else writeJson(storageKey, bodies);
    setSent(bodies);
  }

  async function run(body: Body): Promise<SendResult<Body, Answer> | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setNotSaved(false);
    const before = sent.filter((other) => !equal(other, body));
    saveSent([...before, body]);
    try {
      return await write.run({ body, before });
    } catch (error) {
      if (!outcomeUnknown(error)) saveSent([]);
      setNotSaved(saysNotSaved(error));
      throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const unanswered = busy ? null : (sent.at(-1) ?? null);
  return {
    run,
    pending: busy,
    waiting: write.waiting,
    unanswered,
    inDoubt: unanswered !== null && !notSaved,
  };
}

/**
 * The bodies in `before` were sent with the same key and got no answer. If the server stored one of them, it refuses any
 * other body with that key, and sending the stored one again returns its answer.
 */
export const postOnce = <C extends Call<'post'>>(
  call: C,
  body: BodyOf<C, 'post'>,
  before: readonly BodyOf<C, 'post'>[],
  options: WriteOptions,
): Promise<SendResult<BodyOf<C, 'post'>, AnswerOf<C, 'post'>>> =>
  sendOneOf(sendTo(call), body, before, options);

async function sendOneOf<Body, Answer>(
  send: Send<Body, Answer>,
  body: Body,
  before: readonly Body[],
  options: WriteOptions,
): Promise<SendResult<Body, Answer>> {
  try {
    return { answer: await send(body, options), body, earlier: false };
  } catch (refusal) {
    if (!isConflict(refusal)) throw refusal;
    for (const stored of before) {
      try {
        return { answer: await send(stored, options), body: stored, earlier: true };
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
    throw refusal;
  }
}

const keyOf = (storageKey: string) => `${storageKey}:key`;

/**
 * Stores an idempotency key before the work is sent, so that two tabs with the same work send the same key, even when
 * both are pressed at once.
 */
export function prepareSendKey(storageKey: string): void {
  prepareKey(keyOf(storageKey));
}

/** The same for the storage key of a useWrite. */
export function prepareKey(key: string): void {
  if (read(key) === null) store(key, newKey());
}

function loadSent<Body>(storageKey: string): Body[] {
  const kept = readJson(storageKey);
  return Array.isArray(kept) ? (kept as Body[]) : [];
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}
