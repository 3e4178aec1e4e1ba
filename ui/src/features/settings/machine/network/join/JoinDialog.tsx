/** The password of a Wi-Fi, and the name of one that is not listed. */
import { useFormDraft } from '../../../../../api/forms/useFormDraft';
import type { BoxNetwork, SeenWifi } from '../../../../../parts/machine/types';
import { FormDialog } from '../../../../../ui/dialog/FormDialog';
import { TextField } from '../../../../../ui/form/Field';
import { PasswordField } from '../../../../../ui/form/PasswordField';
import { form, join as words } from '../strings';
import { useChange } from '../useChange';

const SECRETS = ['password'] as const;

interface JoinDialogProps {
  network: BoxNetwork;
  /** With an empty name: one that is typed. */
  wifi: Pick<SeenWifi, 'ssid' | 'secured'>;
  onClose: () => void;
}

export function JoinDialog({ network, wifi, onClose }: JoinDialogProps) {
  const known = network.join.ssid === wifi.ssid ? network.join.password : '';
  const draft = useFormDraft(`box-network:join:${wifi.ssid}`, { ssid: wifi.ssid, password: known }, SECRETS);
  const { values, type } = draft;
  const change = useChange(network, () => ({ mode: 'join', join: values }), draft);
  function leave() {
    draft.discard();
    onClose();
  }
  return (
    <FormDialog
      form={{ ...change, draft, leave, onClose }}
      title={wifi.ssid ? words.title(wifi.ssid) : words.otherTitle}
      submit={words.submit}
      pendingLabel={form.saving}
      cancel={words.cancel}
    >
      {!wifi.ssid && (
        <TextField
          label={words.name}
          name="ssid"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.ssid}
          error={change.errors['join.ssid']}
          onValue={(ssid) => type({ ssid })}
        />
      )}
      {wifi.secured && (
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={wifi.ssid ? undefined : words.noPassword}
          value={values.password}
          error={change.errors['join.password']}
          onValue={(password) => type({ password })}
        />
      )}
      <p className="lead">{form.lead}</p>
    </FormDialog>
  );
}
