/** Update Stock dialog: a change or a count, with a reason. */
import { useDraftForm } from '../../../api/forms/useDraftForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Product, StockReason } from '../../../api/types';
import { levelText } from '../../../parts/stock/amount';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { SelectField } from '../../../ui/form/SelectField';
import { AFTER_PRODUCT, moveStock } from '../calls';
import { bothFields, entryFor, likelyReason, REASONS, type StockEntry } from '../rules/stock';
import { checkStock, type StockErrors } from '../rules/stockForm';
import { panel, UNIT_NAME, stock as words } from '../strings';

const REASON_OPTIONS = [{ value: '' as const, label: words.chooseReason, disabled: true }, ...REASONS];

interface StockForm {
  entry: StockEntry;
  chosen: StockReason | '';
  notes: string;
}

const EMPTY: StockForm = { entry: { kind: 'delta', text: '' }, chosen: '', notes: '' };

export function StockDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const level = product.stock ?? 0;
  const draft = useFormDraft<StockForm>(`stock:${product.id}`, EMPTY);
  const { entry, chosen, notes } = draft.values;
  const write = useWrite(moveStock, { refreshes: AFTER_PRODUCT });
  const shown = bothFields(entry, level);
  const reason = chosen || likelyReason(entry);

  const dialog = useDraftForm<keyof StockErrors, Product>({
    draft,
    write,
    check: () => checkStock(entry, reason, notes, product).errors,
    async send() {
      const { move } = checkStock(entry, reason, notes, product);
      return move && write.run({ id: product.id, ...move });
    },
    onDone: (saved) => toast(words.done, words.doneDetail(saved.name, levelText(saved, saved.stock ?? 0))),
    onFail(error) {
      void refresh(...AFTER_PRODUCT);
      return messageOf(error, words.failed);
    },
    onClose,
  });
  const { errors } = dialog;

  const number = (kind: StockEntry['kind'], label: string, value: string) => (
    <NumberField
      label={label}
      name={kind}
      min={kind === 'delta' ? undefined : 0}
      // The numeric keyboard of some phones has no minus.
      inputMode={kind === 'delta' ? undefined : 'numeric'}
      value={value}
      hint={UNIT_NAME[product.unit]}
      error={errors[kind === 'count' ? 'count' : 'delta']}
      onValue={(text) => draft.type({ entry: { kind, text } })}
    />
  );

  return (
    <FormDialog
      form={dialog}
      title={panel.updateStock}
      note={product.name}
      pendingLabel={words.saving}
      cancel={words.cancel}
      submit={words.save}
      small
      keepsFocus
    >
      <p>{words.lead(levelText(product, level))}</p>
      {entry.kind === 'wasted' ? (
        number('wasted', words.wasted, entry.text)
      ) : (
        <div className="amounts">
          {number('delta', words.change, shown.delta)}
          {number('count', words.count, shown.count)}
        </div>
      )}
      <SelectField
        label={words.reason}
        name="reason"
        value={reason}
        options={REASON_OPTIONS}
        error={errors.reason}
        onValue={(value) => draft.type({ chosen: value, entry: entryFor(value, entry, level) })}
      />
      <TextField
        label={words.notes}
        name="notes"
        autoComplete="off"
        value={notes}
        error={errors.notes}
        onValue={(text) => draft.type({ notes: text })}
      />
    </FormDialog>
  );
}
