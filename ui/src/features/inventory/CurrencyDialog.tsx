/** Currency Settings: which currency a product is priced in, and its price in both. */

import { CATEGORY_LABEL } from '../../api/categories';
import { useDraftForm } from '../../api/forms/useDraftForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useWrite } from '../../api/forms/useWrite';
import { ApiError, messageOf } from '../../api/http/error';
import { refresh } from '../../api/http/query';
import type { Product } from '../../api/types';
import { formatRate, formatRateLine } from '../../lib/format';
import type { Currency } from '../../lib/money/money';
import { isOwned, ownedChoice, ownedText } from '../../parts/head-office/owned';
import { questionOf } from '../../parts/price-question/question';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { useQuestion } from '../../ui/dialog/useQuestion';
import { toast, toastError } from '../../ui/feedback/toast';
import { NumberField } from '../../ui/form/NumberField';
import { SelectField } from '../../ui/form/SelectField';
import { useErrorToast } from '../../ui/form/useErrorToast';
import { CurrencyPreview } from './CurrencyPreview';
import { AFTER_CURRENCY, setCurrency } from './calls';
import { Price } from './Price';
import * as rules from './rules/currency';
import { currency as words } from './strings';

interface CurrencyDialogProps {
  product: Product;
  /** A colleague deleted it while it was open here. */
  gone: boolean;
  /** The current rate, shown as a hint beside the product's own. */
  rate: number | undefined;
  onClose: () => void;
}

const CURRENCIES: { value: Currency; label: string }[] = [
  { value: 'USD', label: words.usdOnly },
  { value: 'LRD', label: words.lrdOnly },
];

/** Both prices: how each is typed, and how the other is converted from it. */
const SIDES = [
  {
    price: 'priceUSD',
    label: words.usd,
    typed: rules.typeUSD,
    convert: words.toLrd,
    converted: rules.fillLRD,
  },
  {
    price: 'priceLRD',
    label: words.lrd,
    typed: rules.typeLRD,
    convert: words.toUsd,
    converted: rules.fillUSD,
  },
] as const;

export default function CurrencyDialog({ product, gone, rate, onClose }: CurrencyDialogProps) {
  const draft = useFormDraft<rules.CurrencyForm>(`currency:${product.id}`, rules.startForm(product));
  const form = draft.values;
  const errorToast = useErrorToast();
  const { ask, dialog: question } = useQuestion();
  const save = useWrite(setCurrency, { refreshes: AFTER_CURRENCY });

  function change(next: typeof form) {
    draft.type(next);
    errorToast.dismiss();
  }

  const dialog = useDraftForm<keyof rules.CurrencyForm, Product>({
    draft,
    write: save,
    check() {
      const patch = rules.toPatch(form);
      if (gone) toastError(words.noProduct);
      else if (patch !== 'missing') return rules.isPatch(patch) ? {} : patch;
      else {
        setErrors({});
        errorToast.show(words.missing, words.missingDetail);
      }
      return null;
    },
    async send() {
      const patch = rules.toPatch(form);
      if (!rules.isPatch(patch)) return undefined;
      const sure = await ask(questionOf(product, rules.pricesOf(form), rate, form.exchangeRate));
      return sure ? save.run({ id: product.id, ...patch }) : undefined;
    },
    onDone: () => toast(words.done, words.doneDetail(product.name)),
    onFail(error) {
      const byHead = error instanceof ApiError && error.code === 'set_by_head';
      toastError(words.failed, byHead ? messageOf(error, words.failedDetail) : words.failedDetail);
      void refresh(...AFTER_CURRENCY);
      return undefined;
    },
    onClose,
  });
  const { errors, setErrors } = dialog;

  const note = [product.brand, CATEGORY_LABEL[product.category]].filter(Boolean).join(' · ');
  const differs = rate !== undefined && form.exchangeRate.trim() !== formatRate(rate);
  return (
    <FormDialog
      form={dialog}
      title={words.title}
      submit={words.save}
      pendingLabel={words.saving}
      disabled={rules.hasNoPrice(form)}
      cancel={words.cancel}
      small
      stacked
      keepsFocus
      below={question}
    >
      <div className="row">
        <div className="grow">
          <h3>{product.name}</h3>
          <small>{note}</small>
        </div>
        <Price product={product} className="end" />
      </div>
      <SelectField
        label={words.paymentCurrency}
        name="currency"
        value={form.currency}
        options={CURRENCIES}
        error={errors.currency}
        hint={words.paymentCurrencyHint}
        {...ownedChoice(product, 'currency')}
        onValue={(currency) => change({ ...form, currency })}
      />
      <NumberField
        label={words.rate}
        name="exchangeRate"
        placeholder={rules.DEFAULT_RATE}
        value={form.exchangeRate}
        error={errors.exchangeRate}
        hint={differs && words.rateHint(formatRateLine(rate))}
        onValue={(exchangeRate) => change({ ...form, exchangeRate })}
      />
      <div className="amounts">
        {SIDES.map(({ price, label, typed }) => (
          <NumberField
            key={price}
            label={label}
            name={price}
            value={form[price]}
            error={errors[price]}
            {...ownedText(product, price)}
            onValue={(text) => change(typed(form, text))}
          />
        ))}
        {SIDES.map(({ price, convert, converted }) => (
          <button
            key={price}
            type="button"
            className="secondary"
            disabled={rules.isBlank(form[price]) || isOwned(product, 'currency')}
            onClick={() => change(converted(form))}
          >
            {convert}
          </button>
        ))}
      </div>
      <CurrencyPreview form={form} />
    </FormDialog>
  );
}
