/** Cash received: buttons for the exact amount and likely amounts, and the change due. */

import { lazy, Suspense } from 'react';
import { useBox } from '../../../api/box';
import { words } from '../../../parts/payment/strings';
import { Choices } from '../../../ui/form/Choices';
import { ChangeDue } from '../../../ui/money/ChangeDue';
import type { CashReceived as Received } from './received';

export { cashKeysOf } from './received';

/** Opens the dialog for typed amounts. */
const OTHER = 'other';

export interface OtherDialog {
  open: boolean;
  onOpen: () => void;
}

const KeepChange = lazy(() => import('../../../parts/tips/KeepChange'));

interface CashReceivedProps {
  cash: Received;
  other: OtherDialog;
  /** In the bar on a phone all options are in one row. */
  inBar?: boolean;
  disabled: boolean;
}

export default function CashReceived({ cash, other, inBar = false, disabled }: CashReceivedProps) {
  const { exact, amounts, chosen, choose } = cash;
  const dialog = { value: OTHER, label: words.other };
  const takesTips = Boolean(useBox()?.tips);
  // In threes, the keys that every sale has are the first row.
  const inFront = !inBar && exact.length === 2;
  const options = inFront ? [...exact, dialog, ...amounts] : [...exact, ...amounts, dialog];
  return (
    <>
      <Choices
        label={words.cashReceived}
        kind={inBar ? 'chips' : 'notes'}
        value={other.open ? OTHER : chosen.value}
        onValue={(value) => (value === OTHER ? other.onOpen() : choose(value))}
        options={options.map(({ value, label }) => ({ value, label, disabled }))}
      />
      <ChangeDue changeOptions={cash.ways} selectedChange={cash.change} onChoose={cash.chooseChange} />
      {takesTips && (
        <Suspense fallback={null}>
          <KeepChange
            bill={cash.bill}
            given={chosen.given}
            excess={cash.over}
            keeps={cash.keeps}
            onKeep={cash.keep}
            inBar={inBar}
            disabled={disabled}
          />
        </Suspense>
      )}
    </>
  );
}
