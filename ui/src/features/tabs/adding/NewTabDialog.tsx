/** New tab dialog: whose it is, and the first products. */
import type { FormEvent } from 'react';
import { useSession } from '../../../api/session';
import { useCustomer } from '../../../parts/customers/useCustomer';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { KeptInput } from '../../../ui/form/KeptInput';
import { ItemPicker } from './ItemPicker';
import { PicksFooter } from './PicksFooter';
import { linesOf, NOTHING } from './picks';
import { opening as words } from './strings';
import { useNewTab } from './useNewTab';
import { usePicks } from './usePicks';
import '../../../parts/customers/customers.css';

export default function NewTabDialog({ onClose }: { onClose: () => void }) {
  const username = useSession().user?.username ?? '';
  const { open, pending, waiting, problem, inDoubt, unanswered } = useNewTab(username, leave);
  const { draft: chosen, ...picks } = usePicks(
    'new-tab',
    unanswered ? { lines: linesOf(unanswered) } : NOTHING,
  );
  const { lines, products } = picks;
  const customer = useCustomer('new-tab-customer', pending, {
    sent: unanswered && {
      customerName: unanswered.customerName,
      customerPhone: unanswered.customerPhone ?? null,
    },
  });
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
    customer.ask((who) => open(who, lines, products));
  }

  return (
    <Sheet title={words.title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...kept} disabled={pending} />
        {inDoubt && !problem && <Alert kind="warning">{words.unanswered}</Alert>}
        {customer.fields}
        <ItemPicker products={products} lines={lines} locked={pending} onLines={picks.setLines} />
        <PicksFooter
          lines={lines}
          loaded={picks.loaded}
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
