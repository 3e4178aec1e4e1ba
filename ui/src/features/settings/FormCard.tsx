/** A card of the settings with a form and its own Save button. */
import type { FormEvent, ReactNode } from 'react';
import type { Kept } from '../../api/forms/useFormDraft';
import { ActionButton } from '../../ui/ActionButton';
import { KeptInput } from '../../ui/form/KeptInput';
import { Part } from './Part';
import { words } from './strings';

interface FormCardProps {
  /** Anchor for links. */
  id: string;
  title: string;
  note?: string;
  draft: Kept;
  pending: boolean;
  waiting: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** Above and below the form. */
  before?: ReactNode;
  after?: ReactNode;
}

export function FormCard({
  id,
  title,
  note,
  draft,
  pending,
  waiting,
  onSubmit,
  children,
  before,
  after,
}: FormCardProps) {
  return (
    <Part id={id} title={title} note={note}>
      {before}
      <form className="stack" noValidate aria-labelledby={`${id}-title`} onSubmit={onSubmit}>
        {children}
        <KeptInput {...draft} disabled={pending} />
        <ActionButton
          className="soft"
          aria-describedby={`${id}-title`}
          pending={pending}
          waiting={waiting}
          pendingLabel={words.saving}
        >
          {words.save}
        </ActionButton>
      </form>
      {after}
    </Part>
  );
}
