/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import { type FormEvent, useMemo } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useGet } from '../../api/http/query';
import type { Tab } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { KeptInput } from '../../ui/form/KeptInput';
import { Money } from '../../ui/money/Money';
import { PRODUCTS } from './calls';
import { ItemPicker } from './ItemPicker';
import { countOf, type PickList, type Picks, readPicks, totalOf } from './picks';
import { adding as words } from './strings';
import { useAddItems } from './useAddItems';

const NOTHING: { picked: PickList } = { picked: [] };

export function AddItemsDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const products = useGet(PRODUCTS);
  const draft = useFormDraft<{ picked: PickList }>(`tab-items:${tab.customerId}`, NOTHING);
  const { picked } = draft.values;
  const picks: Picks = useMemo(() => new Map(readPicks(picked)), [picked]);
  const setPicks = (next: Picks) => draft.type({ picked: [...next] });
  const leave = () => {
    draft.discard();
    onClose();
  };
  const { add, pending, waiting, problem } = useAddItems(tab, setPicks, leave);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (products.data) add(picks, products.data);
  }

  return (
    <Sheet title={words.title} note={tab.customerName} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...draft} disabled={pending} />
        <ItemPicker products={products} picks={picks} locked={pending} onPicks={setPicks} />
        <footer>
          {problem && <Alert reason={problem.reason}>{problem.text}</Alert>}
          <div className="split">
            <span>{words.selected(countOf(picks))}</span>
            <output aria-label={words.total}>
              <Money {...totalOf(picks, products.data ?? [])} total className="inline end" />
            </output>
          </div>
          <ActionButton
            className="large wide"
            pending={pending}
            waiting={waiting}
            pendingLabel={words.pending}
            disabled={!products.data}
          >
            {words.submit}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
