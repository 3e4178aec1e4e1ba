/** Add Credit dialog: records a product that a customer pays for later. */
import { useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useGet, useRate } from '../../../api/http/query';
import type { SendResult } from '../../../api/http/useOnce';
import { priceOf } from '../../../api/prices';
import type { CreditBody, CreditItem, Product } from '../../../api/types';
import { formatRateLine } from '../../../lib/format';
import { grandTotalOf } from '../../../parts/lines/lines';
import { onSale } from '../../../parts/stock/limit';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { ErrorState } from '../../../ui/feedback/States';
import { KeptInput } from '../../../ui/form/KeptInput';
import { TextAreaField } from '../../../ui/form/TextAreaField';
import { Money } from '../../../ui/money/Money';
import { PRODUCTS } from '../calls';
import { CustomerFields } from './CustomerFields';
import { type CreditForm, EMPTY_FORM, formOf, problemsOf, quantityOf, requestOf } from './creditForm';
import { ProductFields } from './ProductFields';
import { adding as words } from './strings';
import { useAddCredit } from './useAddCredit';

export default function AddCreditDialog({ onClose }: { onClose: () => void }) {
  const products = useGet(PRODUCTS);
  const rate = useRate().data?.rate;
  const leave = () => {
    draft.discard();
    onClose();
  };
  const { run, pending, waiting, unanswered, inDoubt, onDone, onFail } = useAddCredit(leave);
  const [start] = useState(() => (unanswered ? formOf(unanswered) : EMPTY_FORM));
  const draft = useFormDraft<CreditForm>('credit', start);
  const form = draft.values;
  const product = products.data?.find(({ id }) => String(id) === form.productId);
  const { errors, setErrors, problem, onSubmit } = useForm<
    keyof CreditForm,
    SendResult<CreditBody, CreditItem>
  >({
    pending,
    check: () => problemsOf(form, product),
    async send() {
      return product && run(requestOf(form, product, rate));
    },
    onDone,
    onFail,
  });

  function change(part: Partial<CreditForm>) {
    draft.type(part);
    const left = { ...errors };
    for (const field of Object.keys(part)) delete left[field as keyof CreditForm];
    setErrors(left);
  }

  return (
    <Sheet title={words.title} onClose={onClose}>
      <LongForm
        onSubmit={onSubmit}
        footer={
          <>
            <div className="stack">
              <Total product={product} quantity={quantityOf(form.quantity)} rate={rate} />
            </div>
            <button type="button" className="secondary" onClick={leave}>
              {words.cancel}
            </button>
            <ActionButton pending={pending} waiting={waiting} pendingLabel={words.pending}>
              {words.submit}
            </ActionButton>
          </>
        }
      >
        {products.isError && !products.data && (
          <ErrorState text={words.productsFailed} onRetry={() => void products.refetch()} />
        )}
        <KeptInput {...draft} disabled={pending} />
        {inDoubt && problem === null && <Alert kind="warning">{words.unanswered}</Alert>}
        {problem !== null && <Alert reason={problem}>{words.failed}</Alert>}
        <CustomerFields form={form} error={errors.customerName} onChange={change} />
        <ProductFields
          form={form}
          products={products.data && onSale(products.data)}
          product={product}
          errors={errors}
          locked={pending}
          onChange={change}
        />
        <TextAreaField label={words.notes} value={form.notes} onValue={(notes) => change({ notes })} />
      </LongForm>
    </Sheet>
  );
}

interface TotalProps {
  product: Product | undefined;
  quantity: number;
  rate: number | undefined;
}

function Total({ product, quantity, rate }: TotalProps) {
  return (
    <div className="split">
      <span>
        {words.total}
        {rate !== undefined && <small> · {formatRateLine(rate)}</small>}
      </span>
      <output>
        <Money
          total
          {...grandTotalOf(product ? [{ productId: product.id, price: priceOf(product), quantity }] : [])}
          leads={product?.currency}
          className="total end"
        />
      </output>
    </div>
  );
}
