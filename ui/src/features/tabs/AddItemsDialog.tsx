/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import { type FormEvent, useMemo } from 'react';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Tab } from '../../api/types';
import { userKey } from '../../lib/state/storage';
import { useSessionState, writeSession } from '../../lib/state/useSessionState';
import { Sheet } from '../../ui/dialog/Dialog';
import { PRODUCTS } from './calls';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { type PickList, type Picks, readPicks } from './picks';
import { adding as words } from './strings';
import { useAddItems } from './useAddItems';

export function AddItemsDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const products = useGet(PRODUCTS);
  const typed = userKey(`tab-picks:${tab.customerId}`, useSession().user?.username ?? '');
  const [picked, storePicked] = useSessionState<PickList>(typed, () => [], readPicks);
  const picks: Picks = useMemo(() => new Map(picked), [picked]);
  const setPicks = (next: Picks) => storePicked([...next]);
  const close = () => {
    writeSession(typed, null);
    onClose();
  };
  const { add, pending, waiting, problem } = useAddItems(tab, setPicks, close);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (products.data) add(picks, products.data);
  }

  return (
    <Sheet title={words.title} note={tab.customerName} onClose={close}>
      <form className="stack" noValidate onSubmit={submit}>
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
