/** Asks something of bars: a rate, a price of a shared product, and for owners a user or a setting. */
import { useRef, useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { deviceDate } from '../../../lib/format';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { DIRECTIVES } from '../../api/calls';
import { isOwner } from '../../api/session';
import type { DirectiveInput } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { BarPicks } from '../../parts/BarPicks';
import { useBars } from '../../parts/useBars';
import { type ChangeForm, type ChangeKind, checkChange, EMPTY, inputOf } from './change';
import { PriceFields } from './PriceFields';
import { SettingFields } from './SettingFields';
import { form as words } from './strings';
import { UserFields } from './UserFields';

const WHEN = [
  { value: 'next_day', label: words.nextDay },
  { value: 'now', label: words.now },
  { value: 'date', label: words.date },
] as const;

interface NewChangeProps {
  onClose: () => void;
}

export function NewChange({ onClose }: NewChangeProps) {
  const [values, setValues] = useState(EMPTY);
  const bars = useBars().data ?? [];
  const { send, pending } = useSend([DIRECTIVES]);
  const set = (change: Partial<ChangeForm>) => setValues((before) => ({ ...before, ...change }));
  // A new user keeps the id of the first try, so that a lost answer does not make two.
  const tried = useRef<{ of: ChangeForm; input: DirectiveInput } | null>(null);
  const form = useForm<keyof ChangeForm | 'effective', true>({
    pending,
    check: () => checkChange(values),
    send: async () => {
      if (tried.current?.of !== values) {
        tried.current = {
          of: values,
          input: inputOf(
            values,
            bars.map(({ bar }) => bar),
          ),
        };
      }
      await send({ method: 'POST', path: DIRECTIVES, body: tried.current.input });
      return true;
    },
    onDone: () => {
      toast(words.sent);
      onClose();
    },
    onFail: (error) => reasonOf(error) ?? words.failed,
  });
  const kinds: readonly ChangeKind[] = isOwner() ? ['rate', 'price', 'user', 'setting'] : ['rate', 'price'];
  const fields = { values, errors: form.errors, set };
  return (
    <FormDialog
      form={{ ...form, pending, leave: onClose, onClose }}
      title={words.title}
      sheet
      submit={words.submit}
      cancel={words.cancel}
      long
    >
      <Choices
        label={words.kind}
        kind="segmented"
        value={values.kind}
        options={kinds.map((value) => ({ value, label: words[value] }))}
        onValue={(kind) => set({ kind })}
      />
      {values.kind === 'rate' && (
        <TextField
          label={words.newRate}
          name="rate"
          inputMode="decimal"
          autoComplete="off"
          hint={words.rateHint}
          value={values.rate}
          error={form.errors.rate}
          onValue={(rate) => set({ rate })}
        />
      )}
      {values.kind === 'price' && <PriceFields {...fields} />}
      {values.kind === 'user' && <UserFields {...fields} />}
      {values.kind === 'setting' && <SettingFields {...fields} />}
      <BarPicks
        label={words.bars}
        chosen={values.bars}
        error={form.errors.bars}
        onChosen={(chosen) => set({ bars: chosen })}
      />
      <Choices
        label={words.effective}
        kind="segmented"
        value={values.when}
        options={WHEN}
        onValue={(when) => set({ when })}
      />
      {values.when === 'date' && (
        <TextField
          label={words.day}
          name="day"
          type="date"
          min={deviceDate()}
          value={values.day}
          error={form.errors.day ?? form.errors.effective}
          onValue={(day) => set({ day })}
        />
      )}
    </FormDialog>
  );
}
