/** Backups: age of the last verified one, the list, and the continuous backup. */
import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Backups } from '../../../api/types';
import { formatAge } from '../../../lib/age';
import { formatDateTime } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Notice } from '../../../ui/feedback/Notice';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { Part } from '../Part';
import { BackupRow } from './BackupRow';
import { AFTER_BACKUP, ageOf, BACKUPS, backUp, COPIES_SHOWN, remoteTone, toneOf } from './backups';
import { backups as words } from './strings';

export default function BackupsPart() {
  const backups = useGet(BACKUPS);
  return (
    <Part id="backups">
      <Loaded query={backups} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="5rem" />}>
        {(state) => (
          <>
            <Facts backups={state} />
            <BackUpNow running={state.running} />
            <Copies copies={state.copies} />
            <small>{words.restoreHint}</small>
          </>
        )}
      </Loaded>
    </Part>
  );
}

/** Undefined (neutral) for a demo without a backup, which needs none. */
function toneOfLast({ overdue, lastVerifiedAt }: Backups): string | undefined {
  if (overdue) return 'error';
  return lastVerifiedAt ? 'ok' : undefined;
}

function Facts({ backups }: { backups: Backups }) {
  const { lastVerifiedAt, overdue, lastError, folder, continuous, remote, encrypted } = backups;
  return (
    <>
      {overdue && <Notice kind="error">{lastVerifiedAt ? words.overdue(ageOf(backups)) : words.none}</Notice>}
      {lastError && <Notice kind="warning">{words.lastError(lastError)}</Notice>}
      <dl className="facts addresses">
        <div>
          <dt>{words.last}</dt>
          <dd>
            <Badge status={toneOfLast(backups)}>{ageOf(backups)}</Badge>
          </dd>
        </div>
        <div>
          <dt>{words.continuous}</dt>
          <dd>
            <Badge status={toneOf(continuous)}>{words.state[continuous.state] ?? continuous.state}</Badge>
          </dd>
        </div>
        {continuous.target && (
          <div>
            <dt>{words.target}</dt>
            <dd>{continuous.target}</dd>
          </div>
        )}
        {remote.target && (
          <div>
            <dt>{words.remote}</dt>
            <dd>
              {remote.target}{' '}
              <Badge status={remoteTone(remote)}>{words.remoteState[remote.state] ?? remote.state}</Badge>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.folder}</dt>
          <dd>{folder}</dd>
        </div>
        {encrypted && (
          <div>
            <dt>{words.passphrase}</dt>
            <dd>{words.encryptedAll}</dd>
          </div>
        )}
      </dl>
      {remote.error && <Notice kind="warning">{words.remoteFailed(remote.error)}</Notice>}
      {continuous.error && <Notice kind="warning">{continuous.error}</Notice>}
      {continuous.state === 'behind' && continuous.lagSeconds !== null && (
        <small>{words.lag(formatAge(continuous.lagSeconds))}</small>
      )}
      {continuous.state === 'off' && (
        <>
          <small>{words.offHint}</small>
          <details>
            <summary>{words.howTo}</summary>
            <small>{words.howToSteps}</small>
          </details>
        </>
      )}
    </>
  );
}

function BackUpNow({ running }: { running: boolean }) {
  const write = useWrite(backUp, { refreshes: AFTER_BACKUP });

  async function run() {
    try {
      const copy = await write.run(null);
      if (copy) toast(words.done, formatDateTime(copy.at));
    } catch (error) {
      toastError(words.failed, messageOf(error, words.tryAgain));
    }
  }

  return (
    <ActionButton
      type="button"
      className="soft"
      pending={write.pending || running}
      waiting={write.waiting}
      pendingLabel={words.running}
      onClick={() => void run()}
    >
      <DatabaseBackup />
      {words.now}
    </ActionButton>
  );
}

function Copies({ copies }: Pick<Backups, 'copies'>) {
  const [all, setAll] = useState(false);
  if (copies.length === 0) return <Empty icon={DatabaseBackup} text={words.empty} />;
  const shown = all ? copies : copies.slice(0, COPIES_SHOWN);
  return (
    <>
      <ul className="list" aria-label={words.list}>
        {shown.map((copy) => (
          <BackupRow key={copy.name} copy={copy} />
        ))}
      </ul>
      {shown.length < copies.length && (
        <button type="button" className="secondary" onClick={() => setAll(true)}>
          {words.all(copies.length)}
        </button>
      )}
    </>
  );
}
