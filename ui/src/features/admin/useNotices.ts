/**
 * Warnings for admins: a new admin whom head office sends, a memory card with errors, an update that did not start, no verified backup, an unreachable second box, outdated printed codes, a clock that
 * jumped, cash without a till, a coming change of tax.
 */
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { Backups, TaxChange } from '../../api/types';
import { formatAge } from '../../lib/age';
import { deviceDate, formatDateTime } from '../../lib/format';
import { DIRECTIVES, type NewAdmin, newAdmins, useHeadLink } from '../../parts/head-office/link';
import { newAdmin as newAdminWords } from '../../parts/head-office/strings';
import { useAppliance } from '../../parts/machine/appliance';
import { useBoxSoftware } from '../../parts/machine/software';
import { changeText } from '../../parts/tax/changes';
import { changes as taxWords } from '../../parts/tax/strings';
import { useClockJump } from './clock';
import { notices as words } from './strings';

const DAY_MS = 86_400_000;

export interface NoticeRow {
  kind: 'notice';
  status: 'error' | 'warning';
  text: string;
  /** Where it is seen to. */
  link: string;
  href: string;
}

const row = (
  href: string,
  link: string,
  text: string,
  status: NoticeRow['status'] = 'warning',
): NoticeRow => ({
  kind: 'notice',
  status,
  text,
  link,
  href,
});

/** Empty for managers: what they are about is for admins to decide. */
export function useNotices(): NoticeRow[] {
  const enabled = useSession().user?.role === 'admin';
  const backups = useGet('/api/backups', { enabled }).data;
  const network = useGet('/api/network', { enabled }).data;
  const standby = useGet('/api/standby', { enabled }).data;
  const jump = useClockJump(enabled);
  const unassigned = useCashWithoutTill(enabled);
  const change = useTaxChange(enabled);
  const sent = useNewAdmins();
  const software = useBoxSoftware(useAppliance() && enabled).data;
  const last = software?.lastResult;
  return [
    ...sent.map(({ name }) => row('/settings/head', words.toHead, newAdminWords.title(name))),
    ...(software?.cardErrors ? [row('/settings/backups', words.toBackups, words.card, 'error')] : []),
    ...(last && !last.worked
      ? [row('/settings/software', words.toSoftware, [last.message, last.reason].filter(Boolean).join(' '))]
      : []),
    ...(backups?.overdue ? [row('/settings/backups', words.toBackups, ageOf(backups), 'error')] : []),
    ...(backups?.remote?.error ? [row('/settings/backups', words.toWhy, words.remoteFailed)] : []),
    ...(standby?.state === 'away' ? [row('/settings/second', words.toWhy, words.away)] : []),
    ...(network?.addressChanged ? [row('/qr?all', words.toCodes, words.changed)] : []),
    ...(jump ? [row('/audit', words.toAudit, words.jumped(jump.summary, formatDateTime(jump.at)))] : []),
    ...(unassigned > 0 ? [row('/shifts/report', words.toCashReport, words.noTill(unassigned))] : []),
    ...(change ? [row('/price-assistant', taxWords.link, `${changeText(change)} ${taxWords.check}`)] : []),
  ];
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
function useTaxChange(enabled: boolean): TaxChange | undefined {
  const [soonest] = useGet('/api/tax/changes', { enabled }).data ?? [];
  const now = Date.parse(`${deviceDate()}T00:00:00Z`);
  const near = soonest && Date.parse(`${soonest.from}T00:00:00Z`) - now <= TAX_NOTICE_DAYS * DAY_MS;
  return near ? soonest : undefined;
}

/** How many cash payments of the last days have no till, where the bar has tills. */
function useCashWithoutTill(enabled: boolean): number {
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const report = useGet('/api/reports/cash', { enabled: enabled && hasTills });
  return (hasTills && report.data?.unassigned.count) || 0;
}

function ageOf({ ageSeconds, lastVerifiedAt }: Backups): string {
  if (ageSeconds !== null) return words.oldBackup(formatAge(ageSeconds));
  return lastVerifiedAt ? words.futureBackup : words.noBackup;
}
