/** Quick Sale: one product, how many, how paid. */
import { type FormEvent, useState } from 'react';
import { post } from '../../api/client';
import { messageOf } from '../../api/error';
import { openReceipt } from '../../api/openReceipt';
import { SALE_METHODS } from '../../api/payment';
import { refresh, useGet, useRate } from '../../api/query';
import type { Product, RecordedSale } from '../../api/types';
import { useWrite } from '../../api/useWrite';
import { ActionButton } from '../../ui/ActionButton';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { SelectField } from '../../ui/SelectField';
import { ErrorState } from '../../ui/States';
import { toast, toastError } from '../../ui/toast';
import { ProductField } from './ProductField';
import { type Problem, problemOf, type QuickSaleForm, quantityOf, saleOf } from './quickSale';
import { SaleTotal } from './SaleTotal';
import { quickSale as words } from './strings';

const CHANGES = ['/api/sales', '/api/products', '/api/receipts', '/api/exchange-rate'] as const;

export function QuickSaleDialog({ onClose }: { onClose: () => void }) {
  const products = useGet<Product[]>('/api/products');
  const rate = useRate().data?.rate;
  const [form, setForm] = useState<QuickSaleForm>({ productId: '', quantity: '1', paymentMethod: 'cash' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const product = products.data?.find(({ id }) => String(id) === form.productId);
  const write = useWrite(
    (sale: ReturnType<typeof saleOf>, options) => post<RecordedSale>('/api/sales', sale, options),
    {
      refreshes: CHANGES,
    },
  );
  const change = (part: Partial<QuickSaleForm>) => {
    setForm({ ...form, ...part });
    setProblem(null);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemOf(form, product);
    setProblem(found);
    if (found || !product) {
      if (found) toastError(found.title, found.text);
      return;
    }
    try {
      const sale = await write.run(saleOf(product, quantityOf(form.quantity) ?? 0, form.paymentMethod, rate));
      if (!sale) return;
      const { receiptNumber } = sale.receipt;
      toast(words.done, receiptNumber, {
        label: words.viewReceipt,
        onSelect: () => openReceipt(receiptNumber),
      });
      onClose();
    } catch (error) {
      toastError(words.failed, messageOf(error, words.tryAgain));
      // A refusal means that the figures in this dialog are no longer those of the box.
      void refresh(...CHANGES);
    }
  }

  const errorAt = (field: Problem['field']) => (problem?.field === field ? problem.hint : null);
  return (
    <Dialog title={words.title} onClose={onClose}>
      {products.isError && !products.data && (
        <ErrorState text={words.productsFailed} onRetry={() => void products.refetch()} />
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <ProductField
          products={products.data}
          product={product}
          value={form.productId}
          error={errorAt('productId')}
          onValue={(productId) => change({ productId })}
        />
        <TextField
          label={words.quantity}
          type="number"
          inputMode="numeric"
          min={1}
          max={product?.stock}
          value={form.quantity}
          error={errorAt('quantity')}
          onValue={(quantity) => change({ quantity })}
        />
        <SelectField
          label={words.paymentMethod}
          value={form.paymentMethod}
          options={SALE_METHODS}
          onValue={(paymentMethod) => change({ paymentMethod })}
        />
        <SaleTotal product={product} quantity={quantityOf(form.quantity)} />
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting}>
            {words.submit}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}
