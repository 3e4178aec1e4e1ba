/** Opens Change Price: a button for those who may, by role and the bar's rules, plain text for others. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMay } from '../../api/approvals';
import { useRate } from '../../api/http/query';
import type { NewPrice, Priced } from './lines';
import { price as words } from './priceStrings';
import './lines.css';

const PriceDialog = lazy(() => import('./PriceDialog'));

interface ChangePriceProps {
  /** Null while no product is chosen. */
  line: Priced | null;
  disabled?: boolean;
  /** The id of the element that names the line, where there are several. */
  describedBy?: string;
  onPrice: (price: NewPrice | null, rate: number) => void;
  /** The current price as text. */
  children?: ReactNode;
}

export function ChangePrice({ line, disabled, describedBy, onPrice, children }: ChangePriceProps) {
  const may = useMay('discount');
  const rate = useRate().data?.rate;
  const [open, setOpen] = useState(false);
  const facts = children && <small>{children}</small>;
  if (!may || rate === undefined || !line) return facts ?? null;
  return (
    <>
      <button
        type="button"
        className="quiet change-price"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {facts}
        <span>{words.action}</span>
      </button>
      {open &&
        // Outside of any surrounding form: submitting a nested form would submit both.
        createPortal(
          <Suspense fallback={null}>
            <PriceDialog
              line={line}
              rate={rate}
              onPrice={(price) => onPrice(price, rate)}
              onClose={() => setOpen(false)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
