/** Cash received: exact or a note, one tap each, and the change that it makes. */

import { Choices } from '../../../ui/form/Choices';
import { ChangeDue } from '../../../ui/money/ChangeDue';
import { words } from '../strings';
import type { CashReceived as Received } from '../useSalePayment';

/** Chosen, it opens the dialog in which amounts are typed. */
const OTHER = 'other';

export interface OtherDialog {
  open: boolean;
  onOpen: () => void;
}

interface CashReceivedProps {
  cash: Received;
  other: OtherDialog;
  /** In the cart's bar all stand in one row. */
  inBar?: boolean;
  disabled: boolean;
}

export function CashReceived({ cash, other, inBar = false, disabled }: CashReceivedProps) {
  const { exact, amounts, chosen, choose } = cash;
  const dialog = { value: OTHER, label: words.other };
  const options = [...exact, ...amounts, dialog];
  return (
    <>
      <Choices
        label={words.cashReceived}
        kind={inBar ? 'chips' : 'notes'}
        value={other.open ? OTHER : chosen.value}
        onValue={(value) => (value === OTHER ? other.onOpen() : choose(value))}
        options={options.map(({ value, label }) => ({ value, label, disabled }))}
      />
      <ChangeDue choices={cash.ways} chosen={cash.change} onChoose={cash.chooseChange} />
    </>
  );
}
