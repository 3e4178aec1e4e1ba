/** Who may read the reports: admins, and managers where the bar's setting `reports.managers` says so. */
import { useBox } from './box';
import { useSession } from './session';
import type { Role } from './types';

export function mayReadReports(role: Role | null | undefined, managersReadReports: boolean): boolean {
  return role === 'admin' || (role === 'manager' && managersReadReports);
}

/** Null until the settings are loaded. */
export function useManagersReadReports(): boolean | null {
  return useBox()?.reports.managers ?? null;
}

export function useMayReadReports(): boolean {
  return mayReadReports(useSession().user?.role, useManagersReadReports() ?? false);
}
