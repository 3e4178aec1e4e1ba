/** Asks which of several customers of the same name pays. */
import { formatPhone } from '../../lib/format';
import { type Customer, keyOf } from '../../parts/customers/customers';
import { Dialog } from '../../ui/dialog/Dialog';
import { words as screenWords, paying as words } from './strings';

interface ChooseCustomerProps {
  candidates: readonly Customer[];
  pending: boolean;
  onChoose: (customer: Customer) => void;
  onClose: () => void;
}

export function ChooseCustomer({ candidates, pending, onChoose, onClose }: ChooseCustomerProps) {
  return (
    <Dialog title={words.choose} onClose={onClose}>
      <p>{words.chooseHint(candidates[0]?.customerName ?? '')}</p>
      <div className="stack tight">
        {candidates.map((customer) => (
          <button
            key={keyOf(customer)}
            type="button"
            className="secondary wide"
            disabled={pending}
            onClick={() => onChoose(customer)}
          >
            {customer.customerPhone ? formatPhone(customer.customerPhone) : screenWords.noPhone}
          </button>
        ))}
      </div>
      <footer>
        <button type="button" className="quiet" onClick={onClose}>
          {words.cancel}
        </button>
      </footer>
    </Dialog>
  );
}
