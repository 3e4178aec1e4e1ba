/** The total of a quick sale in both currencies, and for managers Change Price. */
import { formatMoney } from '../../lib/format';
import { inOne } from '../../lib/money/money';
import { ChangePrice } from '../../parts/lines/ChangePrice';
import { grandTotalOf, listPriceOf, type NewPrice, type Priced } from '../../parts/lines/lines';
import { words as lineWords } from '../../parts/lines/strings';
import { Money } from '../../ui/money/Money';
import { quickSale as words } from './strings';

interface SaleTotalProps {
  /** Null while no product is chosen. */
  line: Priced | null;
  quantity: number | null;
  productId: number;
  disabled: boolean;
  onPrice: (price: NewPrice | null) => void;
}

export function SaleTotal({ line, quantity, productId, disabled, onPrice }: SaleTotalProps) {
  const count = quantity !== null && quantity > 0 ? quantity : 0;
  return (
    <>
      <div className="split">
        <span>{words.total}</span>
        <output>
          <Money
            total
            {...grandTotalOf(line ? [{ ...line, productId, quantity: count }] : [])}
            leads={line?.currency}
            className="total end"
          />
        </output>
      </div>
      <ChangePrice line={line} disabled={disabled} onPrice={onPrice}>
        {line?.discount && (
          <>
            {lineWords.listPrice(formatMoney(inOne(listPriceOf(line), line.currency), line.currency))} ·{' '}
            {line.discount.reason}
          </>
        )}
      </ChangePrice>
    </>
  );
}
