/** Counting an open till, which closes it or hands it over. What is typed is kept on the phone. */
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { del, get, post } from '../../../api/http/client';
import { messageOf, reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { CashSetup, CloseBody, CountResult, Shift, Till } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import type { Dual } from '../../../lib/money/money';
import { Counter } from '../../../parts/drawer/count/Counter';
import { closeBody, emptyCount, leftOf, problemOf, totalOf } from '../../../parts/drawer/count/count';
import { count as words } from '../../../parts/drawer/strings';
import { AFTER_CASH } from '../../../parts/drawer/till';
import { ActionButton } from '../../../ui/ActionButton';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toastError } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AfterCount } from './AfterCount';

/** How the count ended. */
export interface Counted {
  till: Till;
  result: CountResult;
  counted: Dual;
  left: Dual;
  /** The till that the rest went to. */
  restTo: string;
}

interface CountDrawerProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  shift: Shift;
  /** Somebody is to take over. */
  handsOver: boolean;
  onStop: () => void;
  onCounted: (done: Counted) => void;
}

export default function CountDrawer(props: CountDrawerProps) {
  const { setup, till, tills, shift, handsOver, onStop, onCounted } = props;
  const draft = useFormDraft(`count:${shift.id}`, emptyCount(setup));
  const { values } = draft;
  const [recounts, setRecounts] = useState(false);
  const [asked, setAsked] = useState<{ payments: number; answer: (yes: boolean) => void } | null>(null);
  const top = useRef<HTMLElement>(null);
  const address = { id: shift.id };
  const isPurse = till.kind === 'purse';
  const targets = tills.filter(({ id, kind }) => id !== till.id && (kind === 'safe' || isPurse));
  const counted = totalOf(values, setup);
  const left = leftOf(values, counted, isPurse);

  const begin = useWrite(
    (_: null, options) => post(at('/api/shifts/{id}/counting', address), undefined, options),
    {
      refreshes: AFTER_CASH,
    },
  );
  const stop = useWrite(
    (_: null, options) => del(at('/api/shifts/{id}/counting', address), undefined, options),
    {
      refreshes: AFTER_CASH,
    },
  );
  const write = useWrite(
    (body: CloseBody, options) => post(at('/api/shifts/{id}/count', address), body, options),
    { refreshes: AFTER_CASH },
  );

  // Also after a reload: the box may not have heard of it.
  useEffect(() => {
    begin.run(null).catch((error) => toastError(words.failed, reasonOf(error)));
  }, []);

  async function stopCounting() {
    try {
      await stop.run(null);
    } catch (error) {
      return void toastError(words.failed, reasonOf(error));
    }
    draft.discard();
    onStop();
  }

  async function restart() {
    try {
      await stop.run(null);
      await begin.run(null);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }

  /** Whether the count may go: cash that came in since it began may not be in it. */
  async function isComplete(): Promise<boolean> {
    // Without an answer the count is not stored either.
    const now = await get(at('/api/shifts/{id}', address)).catch(() => shift);
    if (now.cashSince === 0) return true;
    const yes = await new Promise<boolean>((answer) => setAsked({ payments: now.cashSince, answer }));
    setAsked(null);
    if (!yes) await restart();
    return yes;
  }

  type Field = 'count' | 'leaveUSD' | 'leaveLRD' | 'toTillId' | 'handTo';
  const { formRef, errors, problem, onSubmit } = useForm<Field, CountResult>({
    pending: write.pending || asked !== null,
    check() {
      const missing = problemOf(values, setup);
      return {
        ...(missing && { count: missing }),
        ...(left.usd > counted.usd && { leaveUSD: words.tooMuch }),
        ...(left.lrd > counted.lrd && { leaveLRD: words.tooMuch }),
        ...(handsOver && !values.handTo && { handTo: words.chooseNext }),
      };
    },
    async send() {
      return (await isComplete()) ? await write.run(closeBody(values, setup)) : undefined;
    },
    onDone(result) {
      draft.discard();
      if (result.recount) {
        // Counted afresh; who takes over stays.
        draft.type({ handTo: values.handTo ?? '', toTillId: values.toTillId ?? '' });
        setRecounts(true);
        top.current?.focus();
        return;
      }
      const restTo = targets.find(({ id }) => String(id) === values.toTillId) ?? targets[0];
      onCounted({ till, result, counted, left, restTo: restTo?.name ?? '' });
    },
    onFail(error) {
      void refresh(...AFTER_CASH);
      return messageOf(error, words.failed);
    },
  });
  const busy = write.pending || stop.pending;

  return (
    <>
      <header ref={top} className="page-head" tabIndex={-1}>
        <h1>{words.title}</h1>
        <button type="button" className="quiet" disabled={busy} onClick={() => void stopCounting()}>
          {words.stop}
        </button>
      </header>
      {(recounts || shift.counts.length > 0) && (
        <p className="alert" role="status" data-status="warning">
          <RotateCcw />
          <span>
            <b>{words.onceMore}</b> <span>{words.onRecord}</span>
          </span>
        </p>
      )}
      <form ref={formRef} className="stack drawer-form" noValidate onSubmit={onSubmit}>
        {draft.restored && <KeptInput {...draft} disabled={busy} />}
        <Counter setup={setup} values={values} error={errors.count} onType={draft.type} />
        <AfterCount
          values={values}
          counted={counted}
          left={left}
          isPurse={isPurse}
          targets={targets}
          shift={shift}
          errors={errors}
          onType={draft.type}
        />
        {/* Not above the notes: they would move under the thumb. */}
        {!draft.restored && <KeptInput {...draft} disabled={busy} />}
        <footer className="actionbar bottom-bar">
          {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
          <output className="grow money">
            <span>{formatExact(counted.usd, 'USD')}</span>
            <span>{formatExact(counted.lrd, 'LRD')}</span>
          </output>
          <ActionButton
            className="large"
            pending={write.pending}
            waiting={write.waiting}
            pendingLabel={words.submitting}
          >
            {words.submit}
          </ActionButton>
        </footer>
      </form>
      {asked && <CashCameIn payments={asked.payments} onAnswer={asked.answer} />}
    </>
  );
}

function CashCameIn({ payments, onAnswer }: { payments: number; onAnswer: (yes: boolean) => void }) {
  return (
    <Dialog title={words.cameIn(payments)} onClose={() => onAnswer(false)}>
      <footer className="pair">
        <button type="button" className="secondary" onClick={() => onAnswer(false)}>
          {words.noAgain}
        </button>
        <button type="button" onClick={() => onAnswer(true)}>
          {words.yesSubmit}
        </button>
      </footer>
    </Dialog>
  );
}
