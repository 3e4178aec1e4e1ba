/** Tax Exempt: the customer who pays no tax on an order, and for which items. */
import { type CSSProperties, useState } from 'react';
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { reasonOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { toast, toastError } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { KeptInput } from '../../../ui/form/KeptInput';
import { cacheOrder, exemptOrder, ORDERS, taxOrder } from '../calls';
import { stillThere, toggled } from '../changes/chosen';
import { useRepeat } from '../changes/useRepeat';
import { titleOf } from '../naming';
import { bodyOf, type ExemptForm, exemptable, formOf } from './exemption';
import { words as moreWords, exempt as words } from './strings';

/** The server's limits, in characters. */
const NAME_MAX = 200;
const DOCUMENT_MAX = 60;

const APART = { '--gap': 'var(--space-3)' } as CSSProperties;

export default function TaxExemptSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const items = exemptable(order);
  const draft = useFormDraft<ExemptForm>(`exempt:${order.id}`, formOf(order));
  const form = { ...draft.values, itemIds: stillThere(draft.values.itemIds, items) };
  const write = useRepeat(
    (sent: ExemptForm, options) => exemptOrder(order.id, bodyOf(sent), options),
    [ORDERS],
  );
  const removal = useRepeat((_: null, options) => taxOrder(order.id, options), [ORDERS]);
  // Fixed while the sheet is open: the buttons do not change under the thumb.
  const [exempted] = useState(order.taxExemption !== null);
  const pending = write.pending || removal.pending;
  const { formRef, errors, problem, onSubmit } = useForm<'name' | 'documentNumber' | 'itemIds', Order>({
    pending,
    check: () =>
      write.unanswered
        ? {}
        : {
            ...(form.name.trim() === '' && { name: words.nameMissing }),
            ...(form.documentNumber.trim() === '' && { documentNumber: words.documentMissing }),
            ...(form.itemIds?.length === 0 && { itemIds: words.itemsMissing }),
          },
    send: () => write.run(form),
    onDone: (changed) => done(changed, words.saved),
    onFail: (error) => failed(error) ?? '',
  });
  function failed(error: unknown) {
    void refresh(ORDERS);
    return reasonOf(error, moreWords.noAnswer);
  }
  async function remove() {
    try {
      const changed = await removal.run(null);
      if (changed) done(changed, words.removed);
    } catch (error) {
      toastError(words.removeFailed, failed(error));
    }
  }
  function done(changed: Order, text: string) {
    cacheOrder(changed);
    toast(text, titleOf(order));
    draft.discard();
    onClose();
  }

  const approver = order.taxExemption?.approvedBy;
  return (
    <Sheet title={moreWords.parts.taxExempt} note={titleOf(order)} onClose={onClose}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        <KeptInput {...draft} disabled={pending} />
        {problem !== null && <Alert reason={problem || undefined}>{words.failed}</Alert>}
        <TextField
          label={words.name}
          name="name"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={form.name}
          error={errors.name}
          onValue={(name) => draft.type({ name })}
        />
        <TextField
          label={words.document}
          name="documentNumber"
          autoComplete="off"
          maxLength={DOCUMENT_MAX}
          value={form.documentNumber}
          error={errors.documentNumber}
          onValue={(documentNumber) => draft.type({ documentNumber })}
        />
        {(items.length > 0 || errors.itemIds) && (
          <fieldset className="stack tight">
            <legend>{words.items}</legend>
            {items.map(({ id, quantity, productName }) => (
              <label key={id} className="row switch" style={APART}>
                <input
                  type="checkbox"
                  checked={form.itemIds?.includes(id) ?? true}
                  onChange={() => draft.type({ itemIds: toggled(form.itemIds, id, items) })}
                />
                <span className="grow">
                  {quantity} × {productName}
                </span>
              </label>
            ))}
            {errors.itemIds && <small role="alert">{errors.itemIds}</small>}
          </fieldset>
        )}
        {approver && <small>{words.approvedBy(approver)}</small>}
        <footer className={exempted ? 'pair' : undefined}>
          {exempted && (
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
            pending={write.pending}
            waiting={write.waiting}
            pendingLabel={words.saving}
          >
            {words.save}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
