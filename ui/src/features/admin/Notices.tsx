/** What an admin must know: no good backup, printed codes that lead nowhere, a clock that jumped. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/query';
import type { Backups, NetworkState } from '../../api/types';
import { formatAge } from '../../lib/age';
import { formatDateTime } from '../../lib/format';
import { Alert } from '../../ui/Alert';
import { useClockJump } from './clock';
import { notices as words } from './strings';

export function Notices() {
  const backups = useGet<Backups>('/api/backups').data;
  const network = useGet<NetworkState>('/api/network').data;
  const jump = useClockJump();
  return (
    <>
      {backups?.overdue && (
        <Notice kind="error" href="/settings#backups" link={words.toBackups}>
          {backups.ageSeconds === null ? words.noBackup : words.oldBackup(formatAge(backups.ageSeconds))}
        </Notice>
      )}
      {network?.addressChanged && (
        <Notice kind="warning" href="/qr?all" link={words.toCodes}>
          {words.changed}
        </Notice>
      )}
      {jump && (
        <Notice kind="warning" href="/audit" link={words.toAudit}>
          {words.jumped(jump.summary, formatDateTime(jump.at))}
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  kind: 'error' | 'warning';
  href: string;
  link: string;
  children: ReactNode;
}

function Notice({ kind, href, link, children }: NoticeProps) {
  return (
    <Alert kind={kind}>
      {children} <Link href={href}>{link}</Link>
    </Alert>
  );
}
