/** New tab dialog: whose it is, and the first products. */
import { type FormEvent, useMemo } from 'react';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { userKey } from '../../lib/state/storage';
import { useSessionState, writeSession } from '../../lib/state/useSessionState';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { useCustomer } from '../customers/useCustomer';
import { PRODUCTS } from './calls';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { type PickList, type Picks, readPicks } from './picks';
import { opening as words } from './strings';
import { useNewTab } from './useNewTab';
import '../../styles/screens/customer.css';

export function NewTabDialog({ onClose }: { onClose: () => void }) {
  const username = useSession().user?.username ?? '';
  const products = useGet(PRODUCTS);
  const typed = userKey('new-tab-picks', username);
  const { open, pending, waiting, problem, inDoubt, unanswered } = useNewTab(username, close);
  const [picked, storePicked] = useSessionState<PickList>(
    typed,
    () => unanswered?.items.map(({ productId, quantity }) => [productId, quantity]) ?? [],
    readPicks,
  );
  const picks: Picks = useMemo(() => new Map(picked), [picked]);
  const customer = useCustomer(
    userKey('new-tab-customer', username),
    pending,
    unanswered && { customerName: unanswered.customerName, customerPhone: unanswered.customerPhone ?? null },
  );

  function close() {
    writeSession(typed, null);
    customer.forget();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    customer.ask((who) => open(who, picks, products.data ?? []));
  }

  return (
    <Sheet title={words.title} onClose={close}>
      <form className="stack" noValidate onSubmit={submit}>
        {inDoubt && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
        {customer.fields}
        <ItemPicker
          products={products}
          picks={picks}
          locked={pending}
          onPicks={(next) => storePicked([...next])}
        />
        <PicksFooter
          picks={picks}
          products={products.data}
          problem={problem}
          pending={pending}
          waiting={waiting}
          action={words.submit}
        />
      </form>
      {customer.question}
    </Sheet>
  );
}
