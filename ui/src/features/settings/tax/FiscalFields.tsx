/** Settings of the fiscal device: the adapter that speaks to it, and whether paper waits for its signature. */
import { Choices } from '../../../ui/form/Choices';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import type { TaxField } from './field';
import { POLICIES, words } from './strings';

export function FiscalFields({ field }: { field: TaxField }) {
  const url = field('url', 'fiscal.url');
  const policy = field('policy', 'fiscal.policy');
  return (
    <section className="stack tight" aria-labelledby="fiscal-device">
      <h3 id="fiscal-device">{words.fiscal}</h3>
      <TextField label={words.address} type="url" inputMode="url" autoComplete="off" {...url} />
      <Choices
        label={words.policy}
        kind="segmented"
        value={policy.value}
        options={POLICIES}
        onValue={policy.onValue}
      />
      {policy.error && <small role="alert">{policy.error}</small>}
      {policy.value === 'wait' && (
        <NumberField
          label={words.waitSeconds}
          inputMode="numeric"
          step={1}
          {...field('waitSeconds', 'fiscal.waitSeconds')}
        />
      )}
    </section>
  );
}
