/**
 * Warnings for admins: a new admin whom head office sends, no verified backup, an unreachable second box, outdated printed codes, a clock that
 * jumped, cash without a till, a coming change of tax.
 */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../api/http/query';
import type { Backups, TaxChange } from '../../api/types';
import { formatAge } from '../../lib/age';
import { deviceDate, formatDateTime } from '../../lib/format';
import { DIRECTIVES, type NewAdmin, newAdmins, useHeadLink } from '../../parts/head-office/link';
import { newAdmin as newAdminWords } from '../../parts/head-office/strings';
import { changeText } from '../../parts/tax/changes';
import { changes as taxWords } from '../../parts/tax/strings';
import { Notice } from '../../ui/feedback/Notice';
import { useClockJump } from './clock';
import { notices as words } from './strings';

const DAY_MS = 86_400_000;

export function Notices() {
  const backups = useGet('/api/backups').data;
  const network = useGet('/api/network').data;
  const standby = useGet('/api/standby').data;
  const jump = useClockJump();
  const unassigned = useCashWithoutTill();
  const change = useTaxChange();
  const sent = useNewAdmins();
  const remoteError = backups?.remote?.error;
  const away = standby?.state === 'away';
  const nothing = !backups?.overdue && !remoteError && !away && !network?.addressChanged && !jump;
  if (nothing && unassigned === 0 && !change && sent.length === 0) return null;
  return (
    <section className="stack tight" aria-label={words.name}>
      {sent.map(({ number, name }) => (
        <Linked key={number} kind="warning" href="/settings/head" link={words.toHead}>
          {newAdminWords.title(name)}
        </Linked>
      ))}
      {backups?.overdue && (
        <Linked kind="error" href="/settings/backups" link={words.toBackups}>
          {ageOf(backups)}
        </Linked>
      )}
      {remoteError && (
        <Linked kind="warning" href="/settings/backups" link={words.toWhy}>
          {words.remoteFailed}
        </Linked>
      )}
      {away && (
        <Linked kind="warning" href="/settings/second" link={words.toWhy}>
          {words.away}
        </Linked>
      )}
      {network?.addressChanged && (
        <Linked kind="warning" href="/qr?all" link={words.toCodes}>
          {words.changed}
        </Linked>
      )}
      {jump && (
        <Linked kind="warning" href="/audit" link={words.toAudit}>
          {words.jumped(jump.summary, formatDateTime(jump.at))}
        </Linked>
      )}
      {unassigned > 0 && (
        <Linked kind="warning" href="/shifts/report" link={words.toCashReport}>
          {words.noTill(unassigned)}
        </Linked>
      )}
      {change && (
        <Linked kind="warning" href="/price-assistant" link={taxWords.link}>
          {changeText(change)} {taxWords.check}
        </Linked>
      )}
    </section>
  );
}

const HEAD_POLL_MS = 60_000;

/** The admins whom head office sends and about whom nobody has decided. */
function useNewAdmins(): NewAdmin[] {
  const waiting = useHeadLink(HEAD_POLL_MS).data?.directives.waiting ?? 0;
  const directives = useGet(DIRECTIVES, { enabled: waiting > 0 });
  return waiting > 0 ? newAdmins(directives.data) : [];
}

/** Days before a change of tax from which on it is announced. */
const TAX_NOTICE_DAYS = 30;

/** The soonest change of mode or rates, once it is near. */
function useTaxChange(): TaxChange | undefined {
  const [soonest] = useGet('/api/tax/changes').data ?? [];
  const now = Date.parse(`${deviceDate()}T00:00:00Z`);
  const near = soonest && Date.parse(`${soonest.from}T00:00:00Z`) - now <= TAX_NOTICE_DAYS * DAY_MS;
  return near ? soonest : undefined;
}

/** How many cash payments of the last days have no till, where the bar has tills. */
function useCashWithoutTill(): number {
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const report = useGet('/api/reports/cash', { enabled: hasTills });
  return (hasTills && report.data?.unassigned.count) || 0;
}

function ageOf({ ageSeconds, lastVerifiedAt }: Backups): string {
  if (ageSeconds !== null) return words.oldBackup(formatAge(ageSeconds));
  return lastVerifiedAt ? words.futureBackup : words.noBackup;
}

interface LinkedProps {
  kind: 'error' | 'warning';
  href: string;
  link: string;
  children: ReactNode;
}

function Linked({ kind, href, link, children }: LinkedProps) {
  return (
    <Notice kind={kind}>
      {children} <Link href={href}>{link}</Link>
    </Notice>
  );
}
