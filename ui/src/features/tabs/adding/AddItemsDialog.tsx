/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import type { FormEvent } from 'react';
import type { Tab } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { KeptInput } from '../../../ui/form/KeptInput';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { NOTHING } from './picks';
import { adding as words } from './strings';
import { useAddItems } from './useAddItems';
import { usePicks } from './usePicks';

export default function AddItemsDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const { draft, lines, setLines, products, loaded } = usePicks(`tab-items:${tab.customerId}`, NOTHING);
  const leave = () => {
    draft.discard();
    onClose();
  };
  const { add, pending, waiting, problem } = useAddItems(tab, setLines, leave);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (loaded) add(lines, products);
  }

  return (
    <Sheet title={words.title} note={tab.customerName} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...draft} disabled={pending} />
        <ItemPicker products={products} lines={lines} locked={pending} onLines={setLines} />
        <PicksFooter
          lines={lines}
          loaded={loaded}
          problem={problem}
          pending={pending}
          waiting={waiting}
          action={words.submit}
        />
      </form>
    </Sheet>
  );
}
