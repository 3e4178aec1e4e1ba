/** The sheet of a customer, and over it taking a part of the money or adding items. Fetched after the list is shown. */
import { lazy, Suspense, useRef, useState } from 'react';
import type { Account } from './accounts';
import type { Light } from './lights';

const loadSheet = () => import('./CustomerSheet');
const loadPayment = () => import('./paying/PaymentDialog');
const loadAddItems = () => import('./adding/AddItemsDialog');
const loadMore = () => import('./more/MoreSheet');
const loadSettled = () => import('./more/SettledMore');
const CustomerSheet = lazy(loadSheet);
const PaymentDialog = lazy(loadPayment);
const AddItemsDialog = lazy(loadAddItems);
const MoreSheet = lazy(loadMore);
const SettledMore = lazy(loadSettled);

export const loadDialogs = () => Promise.all([loadSheet(), loadPayment(), loadAddItems()]);

interface DialogsProps {
  light: Light;
  /** The list as it is now. */
  accounts: readonly Account[];
  /** The key of the customer whose sheet is open. */
  open: string | null;
  onClose: () => void;
}

export function Dialogs({ light, accounts, open, onClose }: DialogsProps) {
  const [over, setOver] = useState<'pay' | 'add' | 'more' | null>(null);
  const back = () => setOver(null);
  const close = () => {
    back();
    onClose();
  };
  const last = useRef<Account | undefined>(undefined);
  const known = open === last.current?.key ? last.current : undefined;
  // As the list has the customer now, or as it was last if it left the list.
  const account = accounts.find(({ key }) => key === open) ?? known;
  last.current = account;
  if (!account) return null;
  const { tab } = account;
  return (
    <Suspense fallback={null}>
      <CustomerSheet
        key={account.key}
        account={account}
        light={light}
        onPay={() => setOver('pay')}
        onAdd={() => setOver('add')}
        onMore={() => setOver('more')}
        onClose={close}
      />
      {over === 'pay' && tab && (
        <PaymentDialog tab={tab} onClose={(settled) => (settled ? close() : back())} />
      )}
      {over === 'add' && tab && <AddItemsDialog tab={tab} onClose={back} />}
      {/* The customer may have another name and key afterwards. */}
      {over === 'more' &&
        (tab ? <MoreSheet tab={tab} onClose={close} /> : <SettledMore customer={account} onClose={close} />)}
    </Suspense>
  );
}
