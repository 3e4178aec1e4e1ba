/** Settings of the notes and coins that the bar takes and counts. */

import { useEffect, useState } from 'react';
import { listProblemFrom } from '../../../api/forms/refusal';
import { useForm } from '../../../api/forms/useForm';
import { useWrite } from '../../../api/forms/useWrite';
import { queryClient, refresh } from '../../../api/http/query';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Part } from '../Part';
import { PAGE_TITLE } from '../pageTitle';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import { keyOf, nameOf, ofCurrency, switched, unsavedOf } from './denominations';
import { CURRENCIES } from './methods';
import { methodForm, denominations as words } from './strings';

export default function Denominations({ settings }: { settings: Settings }) {
  // Only unsaved changes; the others show the stored state.
  const [changes, setChanges] = useState<Record<string, boolean>>({});
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const { denominations: stored } = settings;
  useEffect(() => setChanges((before) => unsavedOf(before, stored)), [stored]);
  const shown = switched(stored, changes);

  const { onSubmit } = useForm({
    pending: write.pending,
    send: () => write.run({ denominations: shown }),
    onDone(saved) {
      queryClient.setQueryData([SETTINGS], saved);
      toast(words.saved);
    },
    onFail(error) {
      toastError(words.failed, listProblemFrom(error));
      void refresh(SETTINGS);
      return undefined;
    },
  });

  return (
    <Part id="denominations">
      <form className="stack" noValidate aria-labelledby={PAGE_TITLE} onSubmit={onSubmit}>
        {CURRENCIES.map((currency) => (
          <fieldset key={currency} className="stack tight">
            <legend>{methodForm.currency[currency]}</legend>
            <div className="checks fit">
              {ofCurrency(shown, currency).map((one) => (
                <label key={keyOf(one)} className="row">
                  <input
                    type="checkbox"
                    name={keyOf(one)}
                    checked={one.enabled}
                    onChange={(event) => {
                      const { checked } = event.currentTarget;
                      setChanges((before) => ({ ...before, [keyOf(one)]: checked }));
                    }}
                  />
                  {nameOf(one)}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <ActionButton
          className="soft"
          aria-describedby={PAGE_TITLE}
          pending={write.pending}
          waiting={write.waiting}
          pendingLabel={settingsWords.saving}
        >
          {settingsWords.save}
        </ActionButton>
      </form>
    </Part>
  );
}
