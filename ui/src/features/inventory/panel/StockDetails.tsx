/** How the stock of a product is handled, in a fold of the product form: whether it is counted, and whether sales stop at 0. */
import { useState } from 'react';
import type { StockMode } from '../../../api/types';
import { Fold } from '../../../ui/Fold';
import { Choices } from '../../../ui/form/Choices';
import { Switch } from '../../../ui/form/Switch';
import type { ProductForm, Typed } from '../rules/productForm';
import { form as words } from '../strings';

interface StockDetailsProps {
  form: ProductForm;
  onType: (change: Typed) => void;
}

export function StockDetails({ form, onType }: StockDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Fold open={open} onToggle={setOpen} summary={words.stockDetails}>
      {open && (
        <div className="stack">
          <Choices<StockMode>
            kind="segmented"
            label={words.stock}
            value={form.stockMode}
            options={words.modes}
            onValue={(stockMode) => onType({ stockMode })}
          />
          {form.stockMode === 'free' ? (
            <p className="meta">{words.freeHint}</p>
          ) : (
            <>
              <Switch
                name="belowZero"
                label={words.belowZero}
                checked={form.belowZero}
                onChecked={(belowZero) => onType({ belowZero })}
              />
              <p className="meta">{words.belowZeroHint}</p>
            </>
          )}
        </div>
      )}
    </Fold>
  );
}
