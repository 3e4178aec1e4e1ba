/** A planned change of the tax mode: the fields to plan one, or what is planned. */
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import { formatDate } from '../../../lib/format';
import type { TaxMode } from '../../../parts/tax/rates';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { Segments } from '../Segments';
import { AFTER_SETTINGS, SETTINGS, type Settings, saveSettings } from '../settings';
import { words as settingsWords } from '../strings';
import type { TaxField } from './field';
import { MODES, words } from './strings';
import { YES } from './taxForm';

export function PlannedMode({ next, field }: { next: Settings['tax']['next']; field: TaxField }) {
  const write = useWrite(saveSettings, { refreshes: AFTER_SETTINGS });
  const planned = field('planned');
  const mode = field('nextMode');

  async function remove() {
    try {
      const saved = await write.run({ tax: { next: null } });
      if (!saved) return;
      cacheQuery(SETTINGS, () => saved);
      toast(words.planRemoved);
    } catch (error) {
      toastError(settingsWords.failed, reasonOf(error));
    }
  }

  if (next) {
    return (
      <p className="split">
        <span>{words.planned(formatDate(next.from), words.modes[next.mode])}</span>
        <ActionButton
          type="button"
          className="secondary"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void remove()}
        >
          {words.remove}
        </ActionButton>
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-expanded={planned.value !== ''}
        onClick={() => planned.onValue(planned.value ? '' : YES)}
      >
        {words.plan}
      </button>
      {planned.value && (
        <div className="stack">
          <Segments<TaxMode>
            label={words.mode}
            value={mode.value as TaxMode}
            options={MODES}
            error={mode.error}
            onValue={mode.onValue}
          />
          <TextField label={words.from} type="date" {...field('nextFrom', 'tax.next')} />
        </div>
      )}
    </>
  );
}
