/** Who took over a till counts it instead of confirming what was written. */
import { at } from '../../../api/calls';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { post } from '../../../api/http/client';
import type { CashSetup, Shift } from '../../../api/types';
import { CountDialog } from '../../../parts/drawer/count/CountDialog';
import { emptyCount, sentCount } from '../../../parts/drawer/count/count';
import { toast } from '../../../ui/feedback/toast';
import { banners } from '../strings';

interface ConfirmCountProps {
  setup: CashSetup;
  shift: Shift;
  onClose: () => void;
}

export default function ConfirmCount({ setup, shift, onClose }: ConfirmCountProps) {
  const draft = useFormDraft(`confirm-count:${shift.id}`, emptyCount(setup));
  return (
    <CountDialog
      setup={setup}
      draft={draft}
      send={(options) =>
        post(
          at('/api/shifts/{id}/confirm', { id: shift.id }),
          { count: sentCount(draft.values, setup) },
          options,
        )
      }
      onDone={() => toast(banners.confirmed)}
      failed={banners.confirmFailed}
      onClose={onClose}
    />
  );
}
