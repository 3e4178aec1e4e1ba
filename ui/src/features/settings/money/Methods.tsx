/** Settings of the payment methods: switches, and buttons to add one. */

import { Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { listProblemFrom } from '../../../api/forms/refusal';
import { useWrite } from '../../../api/forms/useWrite';
import { queryClient, refresh } from '../../../api/http/query';
import { CASH } from '../../../parts/payment/methods';
import { WaitingNote } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Switch } from '../../../ui/form/Switch';
import { Part } from '../Part';
import { AFTER_SETTINGS, SETTINGS, type SentMethod, type Settings, saveSettings } from '../settings';
import {
  describe,
  formOf,
  type MethodForm,
  NEW_METHOD,
  suggested,
  suggestedMethod,
  withMethod,
} from './methods';
import { methods as words } from './strings';

const MethodDialog = lazy(() => import('./MethodDialog'));

export default function Methods({ settings }: { settings: Settings }) {
  const { methods } = settings;
  const [open, setOpen] = useState<MethodForm | null>(null);
  // Shows the switched state until the stored one is loaded.
  const [wanted, setWanted] = useState<{ change: SentMethod; of: object } | null>(null);
  const change = wanted?.of === methods ? wanted.change : null;
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });

  async function save(next: SentMethod, done: string) {
    if (write.pending) return;
    setWanted({ change: next, of: methods });
    try {
      const saved = await write.run({ methods: withMethod(methods, next) });
      if (!saved) return;
      queryClient.setQueryData([SETTINGS], saved);
      toast(done);
    } catch (error) {
      toastError(words.failed, listProblemFrom(error));
      setWanted(null);
      // Another phone may have added a method; the next try must include it.
      void refresh(SETTINGS);
    }
  }

  return (
    <Part id="methods">
      <WaitingNote waiting={write.waiting} />
      <ul className="list">
        {methods.map((method) => (
          <li key={method.id}>
            <div className="grow">
              {method.id === CASH ? (
                <span className="name">{method.name}</span>
              ) : (
                <Switch
                  name={method.id}
                  label={method.name}
                  checked={change?.id === method.id ? change.enabled === true : method.enabled}
                  onChecked={(enabled) =>
                    void save(
                      { id: method.id, enabled },
                      enabled ? words.on(method.name) : words.off(method.name),
                    )
                  }
                />
              )}
              <small>{method.id === CASH ? words.cash : describe(method)}</small>
            </div>
            {method.id !== CASH && (
              <button
                type="button"
                className="quiet icon-only"
                aria-label={words.edit(method.name)}
                onClick={() => setOpen(formOf(method))}
              >
                <Pencil />
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="pair">
        {suggested(methods).map(({ name, add }) => (
          <button
            key={name}
            type="button"
            className="secondary"
            onClick={() => void save(suggestedMethod(name), words.added(name))}
          >
            {add}
          </button>
        ))}
        <button type="button" className="soft" onClick={() => setOpen(NEW_METHOD)}>
          <Plus />
          {words.add}
        </button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <MethodDialog methods={methods} method={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Part>
  );
}
