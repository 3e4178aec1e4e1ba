/** The actions of a receipt: print on the bar's printer or this device, download, share. */

import { CircleCheck, Download, Printer, Share2, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import type { ReceiptDetail } from '../../api/types';
import { ActionButton } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { receiptText, sharedText } from './receiptText';
import { SelectedText } from './SelectedText';
import { downloadText, shareText } from './share';
import { detail as words } from './strings';

/** The result of sharing: copied, or the text is selected to copy by hand. */
type Outcome = 'copied' | 'select' | null;

export function ReceiptActions({ receipt }: { receipt: ReceiptDetail }) {
  const { receiptNumber } = receipt;
  const printers = useGet('/api/printers').data;
  const boxPrints = printers !== undefined && printers.length > 0;
  const [outcome, setOutcome] = useState<Outcome>(null);
  const footer = useRef<HTMLElement>(null);
  const passedOn = sharedText(receipt);
  const print = useWrite(
    (_: null, options) =>
      post(at('/api/receipts/{receiptNumber}/print', { receiptNumber }), undefined, options),
    { refreshes: ['/api/print-jobs', '/api/printers'] },
  );

  async function printAtBox() {
    try {
      await print.run(null);
      toast(words.printed, receiptNumber);
    } catch (error) {
      toastError(words.printFailed, messageOf(error, words.tryHere));
    }
  }

  async function share() {
    if (!footer.current) return;
    const shared = await shareText(`${words.receipt} ${receiptNumber}`, passedOn, footer.current);
    if (shared === 'copied') setOutcome('copied');
    else if (shared === 'impossible') setOutcome('select');
  }

  return (
    <footer className={boxPrints ? 'pair' : 'trio'} ref={footer}>
      {outcome === 'copied' && (
        <p className="alert" role="alert" data-status="ok">
          <CircleCheck />
          <span>{words.copied}</span>
        </p>
      )}
      {outcome === 'select' && <SelectedText text={passedOn} />}
      <ActionButton
        type="button"
        className="secondary"
        pending={print.pending}
        waiting={print.waiting}
        onClick={boxPrints ? printAtBox : () => window.print()}
      >
        <Printer />
        {words.print}
      </ActionButton>
      {boxPrints && (
        <button type="button" className="secondary" onClick={() => window.print()}>
          <Smartphone />
          {words.printHere}
        </button>
      )}
      <button
        type="button"
        className="secondary"
        onClick={() => downloadText(`receipt-${receiptNumber}.txt`, receiptText(receipt))}
      >
        <Download />
        {words.download}
      </button>
      <button type="button" onClick={share}>
        <Share2 />
        {words.share}
      </button>
    </footer>
  );
}
