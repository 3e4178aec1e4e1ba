/** Form state of a card of the settings: shows stored values until they are edited, saves, reports errors. */
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { messageOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import type { SettingsBody } from '../../api/types';
import { toast, toastError } from '../../ui/feedback/toast';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from './settings';
import { words } from './strings';

/** `bodyOf` makes the request of the fields, if they are not settings by the same names. */
export function useSettingsForm<Part extends Record<string, string>>(
  stored: Part,
  bodyOf: (values: Part) => SettingsBody = (values) => values,
) {
  const draft = useFormDraft<Part>(`settings:${Object.keys(stored).join()}`, stored);
  const { values } = draft;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  const { errors, onSubmit } = useForm<string, Settings>({
    pending: write.pending,
    send: () => write.run(bodyOf(values)),
    onDone(saved) {
      cacheQuery(SETTINGS, () => saved);
      draft.discard();
      toast(words.saved);
    },
    onFail(error) {
      toastError(words.error, messageOf(error, words.failed));
      return undefined;
    },
  });

  /** `errorName` is where the server reports what is wrong with it. */
  const field = (name: keyof Part & string, errorName: string = name) => ({
    name,
    value: values[name],
    error: errors[errorName],
    onValue: (value: string) => draft.type({ [name]: value } as Partial<Part>),
  });
  return { field, draft, onSubmit, pending: write.pending, waiting: write.waiting };
}
