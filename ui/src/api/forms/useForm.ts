/** What all forms share: the errors beside their fields, the reason why sending failed, and one submit at a time. */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../http/error';

export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

interface FormSettings<Field extends string, Answer> {
  /** True while a submit is being sent: another one is ignored. */
  pending: boolean;
  /** Returns the errors by field. With any nothing is sent; null sends nothing either, and leaves what is shown. */
  check?: () => FieldErrors<Field> | null;
  /** Undefined means that nothing was sent, because the same write is already running (useWrite). */
  send: () => Promise<Answer | undefined>;
  onDone: (answer: Answer) => void;
  /** Returns what the form itself says about the failure; nothing if a toast says it. */
  onFail: (error: unknown) => string | undefined;
}

/** The server's errors by field replace those of `check`; `setErrors` changes or removes either. */
export function useForm<Field extends string, Answer>(settings: FormSettings<Field, Answer>) {
  const { pending, check, send, onDone, onFail } = settings;
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);

  /** A form element with this ref gives the focus to its first wrong field. */
  const formRef = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = check ? check() : {};
    if (found === null) return;
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    try {
      const answer = await send();
      if (answer !== undefined) onDone(answer);
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields as FieldErrors<Field>);
      setProblem(onFail(error) ?? null);
    }
  }

  return { formRef, errors, setErrors, problem, onSubmit };
}
