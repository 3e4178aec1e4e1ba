/** Sells the cart: opens and closes what belongs to it, and shows what was sold in the place of the pressed button. */
import { useState } from 'react';
import { draftKey, writeDraft } from '../../lib/state/draft';
import { openDialogs } from '../../ui/dialog/dialogs';
import { dismissToast, toast } from '../../ui/feedback/toast';
import { useDone } from './done/useDone';
import { TAB_CUSTOMER } from './savedCart';
import { tab as tabWords, words } from './strings';
import type { CartHandle } from './useCart';
import { type Sold, useProcessSale } from './useProcessSale';
import { useSalePayment } from './useSalePayment';

/** `onNext` makes the screen ready for the next guest. */
export function useSelling(
  handle: CartHandle,
  username: string,
  rate: number | undefined,
  onNext: () => void,
) {
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState(false);
  const [tabOpen, setTabOpen] = useState(false);
  const [referenceMissing, setReferenceMissing] = useState(false);
  const done = useDone(handle.cart.lines.length > 0);
  const payment = useSalePayment(handle, rate);
  /** The toast of the sale before would come under the finger that is still at the button. */
  function onSend() {
    done.notePlace();
    dismissToast();
  }
  const sale = useProcessSale({
    ...handle,
    username,
    rate,
    payment,
    onReferenceMissing() {
      setReferenceMissing(true);
      setOpen(true);
    },
    onSend,
    onSold(sold) {
      if (sold.rest && openDialogs.get().length > 0) return report(sold);
      setOpen(false);
      setReferenceMissing(false);
      setOther(false);
      onNext();
      const { receiptNumber, change, given, tip } = sold;
      const toGive = change ? { label: words.changeOn(given), amount: change } : undefined;
      done.show(
        {
          title: words.done,
          detail: joined(receiptNumber, tip && words.tip(tip)),
          change: toGive,
          receipt: true,
        },
        () => {
          // Who has begun with the next guest needs their products, not a toast over them; but change is still to be given.
          if (sold.rest || change || handle.current().lines.length === 0) report(sold);
        },
      );
    },
    // The Cash received dialog shows the reason; opening the cart would cover it.
    onRefused: () => other || setOpen(true),
  });
  const putOnTab = {
    ...handle,
    username,
    rate,
    onSend,
    onClose: () => setTabOpen(false),
    onDone(customerName: string, rest: boolean) {
      writeDraft(draftKey(TAB_CUSTOMER, username), null);
      setTabOpen(false);
      if (rest) return toast(tabWords.toast, tabWords.savedEarlier);
      setOpen(false);
      onNext();
      done.show({ title: tabWords.done(customerName), receipt: false }, () => {
        if (handle.current().lines.length === 0) toast(tabWords.toast, customerName);
      });
    },
  };
  return {
    open,
    setOpen,
    other: { open: other, onOpen: () => setOther(true) },
    closeOther: () => setOther(false),
    referenceMissing,
    payment,
    sale,
    done,
    tab: { open: tabOpen, onOpen: () => setTabOpen(true) },
    putOnTab,
  };
}

/** Not needed to show the screen; fetched right after it is shown. */
export const loadDone = () => import('./done/DoneBar');
/** Without the bar no toast either: the receipt is in the list. */
const report = (sold: Sold) =>
  void loadDone().then(
    ({ report }) => report(sold),
    () => {},
  );

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');
