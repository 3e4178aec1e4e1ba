/** Renames a bar at head office. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { BARS, barUrl, HEAD } from '../../api/calls';
import type { Bar } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { box as words } from './strings';

export function NameForm({ bar }: { bar: Bar }) {
  const [name, setName] = useState(bar.name);
  const { send, pending } = useSend([BARS, `${HEAD}/overview`]);
  const form = useForm<'name', true>({
    pending,
    check: () => (name.trim() === '' ? { name: words.nameMissing } : {}),
    send: async () => {
      await send({ method: 'PUT', path: barUrl(bar.bar), body: { name: name.trim() } });
      return true;
    },
    onDone: () => toast(words.renamed),
    onFail: (error) => reasonOf(error) ?? words.renameFailed,
  });
  return (
    <form ref={form.formRef} className="stack tight" noValidate onSubmit={form.onSubmit}>
      {form.problem && <Alert>{form.problem}</Alert>}
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        value={name}
        error={form.errors.name}
        onValue={setName}
      />
      {name.trim() !== bar.name && (
        <ActionButton className="secondary" pending={pending}>
          {words.rename}
        </ActionButton>
      )}
    </form>
  );
}
