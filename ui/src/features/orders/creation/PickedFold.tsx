/** What is picked, in one line that opens: the count, the products, their total; inside, each line with its steps. */
import type { Product } from '../../../api/types';
import { leadingCurrency } from '../../../lib/money/money';
import { countOf, grandTotalOf, type Line } from '../../../parts/lines/lines';
import { Fold } from '../../../ui/Fold';
import { Money } from '../../../ui/money/Money';
import { newOrder as words } from '../strings';
import { SelectedItems } from './SelectedItems';

interface PickedFoldProps {
  lines: readonly Line[];
  products: readonly Product[];
  onLines: (lines: readonly Line[]) => void;
  /** True while the request is being sent. */
  locked: boolean;
  /** '3 new' instead of '3 item(s) selected' */
  count?: (count: number) => string;
}

export function PickedFold({ count = words.selected, ...props }: PickedFoldProps) {
  const { lines } = props;
  return (
    <Fold
      className="sending"
      summary={
        <>
          <span className="grow">
            <b>{count(countOf(lines))}</b>
            <small>{lines.map(({ quantity, name }) => `${quantity} ${name}`).join(', ')}</small>
          </span>
          <output aria-label={words.total}>
            <Money {...grandTotalOf(lines)} leads={leadingCurrency(lines)} total className="end" />
          </output>
        </>
      }
    >
      <div>
        <small>{words.mixed}</small>
        <SelectedItems {...props} />
      </div>
    </Fold>
  );
}
