/** Counts a safe: what differs from its balance is a movement. */
import { at } from '../../../api/calls';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { post } from '../../../api/http/client';
import type { CashMovement, CashSetup, Till } from '../../../api/types';
import { formatExact } from '../../../lib/format';
import { CountDialog } from '../../../parts/drawer/count/CountDialog';
import { differenceWords, emptyCount, sentCount } from '../../../parts/drawer/count/count';
import { dualOf } from '../../../parts/drawer/till';
import { toast } from '../../../ui/feedback/toast';
import { safe as words } from '../strings';

interface CountSafeProps {
  setup: CashSetup;
  till: Till;
  onClose: () => void;
}

export default function CountSafe({ setup, till, onClose }: CountSafeProps) {
  const draft = useFormDraft(`count-safe:${till.id}`, emptyCount(setup));
  return (
    <CountDialog<CashMovement>
      title={words.count}
      setup={setup}
      draft={draft}
      send={(options) =>
        post(at('/api/tills/{id}/count', { id: till.id }), { count: sentCount(draft.values, setup) }, options)
      }
      onDone={(movement) => {
        const found = differenceWords(dualOf(movement), formatExact);
        toast(words.counted, found.map(({ text }) => text).join(' · '));
      }}
      failed={words.failed}
      onClose={onClose}
    />
  );
}
