/** Process Sale, and what it needs to know of the sale that is being sent. */
import { ActionButton } from '../../../ui/ActionButton';
import { words } from '../strings';
import type { Problem } from '../useProcessSale';
import type { Paid } from '../useSalePayment';

export interface Processing {
  /** `typed` is the payment entered in the Cash received dialog. */
  process: (typed?: Paid) => void;
  pending: boolean;
  waiting: boolean;
  /** The server has confirmed that the last try was not saved. */
  notSaved: boolean;
  problem: Problem | null;
}

interface ProcessButtonProps {
  sale: Processing;
  empty?: boolean;
  wide?: boolean;
}

export function ProcessButton({ sale, empty = false, wide = false }: ProcessButtonProps) {
  return (
    <ActionButton
      type="button"
      className={wide ? 'large wide' : 'large'}
      pending={sale.pending}
      waiting={sale.waiting}
      disabled={empty}
      onClick={() => sale.process()}
    >
      {words.process}
    </ActionButton>
  );
}
