/** The form of the box's own Wi-Fi: on or off, name, password, most phones, country and channel. */
import { useFormDraft } from '../../../../../api/forms/useFormDraft';
import { stationsOf } from '../../../../../parts/machine/network';
import { Notice } from '../../../../../ui/feedback/Notice';
import { TextField } from '../../../../../ui/form/Field';
import { Switch } from '../../../../../ui/form/Switch';
import { network as names, form as words } from '../strings';
import { TryForm } from '../TryForm';
import { useChange } from '../useChange';
import type { ViewProps } from '../viewProps';
import { bodyOf, type OwnValues, SSID_MAX, start } from './ownValues';
import { Radio } from './Radio';

/** The password is not kept on the phone. */
const SECRETS = ['password'] as const;
const PASSWORD_MAX = 63;

export function OwnForm({ network, settings }: ViewProps) {
  const draft = useFormDraft<OwnValues>('box-network:wifi', start(network, settings.businessName), SECRETS);
  const { values, type } = draft;
  const change = useChange(network, () => bodyOf(values), draft);
  const { errors } = change;
  const stations = stationsOf(network);
  return (
    <TryForm change={change} draft={draft} note={stations ? words.again(stations) : undefined}>
      <div className="card stack tight part">
        <Switch name="on" label={words.ownSwitch} checked={values.on} onChecked={(on) => type({ on })} />
        <small>{values.on ? words.ownHint : words.offHint}</small>
        {errors.mode && <small role="alert">{errors.mode}</small>}
        {!values.on && !network.can.cable && <Notice kind="warning">{words.noCable}</Notice>}
      </div>
      {values.on && (
        <>
          <div className="card stack">
            <TextField
              label={names.name}
              name="ssid"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={SSID_MAX}
              value={values.ssid}
              error={errors['wifi.ssid']}
              onValue={(ssid) => type({ ssid })}
            />
            <TextField
              label={names.password}
              name="password"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={PASSWORD_MAX}
              hint={words.passwordHint}
              value={values.password}
              error={errors['wifi.password']}
              onValue={(password) => type({ password })}
            />
          </div>
          <Radio highBand={network.can.highBand} values={values} errors={errors} onType={type} />
        </>
      )}
    </TryForm>
  );
}
