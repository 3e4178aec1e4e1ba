/** Changes money for a guest: dollars out of the till for Liberian dollars, or the other way. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useRate } from '../../../api/http/query';
import type { Till } from '../../../api/types';
import { formatExact, formatRateLine } from '../../../lib/format';
import { type Currency, usdToLrd } from '../../../lib/money/money';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { CashDialog, useCashForm } from '../CashDialog';
import { moves, move as words } from '../strings';
import { rateGain } from '../till';
import { AmountPair, dualOfTyped, NO_AMOUNTS, sentAmounts, type TypedAmounts } from './AmountPair';
import { moveCash } from './calls';
import { offRateText } from './offRate';

const LABELS = {
  USD: { usd: words.usdOut, lrd: words.lrdIn },
  LRD: { usd: words.usdIn, lrd: words.lrdOut },
};

export default function ExchangeDialog({ till, onClose }: { till: Till; onClose: () => void }) {
  const draft = useFormDraft(`exchange:${till.id}`, { ...NO_AMOUNTS, gives: 'USD' as string });
  const { values } = draft;
  const gives: Currency = values.gives === 'LRD' ? 'LRD' : 'USD';
  const rate = useRate().data?.rate;
  const form = useCashForm({
    draft,
    check() {
      const { usd, lrd } = dualOfTyped(values);
      return {
        ...(usd === 0 && { amountUSD: words.noAmount }),
        ...(lrd === 0 && { amountLRD: words.noAmount }),
      };
    },
    body: () => ({ kind: 'exchange' as const, gives, ...sentAmounts(values) }),
    send: moveCash(till.id),
    onDone: () => toast(moves.exchange, words.saved),
    failed: words.failed,
    onClose,
  });

  return (
    <CashDialog
      title={moves.exchange}
      note={rate && formatRateLine(rate)}
      submit={moves.exchange}
      form={form}
    >
      <Choices
        kind="segmented"
        label={words.way}
        value={gives}
        onValue={(way) => draft.type({ gives: way })}
        options={[
          { value: 'USD', label: words.dollarsOut },
          { value: 'LRD', label: words.dollarsIn },
        ]}
      />
      <AmountPair values={values} errors={form.errors} labels={LABELS[gives]} onType={draft.type} />
      {rate && <Verdict values={values} gives={gives} rate={rate} />}
    </CashDialog>
  );
}

/** What the exchange is worth at the rate. */
function Verdict({ values, gives, rate }: { values: TypedAmounts; gives: Currency; rate: number }) {
  const { usd, lrd } = dualOfTyped(values);
  if (usd === 0) return null;
  const atRate = usdToLrd(usd, rate);
  const gain = rateGain(gives, lrd, atRate);
  const even = lrd !== 0 && gain === 0;
  const Icon = even || gain > 0 ? CircleCheck : TriangleAlert;
  return (
    <output className="alert" data-status={even || gain > 0 || lrd === 0 ? 'info' : 'warning'}>
      {lrd !== 0 && <Icon />}
      <span>
        {even && <b>{words.even(rate)}</b>}
        {!even && lrd !== 0 && <b>{offRateText(gain, gives === 'USD' ? lrd : -lrd)}</b>}
        {!even && <small> {words.atRate(rate, formatExact(atRate, 'LRD'))}</small>}
      </span>
    </output>
  );
}
