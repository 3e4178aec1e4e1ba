/** After the payment of an order with change: the change, and whether the guests leave. */
import type { Order } from '../../../api/types';
import { PaidSheet } from '../../../parts/payment/PaidSheet';
import type { PaidReport } from '../../../parts/payment/usePayment';
import { guestOf, placeOf } from '../naming';
import { payment as words } from '../strings';
import { Leaving, useLeaving } from '../tables/Leaving';

interface PaidOrderProps {
  report: PaidReport;
  paid: Order;
  onClose: () => void;
}

export function PaidOrder({ report, paid, onClose }: PaidOrderProps) {
  const leaving = useLeaving(paid);
  return (
    <PaidSheet
      title={placeOf(paid)}
      note={[guestOf(paid), words.servedBy(paid.servedBy)].filter(Boolean).join(' · ')}
      report={report}
      onClose={onClose}
    >
      {leaving ? <Leaving {...leaving} onDone={onClose} /> : undefined}
    </PaidSheet>
  );
}
