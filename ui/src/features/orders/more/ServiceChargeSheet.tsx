/** Service Charge of an order: add it, or waive it with a reason. */

import { useState } from 'react';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Order, OrderServiceChargeBody } from '../../../api/types';
import { ReasonPicker } from '../../../parts/reasons/ReasonPicker';
import { NOTHING_CHOSEN, problemOf, sentOf } from '../../../parts/reasons/reasons';
import { useReasons } from '../../../parts/reasons/useReasons';
import { plainPercent } from '../../../parts/tax/rates';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { cacheOrder, ORDERS, setServiceCharge } from '../calls';
import { useRepeat } from '../changes/useRepeat';
import { titleOf } from '../naming';
import { service, words } from './strings';

export default function ServiceChargeSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const { state, percent, reason } = order.serviceCharge;
  // Fixed while the sheet is open: the order may change under the thumb.
  const [waives] = useState(state === 'auto' || state === 'manual');
  const draft = useFormDraft(`service:${order.id}`, NOTHING_CHOSEN);
  const reasons = useReasons('discount');
  const write = useRepeat(
    (body: OrderServiceChargeBody, options) => setServiceCharge(order.id, body, options),
    [ORDERS],
  );
  const { errors, problem, onSubmit } = useDraftForm<'reason', Order>({
    draft,
    write,
    check() {
      const missing = waives && problemOf(draft.values, reasons);
      return missing ? { reason: missing } : {};
    },
    send: () => write.run(waives ? { apply: false, ...sentOf(draft.values, reasons) } : { apply: true }),
    onDone(changed) {
      cacheOrder(changed);
      toast(waives ? service.removed : service.added, titleOf(order));
    },
    onFail(error) {
      void refresh(ORDERS);
      return reasonOf(error, words.noAnswer) ?? '';
    },
    onClose,
  });

  return (
    <Sheet title={words.parts.serviceCharge} note={titleOf(order)} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>
          {waives
            ? service.has(plainPercent(percent ?? '0'))
            : state === 'waived'
              ? service.waived(reason)
              : service.none}
        </p>
        {problem !== null && <Alert reason={problem || undefined}>{service.failed}</Alert>}
        {waives && (
          <>
            <KeptInput {...draft} disabled={write.pending} />
            <ReasonPicker
              reasons={reasons}
              value={draft.values}
              error={errors.reason}
              onValue={(value) => draft.type(value)}
            />
          </>
        )}
        <footer>
          <ActionButton className="large wide" pending={write.pending} waiting={write.waiting}>
            {waives ? service.waive : service.add}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
