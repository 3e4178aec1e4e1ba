/** Adds the entries for managers and admins, and of tills, to the account menu. Not with the menu, which every first screen loads. */
import { Banknote, Gauge, Hand, ScrollText, Users, Wallet } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useBox } from '../../api/box';
import { useGet } from '../../api/http/query';
import { useMayReadReports } from '../../api/reports';
import { mayManage, useSession } from '../../api/session';
import type { MenuItem } from '../../ui/MenuButton';
import { entriesStore } from './accountEntries';
import { words } from './entryStrings';

export function AccountEntries() {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const manages = mayManage(user?.role ?? null);
  const managersReadSheets = useBox()?.sheet?.managers !== false;
  const readsSheets = manages && (user?.role === 'admin' || managersReadSheets);
  // Admins find it as their dashboard.
  const seesTonight = useMayReadReports() && user?.role === 'manager';
  const setup = useGet('/api/cash/setup', { enabled: user?.mustChangePassword === false });
  const hasTills = (setup.data?.mode ?? 'off') !== 'off';

  useEffect(() => {
    const entry = (label: string, icon: MenuItem['icon'], href: string): MenuItem => ({
      label,
      icon,
      onSelect: () => navigate(href),
    });
    entriesStore.set([
      ...(seesTonight ? [entry(words.tonight, <Gauge />, '/tonight')] : []),
      ...(manages
        ? [entry(words.approvals, <Hand />, '/staff/approvals'), entry(words.staff, <Users />, '/staff')]
        : []),
      ...(manages && hasTills ? [entry(words.shifts, <Wallet />, '/shifts')] : []),
      ...(readsSheets ? [entry(words.truthSheet, <ScrollText />, '/truth')] : []),
      ...(hasTills ? [entry(words.drawer, <Banknote />, '/drawer')] : []),
    ]);
    // What one person may open must not be offered to the next.
    return () => entriesStore.set([]);
  }, [user?.username, manages, hasTills, readsSheets, seesTonight]);
  return null;
}
