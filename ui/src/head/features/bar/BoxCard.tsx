/** The box of a bar: facts, its name, a code for a new box, revoking, and its files. */
import { Download, FileDown, RefreshCw, Unplug } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatCount, formatDateTime, formatRateLine } from '../../../lib/format';
import { Badge } from '../../../ui/Badge';
import { Confirm } from '../../../ui/dialog/Confirm';
import { toast, toastError } from '../../../ui/feedback/toast';
import { BARS, barUrl } from '../../api/calls';
import type { Bar } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { NameForm } from './NameForm';
import { box as words } from './strings';

export function BoxCard({ bar }: { bar: Bar }) {
  const [revoking, setRevoking] = useState<string | null>(null);
  const revoke = useSend([BARS]);
  const boxes = bar.boxes.filter(({ revokedAt }) => revokedAt === null);
  const facts: [string, string | false | null][] = [
    [words.state, bar.stateText],
    [words.lastSeen, bar.lastSeenAt && formatDateTime(bar.lastSeenAt)],
    [words.newest, bar.newestAt && formatDateTime(bar.newestAt)],
    [words.position, bar.position && formatCount(bar.position.seq)],
    [words.version, bar.version],
    [words.day, [bar.dayStartsAt, bar.timeZone].filter(Boolean).join(', ')],
    [words.rate, bar.rate !== null && formatRateLine(bar.rate)],
  ];

  async function run() {
    if (revoking === null) return;
    try {
      await revoke.send({
        method: 'DELETE',
        path: `${barUrl(bar.bar)}/boxes/${encodeURIComponent(revoking)}`,
      });
      toast(words.revokedDone);
    } catch (error) {
      toastError(words.revokeFailed, reasonOf(error));
    }
    setRevoking(null);
  }

  return (
    <section className="card stack" aria-labelledby="box-title">
      <h2 id="box-title">{words.title}</h2>
      <dl className="facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <NameForm bar={bar} />
      <ul className="list">
        {boxes.length === 0 && <li>{words.noBox}</li>}
        {boxes.map(({ box, pairedAt, lastSeenAt, counted }) => (
          <li key={box} className="line">
            <span className="grow">
              <span className="name">{box.slice(0, 8)}</span>
              <small>{words.paired(formatDateTime(pairedAt))}</small>
              {lastSeenAt && <small>{words.heard(formatDateTime(lastSeenAt))}</small>}
            </span>
            {boxes.length > 1 && (
              <Badge status={counted ? 'ok' : 'warning'}>{counted ? words.counts : words.beside}</Badge>
            )}
            <button
              type="button"
              className="danger"
              aria-label={boxes.length > 1 ? words.revokeOf(box.slice(0, 8)) : undefined}
              onClick={() => setRevoking(box)}
            >
              <Unplug />
              {words.revoke}
            </button>
          </li>
        ))}
      </ul>
      <div className="two">
        <Link href={`/add?bar=${bar.bar}`} className="action">
          <RefreshCw />
          {words.replace}
        </Link>
        {/* Large: the browser writes it to the disk while it comes. */}
        <a className="action" href={`${barUrl(bar.bar)}/books`} download>
          <Download />
          {words.books}
        </a>
        <a className="action" href={`${barUrl(bar.bar)}/file`} download>
          <FileDown />
          {words.fileForBox}
        </a>
      </div>
      {revoking !== null && (
        <Confirm
          question={words.revokeQuestion(bar.name)}
          detail={words.revokeDetail}
          action={words.revoke}
          pending={revoke.pending}
          onConfirm={() => void run()}
          onCancel={() => setRevoking(null)}
        />
      )}
    </section>
  );
}
