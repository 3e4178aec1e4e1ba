/** Changes money for a guest: dollars out of the till for Liberian dollars, or the other way. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { at } from '../../../api/calls';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { post } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { useRate } from '../../../api/http/query';
import type { CashMovement, MoveCashBody, Till } from '../../../api/types';
import { formatExact, formatRateLine } from '../../../lib/format';
import { type Currency, usdToLrd } from '../../../lib/money/money';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { FormButtons } from '../../../ui/form/FormButtons';
import { KeptInput } from '../../../ui/form/KeptInput';
import { moves, move as words } from '../strings';
import { AFTER_CASH, rateGain } from '../till';
import { AmountPair, dualOfTyped, NO_AMOUNTS, sentAmounts, type TypedAmounts } from './AmountPair';

const LABELS = {
  USD: { usd: words.usdOut, lrd: words.lrdIn },
  LRD: { usd: words.usdIn, lrd: words.lrdOut },
};

export default function ExchangeDialog({ till, onClose }: { till: Till; onClose: () => void }) {
  const draft = useFormDraft(`exchange:${till.id}`, { ...NO_AMOUNTS, gives: 'USD' as string });
  const { values } = draft;
  const gives: Currency = values.gives === 'LRD' ? 'LRD' : 'USD';
  const rate = useRate().data?.rate;
  const write = useWrite(
    (body: MoveCashBody, options) => post(at('/api/tills/{id}/movements', { id: till.id }), body, options),
    { refreshes: AFTER_CASH },
  );
  const { formRef, errors, problem, onSubmit } = useForm<'amountUSD' | 'amountLRD', CashMovement>({
    pending: write.pending,
    check() {
      const { usd, lrd } = dualOfTyped(values);
      return {
        ...(usd === 0 && { amountUSD: words.noAmount }),
        ...(lrd === 0 && { amountLRD: words.noAmount }),
      };
    },
    send: () => write.run({ kind: 'exchange', gives, ...sentAmounts(values) }),
    onDone() {
      draft.discard();
      onClose();
      toast(moves.exchange, words.saved);
    },
    onFail: (error) => messageOf(error, words.failed),
  });

  return (
    <Dialog title={moves.exchange} note={rate && formatRateLine(rate)} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={write.pending} />
        {problem !== null && Object.keys(errors).length === 0 && <Alert>{problem}</Alert>}
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
        <AmountPair values={values} errors={errors} labels={LABELS[gives]} onType={draft.type} />
        {rate && <Verdict values={values} gives={gives} rate={rate} />}
        <footer className="pair">
          <FormButtons
            submit={moves.exchange}
            pendingLabel={words.saving}
            pending={write.pending}
            waiting={write.waiting}
            cancel={words.cancel}
            onCancel={() => {
              draft.discard();
              onClose();
            }}
          />
        </footer>
      </form>
    </Dialog>
  );
}

/** What the exchange is worth at the rate. */
function Verdict({ values, gives, rate }: { values: TypedAmounts; gives: Currency; rate: number }) {
  const { usd, lrd } = dualOfTyped(values);
  if (usd === 0) return null;
  const atRate = usdToLrd(usd, rate);
  const gain = rateGain(gives, lrd, atRate);
  const even = lrd !== 0 && gain === 0;
  const off = formatExact(Math.abs(gain), 'LRD');
  const Icon = even || gain > 0 ? CircleCheck : TriangleAlert;
  return (
    <output className="alert" data-status={even || gain > 0 || lrd === 0 ? 'info' : 'warning'}>
      {lrd !== 0 && <Icon />}
      <span>
        {even && <b>{words.even(rate)}</b>}
        {!even && lrd !== 0 && <b>{gain < 0 ? words.under(off) : words.over(off)}</b>}
        {!even && <small> {words.atRate(rate, formatExact(atRate, 'LRD'))}</small>}
      </span>
    </output>
  );
}
