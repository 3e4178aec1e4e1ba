/** Cash received dialog: any amounts in both currencies, and other methods beside them. */
import { type CSSProperties, type FormEvent, Suspense, useEffect, useState } from 'react';
import type { CashSetup } from '../../../api/types';
import { leadingCurrency } from '../../../lib/money/money';
import { emptyAmounts } from '../../../lib/money/numpad';
import type { Bill } from '../../../lib/money/tender';
import { useTender } from '../../../lib/money/useTender';
import { readDraft, writeDraft } from '../../../lib/state/draft';
import { CASH, cashStepsOf, cashTenders } from '../../../parts/payment/methods';
import { lacksReference, type Row, readRows, tendersOf } from '../../../parts/payment/rows';
import { words as paymentWords } from '../../../parts/payment/strings';
import { cashOf, sumOf } from '../../../parts/payment/sums';
import TenderRows from '../../../parts/payment/TenderRows';
import { isTooMuch } from '../../../parts/payment/tooMuch';
import { TipFields } from '../../../parts/tips/lazyTipFields';
import { amountsOfTip, tipBody } from '../../../parts/tips/tip';
import { useTip } from '../../../parts/tips/useTip';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { AmountFields, Numpad } from '../../../ui/form/AmountFields';
import { KeptInput } from '../../../ui/form/KeptInput';
import { Money } from '../../../ui/money/Money';
import { SettlementLine } from '../../../ui/money/SettlementLine';
import type { Processing } from '../panel/ProcessButton';
import { loadCart, rowsKey, typedKey } from '../savedCart';
import { words } from '../strings';
import type { CartHandle } from '../useCart';

/** The whole sheet fits a small phone. */
const TIGHT = { '--gap': 'var(--space-3)' } as CSSProperties;

interface OtherCashProps extends Pick<CartHandle, 'cart'> {
  username: string;
  setup: CashSetup;
  bill: Bill;
  sale: Processing;
  onClose: () => void;
}

export default function OtherCash({ username, cart, setup, bill, sale, onClose }: OtherCashProps) {
  const leads = leadingCurrency(cart.lines);
  const [rows, setRows] = useState<Row[]>(() => readDraft(rowsKey(username), readRows) ?? []);
  const [missing, setMissing] = useState(false);
  const [asked, setAsked] = useState(false);
  const beside = tendersOf(rows, setup);
  const tips = useTip();
  const afterTip = (excess: bigint) => tips.afterTip(bill, excess);
  const tender = useTender({
    bill,
    start: () => emptyAmounts(leads),
    ignoresDraft: false,
    changeIn: null,
    steps: cashStepsOf(setup),
    beside: sumOf(beside),
    cashBeside: cashOf(beside),
    tip: amountsOfTip(tips.tip),
    afterTip,
    storageKey: typedKey(username),
  });
  const tooMuch = isTooMuch(bill, beside, tips.tip);
  const tenders = [...cashTenders(tender.given), ...beside];

  // The sale empties the cart before this dialog is unmounted.
  useEffect(
    () => () => {
      if (loadCart(username).lines.length > 0) return;
      writeDraft(typedKey(username), null);
      writeDraft(rowsKey(username), null);
    },
    [username],
  );

  function changeRows(next: Row[]) {
    writeDraft(rowsKey(username), next.length > 0 ? next : null);
    setRows(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(tenders.length === 0);
    setAsked(true);
    if (tenders.length === 0 || tooMuch || rows.some((row) => lacksReference(row, setup))) return;
    const { chosen } = tender;
    sale.process({ tenders, ...(chosen ? { changeIn: chosen.value } : {}), ...tipBody(tips.tip) });
  }

  return (
    <Sheet
      title={paymentWords.cashReceived}
      onClose={onClose}
      tools={<Money {...bill.remaining} leads={leads} total className="end total" />}
    >
      <form className="stack" style={TIGHT} noValidate onSubmit={submit}>
        <KeptInput
          kept={tender.kept || rows.length > 0}
          restored={false}
          discard={() => {
            tender.clear();
            changeRows([]);
          }}
          disabled={sale.pending}
        />
        {missing && tenders.length === 0 && <Alert>{paymentWords.noAmount}</Alert>}
        <AmountFields amounts={tender.amounts} dispatch={tender.dispatch} />
        {tooMuch ? (
          <Alert kind="warning">{paymentWords.tooMuch}</Alert>
        ) : (
          <SettlementLine
            settlement={tender.settlement}
            changeOptions={tender.choices}
            selectedChange={tender.chosen}
            onChoose={tender.choose}
          />
        )}
        {tips.on && (
          <Suspense fallback={null}>
            <TipFields
              bill={bill}
              given={tender.all}
              settlement={tender.settlement}
              tip={tips.tip}
              onTip={tips.setTip}
              disabled={sale.pending}
            />
          </Suspense>
        )}
        <Numpad onKey={(key) => tender.dispatch({ type: 'key', key })} onExact={tender.exact} />
        <TenderRows
          rows={rows}
          setup={setup}
          methods={setup.methods.filter(({ id }) => id !== CASH)}
          asked={asked}
          referenceError={sale.problem?.reference ? sale.problem.reason : null}
          currency={leads}
          onRows={changeRows}
        />
        <footer>
          <ActionButton className="large wide" pending={sale.pending} waiting={sale.waiting}>
            {words.process}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
