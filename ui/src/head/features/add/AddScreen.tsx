/** Connects a box: a code for a new bar, or for a new box of a known one (`/add?bar=…`). */
import { useState } from 'react';
import { useSearch } from 'wouter';
import { useForm } from '../../../api/forms/useForm';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { TextField } from '../../../ui/form/Field';
import { HEAD } from '../../api/calls';
import type { PairingCode } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { useBars } from '../../parts/useBars';
import { CodeCard } from './CodeCard';
import { words } from './strings';

export default function AddScreen() {
  const bar = new URLSearchParams(useSearch()).get('bar');
  const known = useBars().data?.find((one) => one.bar === bar)?.name;
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<PairingCode | null>(null);
  const { send, pending } = useSend<PairingCode>();
  const title = bar === null ? words.title : words.replaceTitle;
  const name = known ?? typed.trim();
  useTitle(title);
  const form = useForm<'name', PairingCode>({
    pending,
    check: () => (bar === null && typed.trim() === '' ? { name: words.nameMissing } : {}),
    send: () =>
      send({
        method: 'POST',
        path: `${HEAD}/codes`,
        body: bar === null ? { name: typed.trim() } : { bar },
      }),
    onDone: setCode,
    onFail: (error) => reasonOf(error) ?? words.failed,
  });
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <form ref={form.formRef} className="stack form" noValidate onSubmit={form.onSubmit}>
        {form.problem && <Alert>{form.problem}</Alert>}
        {bar === null && !code && (
          <TextField
            label={words.name}
            name="name"
            autoComplete="off"
            value={typed}
            error={form.errors.name}
            onValue={setTyped}
          />
        )}
        {code ? (
          <CodeCard key={code.code} code={code} name={name} bar={bar} pending={pending} />
        ) : (
          <ActionButton className="large wide" pending={pending}>
            {words.submit}
          </ActionButton>
        )}
      </form>
    </>
  );
}
