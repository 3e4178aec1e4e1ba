/** Settings of the fiscal device: the adapter that speaks to it, and whether paper waits for its signature. */
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { Segments } from '../Segments';
import type { TaxField } from './field';
import { POLICIES, words } from './strings';

export function FiscalFields({ field }: { field: TaxField }) {
  const url = field('url', 'fiscal.url');
  const { name, ...policy } = field('policy', 'fiscal.policy');
  return (
    <>
      <TextField label={words.address} type="url" inputMode="url" autoComplete="off" {...url} />
      <Segments label={words.policy} options={POLICIES} {...policy} />
      {policy.value === 'wait' && (
        <NumberField
          label={words.waitSeconds}
          inputMode="numeric"
          {...field('waitSeconds', 'fiscal.waitSeconds')}
        />
      )}
    </>
  );
}
