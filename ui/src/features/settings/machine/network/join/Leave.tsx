/** The joined Wi-Fi, and leaving it: the box is then reached by cable. */
import type { BoxNetwork } from '../../../../../parts/machine/types';
import { ActionButton } from '../../../../../ui/ActionButton';
import { Alert } from '../../../../../ui/feedback/Alert';
import { Notice } from '../../../../../ui/feedback/Notice';
import { form, join as words } from '../strings';
import { useChange } from '../useChange';

export function Leave({ network }: { network: BoxNetwork }) {
  const { onSubmit, problem, pending, waiting } = useChange(network, () => ({ mode: 'cable' }));
  return (
    <form className="card stack" aria-label={words.leave} onSubmit={onSubmit}>
      <b>{words.now(network.join.ssid)}</b>
      {!network.can.cable && <Notice kind="warning">{form.noCable}</Notice>}
      {problem !== null && <Alert>{problem}</Alert>}
      <ActionButton className="secondary" pending={pending} waiting={waiting} pendingLabel={form.saving}>
        {words.leave}
      </ActionButton>
    </form>
  );
}
