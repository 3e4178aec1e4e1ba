/** Where head office is, and what happens when it suggests an exchange rate. */
import type { SettingsBody } from '../../../api/types';
import { TextField } from '../../../ui/form/Field';
import { SelectField } from '../../../ui/form/SelectField';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { head as headWords, agreement as words } from './strings';

type Rate = Settings['head']['rate'];

const RATES: readonly { value: Rate; label: string }[] = [
  { value: 'ask', label: words.ask },
  { value: 'apply', label: words.apply },
];

export function Agreement({ head }: { head: Settings['head'] }) {
  const form = useSettingsForm({ url: head.url ?? '', rate: head.rate as string }, ({ url, rate }) => {
    const body: NonNullable<SettingsBody['head']> = { rate: rate as Rate };
    return { head: { ...body, ...(url.trim() !== head.url && { url: url.trim() }) } };
  });
  const rate = form.field('rate', 'head');
  return (
    <FormCard
      id="head-agreement"
      title={words.title}
      draft={form.draft}
      pending={form.pending}
      waiting={form.waiting}
      onSubmit={form.onSubmit}
    >
      <TextField
        label={headWords.address}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={words.addressHint}
        {...form.field('url', 'head')}
      />
      <SelectField
        label={words.rate}
        name="rate"
        value={rate.value as Rate}
        options={RATES}
        onValue={rate.onValue}
      />
    </FormCard>
  );
}
