/** A card of the settings with typed fields and the page's one Save button. */
import type { FormEvent, ReactNode } from 'react';
import type { Kept } from '../../api/forms/useFormDraft';
import { ActionButton } from '../../ui/ActionButton';
import { KeptInput } from '../../ui/form/KeptInput';
import { Part } from './Part';
import { PAGE_TITLE } from './pageTitle';
import { words } from './strings';

interface FormCardProps {
  /** Anchor for links. */
  id: string;
  /** Without one the form has the name of its page. */
  title?: string;
  note?: string;
  draft: Kept;
  pending: boolean;
  waiting: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** Below the form. */
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
  after,
}: FormCardProps) {
  const name = title ? `${id}-title` : PAGE_TITLE;
  return (
    <Part id={id} title={title} note={note}>
      <form className="stack" noValidate aria-labelledby={name} onSubmit={onSubmit}>
        {children}
        <KeptInput {...draft} disabled={pending} />
        <ActionButton
          className="soft"
          aria-describedby={name}
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
