/** '…' of a customer who is settled: without a tab, the box is asked who it is. */
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { KnownCustomer } from '../../../api/types';
import { type Customer, shownKeyOf } from '../../../parts/customers/customers';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty, Loaded } from '../../../ui/feedback/States';
import { CUSTOMERS } from './calls';
import MoreSheet from './MoreSheet';
import { words } from './strings';

interface SettledMoreProps {
  customer: Customer;
  onClose: () => void;
}

export default function SettledMore({ customer, onClose }: SettledMoreProps) {
  const { customerName } = customer;
  const found = useGet(at(CUSTOMERS, { q: customerName }));
  const known = found.data && whoOf(found.data, customer);
  if (known) return <MoreSheet tab={known} onClose={onClose} />;
  return (
    <Sheet title={words.more(customerName)} onClose={onClose}>
      <Loaded query={found} errorText={words.loadFailed}>
        {() => <Empty text={words.unknown} />}
      </Loaded>
    </Sheet>
  );
}

/** Who has this name and phone now, or had it before a new name or a joined tab. */
export function whoOf(found: readonly KnownCustomer[], customer: Customer): KnownCustomer | undefined {
  const key = shownKeyOf(customer);
  return (
    found.find((one) => shownKeyOf(one) === key) ??
    found.find(({ customerId, aliases }) => [customerId, ...aliases].some((id) => id.toLowerCase() === key))
  );
}
