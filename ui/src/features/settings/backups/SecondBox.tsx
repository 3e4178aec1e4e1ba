/** The second box (standby): its state, and the pairing code. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { del, post, type WriteOptions } from '../../../api/http/client';
import { messageOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Standby, StandbyCode } from '../../../api/types';
import { formatDateTime } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Confirm } from '../../../ui/dialog/Confirm';
import { Notice } from '../../../ui/feedback/Notice';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Part } from '../Part';
import { second as words } from './secondStrings';

const STANDBY = '/api/standby';
const AFTER = { refreshes: [STANDBY] } as const;

const TONE: Record<Standby['state'], string> = {
  none: 'inactive',
  waiting: 'warning',
  ok: 'ok',
  behind: 'warning',
  away: 'error',
};

const makeCode = (_: null, options: WriteOptions) => post(STANDBY, undefined, options);
const endCode = (_: null, options: WriteOptions) => del(STANDBY, undefined, options);

export default function SecondBox() {
  const standby = useGet(STANDBY);
  return (
    <Part id="second">
      <Loaded query={standby} errorText={words.loadFailed} skeleton={<Skeleton count={1} height="5rem" />}>
        {(state) => (
          <>
            <Facts standby={state} />
            <MakeCode paired={state.state !== 'none'} />
            {state.state !== 'none' && <EndCode />}
          </>
        )}
      </Loaded>
    </Part>
  );
}

function Facts({ standby }: { standby: Standby }) {
  const { state, address, pairedAt, pairedBy } = standby;
  return (
    <>
      {state === 'away' && <Notice kind="warning">{words.away}</Notice>}
      <dl className="facts addresses">
        <div>
          <dt>{words.status}</dt>
          <dd>
            <Badge status={TONE[state]}>{words.state[state] ?? state}</Badge>
          </dd>
        </div>
        {address && (
          <div>
            <dt>{words.where}</dt>
            <dd>{address}</dd>
          </div>
        )}
        {pairedAt && pairedBy && (
          <div>
            <dt>{words.paired}</dt>
            <dd>{words.pairedBy(formatDateTime(pairedAt), pairedBy)}</dd>
          </div>
        )}
      </dl>
      {state === 'none' && <small>{words.noneHint}</small>}
    </>
  );
}

function MakeCode({ paired }: { paired: boolean }) {
  const write = useWrite(makeCode, AFTER);
  const [made, setMade] = useState<StandbyCode | null>(null);

  async function run() {
    try {
      const code = await write.run(null);
      if (code) setMade(code);
    } catch (error) {
      toastError(words.failed, messageOf(error, words.tryAgain));
    }
  }

  return (
    <>
      {made && (
        <Notice kind="warning">
          {words.type} <code>{made.command}</code>
        </Notice>
      )}
      <ActionButton
        type="button"
        className="soft"
        pending={write.pending}
        waiting={write.waiting}
        pendingLabel={words.making}
        onClick={() => void run()}
      >
        <KeyRound />
        {paired ? words.makeAnother : words.make}
      </ActionButton>
    </>
  );
}

function EndCode() {
  const write = useWrite(endCode, AFTER);
  const [asking, setAsking] = useState(false);

  async function run() {
    try {
      await write.run(null);
      setAsking(false);
      toast(words.ended);
    } catch (error) {
      toastError(words.endFailed, messageOf(error, words.tryAgain));
    }
  }

  return (
    <>
      <button type="button" className="quiet" onClick={() => setAsking(true)}>
        {words.end}
      </button>
      {asking && (
        <Confirm
          question={words.question}
          detail={words.questionDetail}
          action={words.end}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
