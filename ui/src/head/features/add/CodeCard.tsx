/** The code that connects a box: as a QR code and in letters, until a box has used it or it has expired. */
import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { formatCountdown, useCountdown } from '../../../lib/render/useCountdown';
import { ActionButton } from '../../../ui/ActionButton';
import { BARS } from '../../api/calls';
import { useGet } from '../../api/query';
import type { Bar, PairingCode } from '../../api/types';
import { pictureOf } from '../../lib/picture';
import { words } from './strings';

/** How often the bars are read while a code waits for its box, in milliseconds. */
const POLL_MS = 5_000;

interface CodeCardProps {
  code: PairingCode;
  name: string;
  /** The bar whose box is replaced; null for a new bar. */
  bar: string | null;
  /** While another code is made. The form around it makes it. */
  pending: boolean;
}

export function CodeCard({ code, name, bar, pending }: CodeCardProps) {
  const left = useCountdown(Date.parse(code.expiresAt));
  const connected = useIsConnected(bar, name);
  if (connected) {
    return (
      <section className="card stack code-card">
        <p role="status">
          <CircleCheck /> <b>{words.connected(name)}</b>
        </p>
        <Link href="/" className="action">
          {words.done}
        </Link>
      </section>
    );
  }
  if (left === 0) {
    return (
      <section className="card stack code-card">
        <p role="alert">{words.expired}</p>
        <ActionButton className="large wide" pending={pending}>
          {words.another}
        </ActionButton>
      </section>
    );
  }
  return (
    <section className="card stack code-card">
      <p>{bar === null ? words.lead(name) : words.replaceLead(name)}</p>
      {code.qr && <img src={pictureOf(code.qr)} width={240} height={240} alt={words.picture} />}
      <p>
        {words.address} <b>{code.url}</b>
      </p>
      <p>
        <span className="sr-only">{words.code} </span>
        <b className="letters">{code.code}</b>
      </p>
      {bar !== null && code.command && (
        <div className="stack tight">
          <p>{words.command}</p>
          <code className="command">{code.command}</code>
        </div>
      )}
      <p role="timer">{words.validFor(formatCountdown(left))}</p>
    </section>
  );
}

/** Whether a box has come since the code was made: a bar of this name, or another box of the known bar. */
function useIsConnected(bar: string | null, name: string): boolean {
  const bars = useGet<Bar[]>(BARS, { every: POLL_MS }).data;
  const before = useRef<number | null>(null);
  if (!bars) return false;
  const of = bars.filter((one) => (bar === null ? one.name === name : one.bar === bar));
  const count = of.reduce((sum, { boxes }) => sum + 1 + (boxes?.length ?? 0), 0);
  before.current ??= count;
  return count > before.current;
}
