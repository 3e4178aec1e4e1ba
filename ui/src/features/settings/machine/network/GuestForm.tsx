/** The form of the guests' Wi-Fi, which needs a radio of its own. */
import { useFormDraft } from '../../../../api/forms/useFormDraft';
import { TextField } from '../../../../ui/form/Field';
import { KeptInput } from '../../../../ui/form/KeptInput';
import { Switch } from '../../../../ui/form/Switch';
import { PAGE_TITLE } from '../../pageTitle';
import { network as names, form as words } from './strings';
import { TryBar } from './TryBar';
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
    <form
      ref={change.formRef}
      className="stack machine"
      noValidate
      aria-labelledby={PAGE_TITLE}
      onSubmit={change.onSubmit}
    >
      {draft.restored && <KeptInput {...draft} disabled={change.pending} />}
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
      <TryBar change={change} draft={draft} />
    </form>
  );
}
