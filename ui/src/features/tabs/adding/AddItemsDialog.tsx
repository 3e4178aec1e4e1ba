/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import { type FormEvent, useMemo } from 'react';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet } from '../../../api/http/query';
import type { Tab } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { KeptInput } from '../../../ui/form/KeptInput';
import { PRODUCTS } from '../calls';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { NOTHING, type PickDraft, type Picks, readPicks } from './picks';
import { adding as words } from './strings';
import { useAddItems } from './useAddItems';

export default function AddItemsDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const products = useGet(PRODUCTS);
  const draft = useFormDraft<PickDraft>(`tab-items:${tab.customerId}`, NOTHING);
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
        <PicksFooter
          picks={picks}
          products={products.data}
          problem={problem}
          pending={pending}
          waiting={waiting}
          action={words.submit}
        />
      </form>
    </Sheet>
  );
}
