/** Quick Stock Update: the buttons -5, -1, +1 and +5. */
import { useRef, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { refresh } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { WaitingNote } from '../../../ui/ActionButton';
import { useRestoreFocus } from '../../../ui/dialog/useRestoreFocus';
import { Alert } from '../../../ui/feedback/Alert';
import { AFTER_PRODUCT, moveStock } from '../calls';
import { mayChange, QUICK_STEPS, stepLabel } from '../rules/stock';
import { panel as words } from '../strings';

export function QuickStock({ product }: { product: Product }) {
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [waiting, setWaiting] = useState(false);
  return (
    <section className="stack">
      <h3 className="sr-only">{words.quickStock}</h3>
      <div className="quickstock">
        {QUICK_STEPS.map((step) => (
          <StepButton
            key={step}
            product={product}
            step={step}
            saving={saving}
            onSaving={setSaving}
            onWaiting={setWaiting}
            onError={setError}
          />
        ))}
      </div>
      <WaitingNote waiting={waiting} />
      {error && <Alert>{error}</Alert>}
    </section>
  );
}

interface StepButtonProps {
  product: Product;
  step: number;
  saving: boolean;
  onSaving: (saving: boolean) => void;
  onWaiting: (waiting: boolean) => void;
  onError: (message: string | null) => void;
}

/** Each step has its own write, so that only its own button repeats it after a lost answer. */
function StepButton({ product, step, saving, onSaving, onWaiting, onError }: StepButtonProps) {
  const write = useWrite(
    // Sends a difference, not a level: a colleague may be selling the same bottles.
    (id: number, options) =>
      moveStock({ id, delta: step, reason: 'correction', notes: null }, { ...options, onWaiting }),
    { refreshes: AFTER_PRODUCT },
  );
  const button = useRef<HTMLButtonElement>(null);
  useRestoreFocus(button, saving);

  async function press() {
    onError(null);
    onSaving(true);
    try {
      await write.run(product.id);
    } catch (error) {
      onError(messageOf(error, words.quickFailed));
      void refresh(...AFTER_PRODUCT);
    } finally {
      onSaving(false);
    }
  }

  return (
    <button
      ref={button}
      type="button"
      className="secondary large"
      aria-busy={write.pending || undefined}
      disabled={saving || !mayChange(product, step)}
      onClick={() => void press()}
    >
      {stepLabel(step)}
    </button>
  );
}
