/** A form that keeps what is typed as a draft. Saving and Cancel empty the draft and close the form; closing it keeps the draft. */
import { problemFrom } from './refusal';
import { type FieldErrors, useForm } from './useForm';
import type { Kept } from './useFormDraft';

interface DraftFormSettings<Field extends string, Answer> {
  draft: Kept;
  /** The write that `send` runs. */
  write: { pending: boolean; waiting: boolean };
  check?: () => FieldErrors<Field> | null;
  send: () => Promise<Answer | undefined>;
  /** Called before the form closes. */
  onDone: (answer: Answer) => void;
  /** Said of an error that is shown at no field and has no message of the server's. */
  failed?: string;
  /** In place of `failed`: as in useForm. */
  onFail?: (error: unknown) => string | undefined;
  onClose: () => void;
}

export function useDraftForm<Field extends string, Answer>(settings: DraftFormSettings<Field, Answer>) {
  const { draft, write, check, send, onDone, failed = '', onFail, onClose } = settings;
  const { pending, waiting } = write;

  function leave() {
    draft.discard();
    onClose();
  }

  const form = useForm<Field, Answer>({
    pending,
    check,
    send,
    onDone(answer) {
      onDone(answer);
      leave();
    },
    onFail: onFail ?? ((error) => problemFrom(error, failed)),
  });
  return { ...form, draft, pending, waiting, leave, onClose };
}
