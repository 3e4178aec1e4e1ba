/** The form for a new rate, typed or chosen from quick rates, with a note on its impact. */

import { useForm } from '../../api/forms/useForm';
import type { FormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { ApiError } from '../../api/http/error';
import { cacheQuery, RATE } from '../../api/http/query';
import type { ExchangeRate } from '../../api/types';
import { formatMoney, formatRate, formatRateLine } from '../../lib/format';
import { isBigRateChange } from '../../lib/money/bigChange';
import { ActionButton } from '../../ui/ActionButton';
import { useQuestion } from '../../ui/dialog/useQuestion';
import { Alert } from '../../ui/feedback/Alert';
import { toast, toastError } from '../../ui/feedback/toast';
import { KeptInput } from '../../ui/form/KeptInput';
import { NumberField } from '../../ui/form/NumberField';
import { useErrorToast } from '../../ui/form/useErrorToast';
import { checkRate, EXAMPLE_USD, impactOf, QUICK_RATES } from './rate';
import { words } from './strings';

const CHANGES = [RATE, '/api/products', '/api/menu'] as const;

interface RateFormProps {
  /** Undefined when it could not be loaded. */
  current: number | undefined;
  entered: string;
  draft: FormDraft<{ rate: string }>;
}

export function RateForm({ current, entered, draft }: RateFormProps) {
  const errorToast = useErrorToast();
  const { ask, dialog } = useQuestion();
  const write = useWrite((rate: number, options) => post(RATE, { rate }, options), {
    refreshes: CHANGES,
  });

  function type(text: string) {
    setErrors({});
    errorToast.dismiss();
    draft.type({ rate: text });
  }

  const { errors, setErrors, onSubmit } = useForm<'rate', ExchangeRate>({
    pending: write.pending,
    check: () => (checkRate(entered) === null ? refuse() : {}),
    async send() {
      const rate = checkRate(entered);
      if (rate === null) return undefined;
      const isBig = current !== undefined && isBigRateChange(current, entered);
      const sure = await ask(isBig ? words.question(formatRate(current), formatRate(entered)) : null);
      return sure ? write.run(rate) : undefined;
    },
    onDone(saved) {
      cacheQuery(RATE, () => saved);
      toast(words.done, formatRateLine(saved.rate));
      draft.discard();
    },
    onFail(error) {
      const refused = error instanceof ApiError && error.status === 400;
      setErrors(refused ? refuse() : {});
      if (!refused) toastError(words.failed, words.failedDetail);
      return undefined;
    },
  });

  function refuse() {
    errorToast.show(words.invalid, words.invalidDetail);
    return { rate: words.invalidDetail };
  }

  return (
    <section className="card stack" aria-labelledby="change-title">
      <h2 id="change-title">{words.change}</h2>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <NumberField
          label={words.newRate}
          name="rate"
          value={entered}
          hint={words.newRateHint}
          error={errors.rate}
          onValue={type}
        />
        <fieldset className="stack tight">
          <legend className="sr-only">{words.quick}</legend>
          <div className="tiles quick-rates">
            {QUICK_RATES.map((rate) => (
              <button
                key={rate}
                type="button"
                className={`small ${entered === String(rate) ? 'soft' : 'secondary'}`}
                aria-pressed={entered === String(rate)}
                onClick={() => type(String(rate))}
              >
                {words.quickRate(rate)}
              </button>
            ))}
          </div>
        </fieldset>
        <ImpactNote entered={entered} current={current} />
        <div className="row rate-send">
          <KeptInput {...draft} disabled={write.pending} />
          <ActionButton
            className="large grow"
            pending={write.pending}
            waiting={write.waiting}
            pendingLabel={words.pending}
          >
            {words.submit}
          </ActionButton>
        </div>
      </form>
      {dialog}
    </section>
  );
}

function ImpactNote({ entered, current }: { entered: string; current: number | undefined }) {
  const impact = current === undefined ? null : impactOf(entered, current);
  if (!impact || current === undefined) return null;
  const { before, after, share } = impact;
  return (
    <Alert kind="warning">
      {words.impact(formatRate(current), formatRate(entered), share)}{' '}
      {words.impactExample(
        formatMoney(EXAMPLE_USD, 'USD'),
        formatMoney(before, 'LRD'),
        formatMoney(after, 'LRD'),
      )}
    </Alert>
  );
}
