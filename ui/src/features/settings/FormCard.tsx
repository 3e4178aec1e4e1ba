/** One part of the settings with its own Save. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { ActionButton } from '../../ui/ActionButton';
import { words } from './strings';

interface FormCardProps {
  title: string;
  note?: string;
  pending: boolean;
  waiting: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

export function FormCard({ title, note, pending, waiting, onSubmit, children }: FormCardProps) {
  const titleId = useId();
  return (
    <section className="card stack" aria-labelledby={titleId}>
      <div className="split">
        <h2 id={titleId}>{title}</h2>
        {note && <small>{note}</small>}
      </div>
      <form className="stack" noValidate aria-labelledby={titleId} onSubmit={onSubmit}>
        {children}
        <ActionButton
          className="soft"
          aria-describedby={titleId}
          pending={pending}
          waiting={waiting}
          pendingLabel={words.saving}
        >
          {words.save}
        </ActionButton>
      </form>
    </section>
  );
}
