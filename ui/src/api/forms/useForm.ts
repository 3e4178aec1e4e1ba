/** Form submission: errors by field, one error for the whole form, and one submit at a time. */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { fieldsFrom } from './refusal';

export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

interface FormSettings<Field extends string, Answer> {
  /** True while a submit is being sent: another one is ignored. */
  pending: boolean;
  /** Returns the errors by field; with any error nothing is sent. Null sends nothing and keeps the errors shown before. */
  check?: () => FieldErrors<Field> | null;
  /** Resolves with undefined when the same write is already running and nothing was sent (useWrite). */
  send: () => Promise<Answer | undefined>;
  onDone: (answer: Answer) => void;
  /** Returns the message to show in the form; undefined when a toast reports the failure. */
  onFail: (error: unknown) => string | undefined;
}

/** The server's field errors replace those of `check`; `setErrors` changes or removes both. */
export function useForm<Field extends string, Answer>(settings: FormSettings<Field, Answer>) {
  const { pending, check, send, onDone, onFail } = settings;
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);

  /** On a form element with this ref, the first invalid field gets the focus. */
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
      setErrors(fieldsFrom(error) as FieldErrors<Field>);
      setProblem(onFail(error) ?? null);
    }
  }

  return { formRef, errors, setErrors, problem, onSubmit };
}
