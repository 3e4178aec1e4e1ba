/** Update Stock: what came or went, or what was counted, and why. */
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '../../../api/error';
import { refresh } from '../../../api/query';
import type { Product, StockReason } from '../../../api/types';
import { useWrite } from '../../../api/useWrite';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/Alert';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/Field';
import { NumberField } from '../../../ui/NumberField';
import { SelectField } from '../../../ui/SelectField';
import { toast } from '../../../ui/toast';
import { AFTER_PRODUCT, moveStock } from '../calls';
import { bothFields, likelyReason, REASONS, type StockEntry } from '../rules/stock';
import { checkStock, type StockErrors } from '../rules/stockForm';
import { panel, stock as words } from '../strings';

const REASON_OPTIONS = [{ value: '' as const, label: words.chooseReason, disabled: true }, ...REASONS];

export function StockDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const [entry, setEntry] = useState<StockEntry>({ kind: 'delta', text: '' });
  const [chosen, setChosen] = useState<StockReason | ''>('');
  const [notes, setNotes] = useState('');
  const [errors, setErrors] = useState<StockErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const write = useWrite(moveStock, { refreshes: AFTER_PRODUCT });
  const shown = bothFields(entry, product.stock);
  const reason = chosen || likelyReason(entry);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (write.pending) return;
    const checked = checkStock(entry, reason, notes, product.stock);
    setErrors(checked.errors);
    setProblem(null);
    if (!checked.move) return;
    try {
      const saved = await write.run({ id: product.id, ...checked.move });
      if (!saved) return;
      toast(words.done, words.doneDetail(saved.name, saved.stock));
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      setProblem(messageOf(error, words.failed));
      void refresh(...AFTER_PRODUCT);
    }
  }

  const number = (kind: StockEntry['kind'], label: string, value: string) => (
    <NumberField
      label={label}
      name={kind}
      step={1}
      min={kind === 'count' ? 0 : undefined}
      // Some phones' number pads have no minus.
      inputMode={kind === 'count' ? 'numeric' : undefined}
      value={value}
      error={errors[kind]}
      onValue={(text) => setEntry({ kind, text })}
    />
  );

  return (
    <Dialog title={panel.updateStock} note={product.name} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>{words.lead(product.stock)}</p>
        <div className="amounts">
          {number('delta', words.change, shown.delta)}
          {number('count', words.count, shown.count)}
        </div>
        <SelectField
          label={words.reason}
          name="reason"
          value={reason}
          options={REASON_OPTIONS}
          error={errors.reason}
          onValue={setChosen}
        />
        <TextField
          label={words.notes}
          name="notes"
          autoComplete="off"
          value={notes}
          error={errors.notes}
          onValue={setNotes}
        />
        {problem && <Alert>{problem}</Alert>}
        <footer className="pair">
          <button type="button" className="secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <ActionButton pending={write.pending} waiting={write.waiting} pendingLabel={words.saving}>
            {words.save}
          </ActionButton>
        </footer>
      </form>
    </Dialog>
  );
}
