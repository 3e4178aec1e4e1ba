/** Asks whether an open tab of the typed name is meant, so that a customer does not get two by mistake. */
import type { Tab } from '../../api/types';
import { formatPhone } from '../../lib/format';
import { Dialog } from '../../ui/dialog/Dialog';
import { words } from './strings';

interface SameNameProps {
  candidates: readonly Tab[];
  onChoose: (tab: Tab) => void;
  onAnother: () => void;
  onClose: () => void;
}

export function SameName({ candidates, onChoose, onAnother, onClose }: SameNameProps) {
  const [first] = candidates;
  if (!first) return null;
  const only = candidates.length === 1;
  const phoneOf = ({ customerPhone }: Tab) => (customerPhone ? formatPhone(customerPhone) : words.noPhone);
  return (
    <Dialog
      title={only ? words.hasTab(first.customerName) : words.haveTabs(first.customerName)}
      onClose={onClose}
    >
      {only && <p>{phoneOf(first)}</p>}
      {!only && (
        <div className="stack tight">
          {candidates.map((tab) => (
            <button
              key={tab.customerId}
              type="button"
              className="secondary wide"
              onClick={() => onChoose(tab)}
            >
              {phoneOf(tab)}
            </button>
          ))}
        </div>
      )}
      <footer className={only ? 'pair' : undefined}>
        <button type="button" className="secondary" onClick={onAnother}>
          {words.another}
        </button>
        {only && (
          <button type="button" onClick={() => onChoose(first)}>
            {words.addToIt}
          </button>
        )}
      </footer>
    </Dialog>
  );
}
