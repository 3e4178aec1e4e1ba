/** Hand Over: another colleague serves the order from now on; Take Over: the user does. */
import { type FormEvent, useState } from 'react';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { Colleague, Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { titleOf } from '../naming';
import { COLLEAGUES, cacheMoved, handOver } from './calls';
import { words as common, handOver as words } from './strings';
import { useMove } from './useMove';

export default function HandOver({ order, onClose }: { order: Order; onClose: () => void }) {
  const colleagues = useGet(COLLEAGUES);
  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <p>{words.servedBy(order.servedBy)}</p>
      <Loaded
        query={colleagues}
        errorText={words.loadFailed}
        skeleton={<Skeleton count={2} height="var(--touch-lg)" />}
      >
        {(list) => <Choose order={order} colleagues={list} onClose={onClose} />}
      </Loaded>
    </Sheet>
  );
}

interface ChooseProps {
  order: Order;
  colleagues: readonly Colleague[];
  onClose: () => void;
}

function Choose({ order, colleagues, onClose }: ChooseProps) {
  const username = useSession().user?.username;
  const me = colleagues.find((one) => one.username === username);
  // Fixed while the sheet is open: what was sent and not answered may be done, and can still be sent again.
  const [servedById] = useState(order.servedById);
  const others = colleagues.filter((one) => one !== me && one.id !== servedById);
  const mine = servedById === me?.id;
  const canTake = me !== undefined && !mine;
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const move = useMove((userId: number, options) => handOver({ userId, orderIds: [order.id] }, options));
  const chosen = others.find(({ id }) => String(id) === to);

  async function send(colleague: Colleague) {
    const changed = await move.run(colleague.id);
    if (!changed) return;
    cacheMoved(changed);
    onClose();
    toast(words.done, words.servedBy(changed[0]?.servedBy ?? colleague.username));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (chosen) void send(chosen);
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      {move.changed && <Alert>{common.changed}</Alert>}
      {others.length === 0 && mine && <Empty text={words.none} />}
      {others.length > 0 && (
        <SelectField
          label={words.to}
          value={to}
          error={asked && !chosen ? words.missing : null}
          options={[
            { value: '', label: words.choose, disabled: true },
            ...others.map(({ id, name, username: login }) => ({ value: String(id), label: name || login })),
          ]}
          onValue={setTo}
        />
      )}
      <footer className={canTake && others.length > 0 ? 'pair' : undefined}>
        {canTake && (
          <button
            type="button"
            className="secondary large"
            disabled={move.pending}
            onClick={() => void send(me)}
          >
            {words.take}
          </button>
        )}
        {others.length > 0 && (
          <ActionButton
            className="large"
            pending={move.pending}
            waiting={move.waiting}
            pendingLabel={words.sending}
          >
            {words.action}
          </ActionButton>
        )}
      </footer>
    </form>
  );
}
