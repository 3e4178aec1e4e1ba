/** The form of the guests' Wi-Fi, which needs a radio of its own. */
import { useFormDraft } from '../../../../api/forms/useFormDraft';
import { TextField } from '../../../../ui/form/Field';
import { Switch } from '../../../../ui/form/Switch';
import { network as names, form as words } from './strings';
import { TryForm } from './TryForm';
import { useChange } from './useChange';
import type { ViewProps } from './viewProps';

const SECRETS = ['password'] as const;

export function GuestForm({ network }: ViewProps) {
  const draft = useFormDraft('box-network:guests', { ...network.guests }, SECRETS);
  const { values, type } = draft;
  const change = useChange(network, () => ({ guests: values }), draft);
  const { errors } = change;
  if (!network.can.guests && !network.guests.on) return <p className="card">{words.noGuests}</p>;
  return (
    <TryForm change={change} draft={draft}>
      <div className="card stack tight part">
        <Switch name="on" label={words.guestSwitch} checked={values.on} onChecked={(on) => type({ on })} />
        <small>{words.guestHint}</small>
        {errors['guests.on'] && <small role="alert">{errors['guests.on']}</small>}
      </div>
      {values.on && (
        <div className="card stack">
          <TextField
            label={names.name}
            name="ssid"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={32}
            value={values.ssid}
            error={errors['guests.ssid']}
            onValue={(ssid) => type({ ssid })}
          />
          <TextField
            label={names.password}
            name="password"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={63}
            hint={words.guestPasswordHint}
            value={values.password}
            error={errors['guests.password']}
            onValue={(password) => type({ password })}
          />
        </div>
      )}
    </TryForm>
  );
}
