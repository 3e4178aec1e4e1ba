/** Form state of a card of the settings: shows stored values until they are edited, saves, reports errors. */
import { useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { useWrite } from '../../api/forms/useWrite';
import { messageOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import { toast, toastError } from '../../ui/feedback/toast';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from './settings';
import { words } from './strings';

type Lists = 'printers' | 'methods' | 'denominations' | 'cash';
type Texts = Partial<Record<Exclude<keyof Settings, Lists | 'autoPrint'>, string>>;

export function useSettingsForm<Part extends Texts>(stored: Part) {
  const [typed, setTyped] = useState<Partial<Part>>({});
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const values: Part = { ...stored, ...typed };

  const { errors, onSubmit } = useForm<string, Settings>({
    pending: write.pending,
    send: () => write.run(values),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      setTyped({});
      toast(words.saved);
    },
    onFail(error) {
      toastError(words.error, messageOf(error, words.failed));
      return undefined;
    },
  });

  const field = (name: keyof Part & string) => ({
    name,
    value: String(values[name]),
    error: errors[name],
    onValue: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return { field, onSubmit, pending: write.pending, waiting: write.waiting };
}
