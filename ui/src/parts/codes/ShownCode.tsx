/** A code to show to another person: as a QR code if it leads to a page, in letters, and how long it still works. */
import type { ReactNode } from 'react';
import { formatCountdown } from '../../lib/render/useCountdown';
import { words } from './strings';
import './shown-code.css';

interface ShownCodeProps {
  code: { code: string; url?: string; qr?: string };
  /** Seconds that it still works (useCountdown). */
  left: number;
  lead?: ReactNode;
  children?: ReactNode;
}

export function ShownCode({ code: { code, url, qr }, left, lead, children }: ShownCodeProps) {
  if (left === 0) return <p role="alert">{words.expired}</p>;
  return (
    <>
      {lead && <p>{lead}</p>}
      {qr && url && (
        <>
          <img src={qr} width={240} height={240} alt={words.picture(url)} />
          <p>
            {words.orType} <b className="address">{url.split('#')[0]}</b>
          </p>
        </>
      )}
      <b className="letters">{code}</b>
      <p role="timer">{words.validFor(formatCountdown(left))}</p>
      {children}
    </>
  );
}
