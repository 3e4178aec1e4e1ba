/** Form state of a card of the settings: shows stored values until they are edited, saves, reports errors. */
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { messageOf } from '../../api/http/error';
import { cacheQuery } from '../../api/http/query';
import { toast, toastError } from '../../ui/feedback/toast';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from './settings';
import { words } from './strings';

type Lists =
  | 'printers'
  | 'methods'
  | 'denominations'
  | 'cash'
  | 'startScreen'
  | 'orders'
  | 'reports'
  | 'guestWifi';
type Texts = Partial<Record<Exclude<keyof Settings, Lists | 'autoPrint'>, string>>;

export function useSettingsForm<Part extends Texts>(stored: Part) {
  const draft = useFormDraft<Part>(`settings:${Object.keys(stored).join()}`, stored);
  const { values } = draft;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  const { errors, onSubmit } = useForm<string, Settings>({
    pending: write.pending,
    send: () => write.run(values),
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

  const field = (name: keyof Part & string) => ({
    name,
    value: String(values[name]),
    error: errors[name],
    onValue: (value: string) => draft.type({ [name]: value } as Partial<Part>),
  });
  return { field, draft, onSubmit, pending: write.pending, waiting: write.waiting };
}
