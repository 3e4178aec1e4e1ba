/** New tab dialog: whose it is, and the first products. */
import { type FormEvent, useMemo } from 'react';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import { useCustomer } from '../../../parts/customers/useCustomer';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { PRODUCTS } from '../calls';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { NOTHING, type PickDraft, type Picks, picksOf, readPicks } from './picks';
import { opening as words } from './strings';
import { useNewTab } from './useNewTab';
import '../../../parts/customers/customers.css';

export default function NewTabDialog({ onClose }: { onClose: () => void }) {
  const username = useSession().user?.username ?? '';
  const products = useGet(PRODUCTS);
  const { open, pending, waiting, problem, inDoubt, unanswered } = useNewTab(username, leave);
  const chosen = useFormDraft<PickDraft>('new-tab', unanswered ? { picked: picksOf(unanswered) } : NOTHING);
  const { picked } = chosen.values;
  const picks: Picks = useMemo(() => new Map(readPicks(picked)), [picked]);
  const customer = useCustomer(
    'new-tab-customer',
    pending,
    unanswered && { customerName: unanswered.customerName, customerPhone: unanswered.customerPhone ?? null },
  );
  const kept = {
    kept: chosen.kept || customer.draft.kept,
    restored: chosen.restored || customer.draft.restored,
    discard() {
      chosen.discard();
      customer.draft.discard();
    },
  };

  function leave() {
    kept.discard();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    customer.ask((who) => open(who, picks, products.data ?? []));
  }

  return (
    <Sheet title={words.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...kept} disabled={pending} />
        {inDoubt && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
        {customer.fields}
        <ItemPicker
          products={products}
          picks={picks}
          locked={pending}
          onPicks={(next) => chosen.type({ picked: [...next] })}
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
