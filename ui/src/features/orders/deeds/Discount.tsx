/** Discount on an order or on chosen items: a percent or an amount, with a reason; or the discount is taken off again. */
import { type CSSProperties, useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import type { Order } from '../../../api/types';
import { ReasonPicker } from '../../../parts/reasons/ReasonPicker';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { Choices } from '../../../ui/form/Choices';
import { KeptInput } from '../../../ui/form/KeptInput';
import { NumberField } from '../../../ui/form/NumberField';
import { stillThere, toggled } from '../changes/chosen';
import { titleOf } from '../naming';
import { discountOrder, removeDiscount } from './calls';
import {
  bodyOf,
  discountable,
  discountOf,
  type Figure,
  figureTyped,
  mistakesOf,
  NO_DISCOUNT,
  PERCENTS,
} from './discount';
import { words as common, discount as words } from './strings';
import { useDeed } from './useDeed';
import { useReasonDraft } from './useReasonDraft';

const APART = { '--gap': 'var(--space-3)' } as CSSProperties;
/** The key that opens the fields. */
const OTHER = 'other';

/** In a row for two buttons. */
const ALONE: CSSProperties = { gridColumn: '1 / -1' };

export default function Discount({ order, onClose }: { order: Order; onClose: () => void }) {
  const items = discountable(order);
  const { draft, reasons, missing, sent } = useReasonDraft(`discount:${order.id}`, 'discount', NO_DISCOUNT);
  const form = { ...draft.values, itemIds: stillThere(draft.values.itemIds, items) };
  const [typing, setTyping] = useState(() => !PERCENTS.some((percent) => percent === form.percent));
  // Fixed while the sheet is open: the buttons do not change under the thumb.
  const [discounted] = useState(() => items.some((item) => discountOf(item) !== null));
  const write = useDeed((body: ReturnType<typeof bodyOf>, options) => discountOrder(order.id, body, options));
  const removal = useDeed((itemIds: number[] | null, options) => removeDiscount(order.id, itemIds, options));
  const pending = write.pending || removal.pending;
  const { formRef, errors, setErrors, onSubmit } = useForm<Figure | 'itemIds' | 'reason', Order>({
    pending,
    check: () => (write.unanswered ? {} : { ...mistakesOf(form), ...(missing && { reason: missing }) }),
    send: () => write.run(bodyOf(form, sent)),
    onDone: () => leave(words.done),
    onFail: () => undefined,
  });
  async function remove() {
    const none = form.itemIds?.length === 0;
    setErrors(none && !removal.unanswered ? { itemIds: common.noItems } : {});
    if (await removal.run(none ? undefined : form.itemIds)) leave(words.removed);
  }
  function leave(text: string) {
    draft.discard();
    onClose();
    toast(text, titleOf(order));
  }
  function chooseKey(key: string) {
    setTyping(key === OTHER);
    draft.type(figureTyped('percent', key === OTHER ? '' : key));
  }
  const figure = (name: Figure) => ({
    value: form[name],
    error: errors[name],
    onValue: (text: string) => draft.type(figureTyped(name, text)),
  });

  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <LongForm
        formRef={formRef}
        onSubmit={onSubmit}
        footer={
          <>
            {discounted && (
              <ActionButton
                type="button"
                className="secondary large"
                pending={removal.pending}
                waiting={removal.waiting}
                onClick={() => void remove()}
              >
                {words.remove}
              </ActionButton>
            )}
            <ActionButton
              className="large"
              style={discounted ? undefined : ALONE}
              pending={write.pending}
              waiting={write.waiting}
            >
              {words.action}
            </ActionButton>
          </>
        }
      >
        <KeptInput {...draft} disabled={pending} />
        {(write.changed || removal.changed) && <Alert>{common.changed}</Alert>}
        <Choices
          label={words.how}
          value={typing ? OTHER : form.percent}
          onValue={chooseKey}
          options={[
            ...PERCENTS.map((percent) => ({ value: percent as string, label: `${percent} %` })),
            { value: OTHER, label: words.other },
          ]}
        />
        {typing && (
          <>
            <NumberField label={words.percent} max={100} hint={words.hint} {...figure('percent')} />
            <div className="amounts">
              <NumberField label={words.amountUSD} {...figure('amountUSD')} />
              <NumberField label={words.amountLRD} {...figure('amountLRD')} />
            </div>
          </>
        )}
        <fieldset className="stack tight">
          <legend>{common.items}</legend>
          {items.map((item) => {
            const has = discountOf(item);
            return (
              <label key={item.id} className="row switch" style={APART}>
                <input
                  type="checkbox"
                  checked={form.itemIds?.includes(item.id) ?? true}
                  onChange={() => draft.type({ itemIds: toggled(form.itemIds, item.id, items) })}
                />
                <span className="grow">
                  {common.item(item.quantity, item.productName)}
                  {has && <small> {words.has(has)}</small>}
                </span>
              </label>
            );
          })}
          {errors.itemIds && <small role="alert">{errors.itemIds}</small>}
        </fieldset>
        <ReasonPicker
          reasons={reasons}
          value={form}
          error={errors.reason}
          onValue={(value) => draft.type(value)}
        />
      </LongForm>
    </Sheet>
  );
}
