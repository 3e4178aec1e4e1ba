/** Recount dialog: what somebody counted after the close, beside the figures of the Z, which stay. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { ApiError, messageOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { CountBody, Denomination, ShiftReport } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { Dialog } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { NumberField } from '../../../ui/form/NumberField';
import { AFTER_NOTE, addNote } from './calls';
import { countOf, keyOf, nameOf, ofCurrency, sumOf, type Typed } from './recount';
import { noting as words } from './strings';

interface RecountDialogProps {
  number: string;
  till: string;
  onClose: () => void;
}

export default function RecountDialog({ number, till, onClose }: RecountDialogProps) {
  const setup = useGet('/api/cash/setup').data;
  const denominations = setup?.countBy === 'pieces' ? setup.denominations : null;
  const draft = useFormDraft<{ text: string; typed: Typed }>(`z-recount:${number}`, { text: '', typed: {} });
  const { text, typed } = draft.values;
  const [wrong, setWrong] = useState<string | null>(null);
  const write = useWrite(addNote, { refreshes: AFTER_NOTE });
  const { errors, problem, onSubmit } = useForm<'text' | 'count', ShiftReport>({
    pending: write.pending,
    check() {
      const count = countOf(typed, denominations);
      setWrong(typeof count === 'string' ? count : null);
      if (text.trim() === '') return { text: words.textMissing };
      return typeof count === 'string' ? null : {};
    },
    send: () => write.run({ number, text: text.trim(), count: countOf(typed, denominations) as CountBody }),
    onDone() {
      toast(words.saved, number);
      leave();
    },
    onFail(error) {
      const inFields = error instanceof ApiError && error.fields.text !== undefined;
      return inFields ? undefined : messageOf(error, words.failed);
    },
  });

  function leave() {
    draft.discard();
    onClose();
  }
  const set = (change: Typed) => draft.type({ typed: { ...typed, ...change } });

  return (
    <Dialog title={words.recount} note={`${number}, ${till}`} onClose={onClose}>
      <LongForm
        onSubmit={onSubmit}
        problem={wrong ?? errors.count ?? problem}
        footer={
          <FormButtons
            submit={words.recount}
            pendingLabel={words.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={leave}
          />
        }
      >
        <KeptInput {...draft} disabled={write.pending} />
        <p>{words.recountLead}</p>
        <TextField
          label={words.text}
          name="text"
          autoComplete="off"
          value={text}
          error={errors.text}
          onValue={(next) => draft.type({ text: next })}
        />
        {denominations ? (
          <Pieces denominations={denominations} typed={typed} onTyped={set} />
        ) : (
          <div className="amounts">
            <NumberField
              label={words.amountUSD}
              step={0.01}
              value={typed.amountUSD ?? ''}
              onValue={(amountUSD) => set({ amountUSD })}
            />
            <NumberField
              label={words.amountLRD}
              step={0.01}
              value={typed.amountLRD ?? ''}
              onValue={(amountLRD) => set({ amountLRD })}
            />
          </div>
        )}
      </LongForm>
    </Dialog>
  );
}

interface PiecesProps {
  denominations: readonly Denomination[];
  typed: Typed;
  onTyped: (change: Typed) => void;
}

function Pieces({ denominations, typed, onTyped }: PiecesProps) {
  return (
    <>
      {(['USD', 'LRD'] as const).map((currency) => (
        <fieldset key={currency} className="stack tight">
          <legend>{currency === 'USD' ? words.dollars : words.liberian}</legend>
          <div className="amounts">
            {ofCurrency(denominations, currency).map((one) => (
              <NumberField
                key={keyOf(one)}
                label={nameOf(one)}
                inputMode="numeric"
                step={1}
                value={typed[keyOf(one)] ?? ''}
                onValue={(count) => onTyped({ [keyOf(one)]: count })}
              />
            ))}
          </div>
          <b>{words.total(formatExact(sumOf(typed, denominations, currency), currency))}</b>
        </fieldset>
      ))}
    </>
  );
}
