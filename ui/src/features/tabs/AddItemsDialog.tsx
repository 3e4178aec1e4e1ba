/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import { type FormEvent, useMemo } from 'react';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Tab } from '../../api/types';
import { userKey } from '../../lib/state/storage';
import { useSessionState, writeSession } from '../../lib/state/useSessionState';
import { ActionButton } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { Money } from '../../ui/money/Money';
import { PRODUCTS } from './calls';
import { ItemPicker } from './ItemPicker';
import { countOf, type PickList, type Picks, readPicks, totalOf } from './picks';
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
