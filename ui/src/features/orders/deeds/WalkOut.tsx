/** Walk-out: the guests left without paying, what is not paid is written off, and their table is free again. Afterwards: the guest came back. */
import { useEffect, useRef, useState } from 'react';
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { openReceipt } from '../../../api/openReceipt';
import type { Order } from '../../../api/types';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { ReasonForm } from '../items/ReasonForm';
import { guestOf, placeOf, titleOf } from '../naming';
import { Leaving, useLeaving } from '../tables/Leaving';
import { walkOut } from './calls';
import { togetherText } from './discount';
import { Recover } from './Recover';
import { words as common, walkOut as words } from './strings';
import { useDeed } from './useDeed';
import { useReasonDraft } from './useReasonDraft';

export default function WalkOut({ order, onClose }: { order: Order; onClose: () => void }) {
  // Fixed while the sheet is open: the order may change under the thumb.
  const [recovers] = useState(order.closedAs === 'walk_out');
  const [recorded, setRecorded] = useState<Order | null>(null);
  const leaving = useLeaving(recorded);
  useEffect(() => {
    if (recorded && !leaving) onClose();
  });
  if (recovers) return <Recover order={order} onClose={onClose} />;
  if (!recorded) return <Record order={order} onRecorded={setRecorded} onClose={onClose} />;
  if (!leaving) return null;
  return (
    <Dialog title={placeOf(recorded)} note={guestOf(recorded)} onClose={onClose}>
      <footer>
        <Leaving {...leaving} onDone={onClose} />
      </footer>
    </Dialog>
  );
}

interface RecordProps {
  order: Order;
  onRecorded: (order: Order) => void;
  onClose: () => void;
}

function Record({ order, onRecorded, onClose }: RecordProps) {
  const recorded = useRef<Order | null>(null);
  const { draft, reasons, missing, sent } = useReasonDraft(`walk-out:${order.id}`, 'walk_out', {});
  const write = useDeed((reason: typeof sent, options) => walkOut(order.id, reason, options));
  const dialog = useDraftForm<'reason', Awaited<ReturnType<typeof walkOut>>>({
    draft,
    write,
    check: () => (missing ? { reason: missing } : {}),
    send: () => write.run(sent),
    onDone(done) {
      recorded.current = done.order;
      const number = done.receipt?.receiptNumber;
      toast(
        words.done,
        titleOf(order),
        number ? { label: words.viewReceipt, onSelect: () => openReceipt(number) } : undefined,
      );
    },
    onFail: () => undefined,
    onClose: () => (recorded.current ? onRecorded(recorded.current) : onClose()),
  });
  const { errors } = dialog;

  return (
    <Dialog title={words.title} note={titleOf(order)} onClose={onClose}>
      <p>{words.detail(togetherText(order.owedUSD, order.owedLRD))}</p>
      {write.changed && <Alert>{common.changed}</Alert>}
      <ReasonForm
        reasons={reasons}
        chosen={draft.values}
        onChosen={(next) => draft.type(next)}
        error={errors.reason}
        failed={null}
        action={words.action}
        cancel={words.keep}
        form={dialog}
      />
    </Dialog>
  );
}
