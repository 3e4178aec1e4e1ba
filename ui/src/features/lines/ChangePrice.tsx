/** Opens Change Price: a button for managers and admins, plain text for others. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRate } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import type { NewPrice, Priced } from './lines';
import { price as words } from './strings';
import '../../styles/screens/change-price.css';

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
  const role = useSession().user?.role;
  const rate = useRate().data?.rate;
  const [open, setOpen] = useState(false);
  const facts = children && <small>{children}</small>;
  if (!mayManage(role) || rate === undefined || !line) return facts ?? null;
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
