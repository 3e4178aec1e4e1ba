/** How guests and phones find the box. */
import { QrCode } from 'lucide-react';
import { TextField } from '../../ui/Field';
import { FormCard } from './FormCard';
import type { Settings } from './settings';
import { words } from './strings';
import { useSettingsForm } from './useSettingsForm';

export function Network({ settings }: { settings: Settings }) {
  const { field, ...form } = useSettingsForm({ publicUrl: settings.publicUrl ?? '' });
  return (
    <FormCard title={words.network} {...form}>
      <dl className="facts">
        <dt>{words.addressHere}</dt>
        <dd>{location.origin}</dd>
      </dl>
      <TextField
        label={words.publicUrl}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="http://192.168.1.10"
        hint={words.publicHint}
        {...field('publicUrl')}
      />
      <a href="/qr" target="_blank" rel="noreferrer" className="action">
        <QrCode />
        {words.menuCode}
      </a>
    </FormCard>
  );
}
