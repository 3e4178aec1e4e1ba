/** Quick Sale dialog: one product, quantity and payment method. */

import { useState } from 'react';
import { useForm } from '../../api/forms/useForm';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { messageOf } from '../../api/http/error';
import { refresh, useGet, useRate } from '../../api/http/query';
import { type SendResult, useOnce } from '../../api/http/useOnce';
import { openReceipt } from '../../api/openReceipt';
import { SALE_METHODS } from '../../api/payment';
import { useSession } from '../../api/session';
import type { CounterBody, RecordedSale } from '../../api/types';
import { toDecimal } from '../../lib/money/money';
import { userKey } from '../../lib/state/storage';
import { parseQuantity } from '../../parts/lines/lines';
import { onSale } from '../../parts/stock/limit';
import { SellAnyway } from '../../parts/stock/SellAnyway';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { ErrorState } from '../../ui/feedback/States';
import { toastAndLeave, toastError } from '../../ui/feedback/toast';
import { TextField } from '../../ui/form/Field';
import { KeptInput } from '../../ui/form/KeptInput';
import { SelectField } from '../../ui/form/SelectField';
import { useErrorToast } from '../../ui/form/useErrorToast';
import { ProductField } from './ProductField';
import {
  EMPTY_FORM,
  type Problem,
  pricedOf,
  problemOf,
  type QuickSaleForm,
  saleOf,
  sentForm,
} from './quickSale';
import { SaleTotal } from './SaleTotal';
import { quickSale as words } from './strings';

const CHANGES = ['/api/sales', '/api/products', '/api/receipts', '/api/exchange-rate'] as const;

const LIST_PRICE = { price: '', reason: '', reasonId: '' };

export function QuickSaleDialog({ onClose }: { onClose: () => void }) {
  const products = useGet('/api/products');
  const rate = useRate().data?.rate;
  const username = useSession().user?.username ?? '';
  const once = useOnce('/api/sales', userKey('quick-sale', username), CHANGES, { chosen: sentForm });
  const { unanswered } = once;
  const [start] = useState(() => (unanswered && sentForm(unanswered)) ?? EMPTY_FORM);
  const draft = useFormDraft<QuickSaleForm>('quick-sale', start);
  const form = draft.values;
  const errorToast = useErrorToast();
  const product = products.data?.find(({ id }) => String(id) === form.productId);
  const change = (part: Partial<QuickSaleForm>) => {
    draft.type(part);
    setErrors({});
    errorToast.dismiss();
  };

  function leave() {
    draft.discard();
    onClose();
  }

  const { errors, setErrors, onSubmit } = useForm<Problem['field'], SendResult<CounterBody, RecordedSale>>({
    pending: once.pending,
    check() {
      const found = problemOf(form, product);
      if (found) errorToast.show(found.title, found.text);
      return found ? { [found.field]: found.hint } : {};
    },
    async send() {
      return product && once.run(saleOf(product, form, rate));
    },
    onDone({ answer, earlier }) {
      const { receiptNumber } = answer.receipt;
      const action = { label: words.viewReceipt, onSelect: () => openReceipt(receiptNumber) };
      toastAndLeave(words.done, receiptNumber, earlier && words.savedBefore, leave, action);
    },
    onFail(error) {
      setErrors({});
      toastError(words.failed, messageOf(error, words.tryAgain));
      // After a refusal the figures in this dialog are outdated.
      void refresh(...CHANGES);
      return undefined;
    },
  });

  return (
    <Dialog title={words.title} onClose={onClose}>
      {products.isError && !products.data && (
        <ErrorState text={words.productsFailed} onRetry={() => void products.refetch()} />
      )}
      <form className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={once.pending} />
        {once.inDoubt && <Alert kind="warning">{words.unanswered}</Alert>}
        <ProductField
          products={products.data && onSale(products.data)}
          product={product}
          value={form.productId}
          error={errors.productId ?? null}
          onValue={(productId) => change({ productId, anyway: false, ...LIST_PRICE })}
        />
        <TextField
          label={words.quantity}
          inputMode="numeric"
          autoComplete="off"
          value={form.quantity}
          error={errors.quantity ?? null}
          onValue={(quantity) => change({ quantity })}
        />
        <SellAnyway
          product={product}
          quantity={parseQuantity(form.quantity) ?? 0}
          anyway={form.anyway}
          disabled={once.pending}
          onAnyway={(anyway) => change({ anyway })}
        />
        <SelectField
          label={words.paymentMethod}
          value={form.paymentMethod}
          options={SALE_METHODS}
          onValue={(paymentMethod) => change({ paymentMethod })}
        />
        <SaleTotal
          line={product ? pricedOf(product, form, rate) : null}
          quantity={parseQuantity(form.quantity)}
          productId={product?.id ?? 0}
          disabled={once.pending}
          onPrice={(price) =>
            change(
              price
                ? {
                    price: toDecimal(price.own),
                    reason: price.reason,
                    reasonId: String(price.reasonId ?? ''),
                  }
                : LIST_PRICE,
            )
          }
        />
        <footer className="pair">
          <button type="button" className="secondary" onClick={leave}>
            {words.cancel}
          </button>
          <ActionButton pending={once.pending} waiting={once.waiting}>
            {words.submit}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}
