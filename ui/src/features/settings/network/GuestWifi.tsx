/** Settings of the guests' Wi-Fi: its name and password, printed beside the menu codes. */
import { QrCode } from 'lucide-react';
import { TextField } from '../../../ui/form/Field';
import { FormCard } from '../FormCard';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { wifi as words } from './strings';

/** The server's limit for the password, in characters. */
const PASSWORD_MAX = 63;

export default function GuestWifi({ settings: { guestWifi } }: { settings: Settings }) {
  const stored = { name: guestWifi.name ?? '', password: guestWifi.password ?? '' };
  const { field, ...form } = useSettingsForm(stored, (typed) => ({ guestWifi: typed }));
  return (
    <FormCard
      id="wifi"
      {...form}
      after={
        guestWifi.name !== null && (
          <a href="/qr" target="_blank" rel="noreferrer" className="action">
            <QrCode />
            {words.codes}
          </a>
        )
      }
    >
      <TextField
        label={words.name}
        autoComplete="off"
        autoCapitalize="none"
        {...field('name', 'guestWifi')}
      />
      <TextField
        label={words.password}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={PASSWORD_MAX}
        hint={words.passwordHint}
        {...field('password')}
      />
    </FormCard>
  );
}
