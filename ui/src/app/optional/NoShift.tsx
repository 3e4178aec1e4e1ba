/** On Quick Service, where the bar has tills: the name of the one that takes the cash, or what is the matter with it. */
import { HandCoins, TriangleAlert, Wallet } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { tillStore } from '../../api/till';
import { which, banners as words } from '../../features/drawer/strings';
import { chosenTillStore } from '../../features/drawer/which/chosenTill';
import { useUntouched } from '../../lib/render/useUntouched';
import { useStore } from '../../lib/state/store';
import { cashText, dualOf, OPEN_SHIFTS, TILLS, tillOfCash, tillsOf } from '../../parts/drawer/till';
import { OverMain } from '../../ui/OverMain';
import { findRoute } from '../routes';

export function NoShift() {
  const line = useTopLine();
  // What is shown moves the page: not under a thumb.
  const text = useUntouched(line.text);
  const status = useUntouched(line.status);
  if (text === null) return null;
  return (
    <OverMain>
      {status === null ? (
        <nav className="till-line" aria-label={words.till}>
          <Link href="/drawer">
            <Wallet />
            {text}
          </Link>
        </nav>
      ) : (
        <p className="banner" role="status" data-status={status}>
          {status === 'info' ? <HandCoins /> : <TriangleAlert />}
          <b>
            <Link href="/drawer">{text}</Link>
          </b>
        </p>
      )}
    </OverMain>
  );
}

interface TopLine {
  /** The name of the till, or a sentence about it; null on other screens and where the bar has no tills. */
  text: string | null;
  /** Null for the name alone. */
  status: 'info' | 'warning' | null;
}

function useTopLine(): TopLine {
  const [path] = useLocation();
  const { user } = useSession();
  const sells = findRoute(path, user?.role ?? null)?.path === '/bartender' && !user?.mustChangePassword;
  const setup = useGet('/api/cash/setup', { enabled: sells }).data;
  const enabled = sells && setup !== undefined && setup.mode !== 'off';
  const tills = useGet(TILLS, { enabled }).data;
  const shifts = useGet(OPEN_SHIFTS, { enabled }).data;
  const me = useGet('/api/auth/me', { enabled }).data;
  const device = useStore(tillStore)?.device.tillId ?? null;
  const chosen = useStore(chosenTillStore);
  if (!enabled || !tills || !shifts || !me) return { text: null, status: null };
  const open = tillsOf(tills, shifts, setup.mode, me).filter(({ openShiftId }) => openShiftId !== null);
  const till = tillOfCash(open, shifts, { chosen, device, me });
  if (till === 'several') return { text: which.title, status: null };
  if (!till) return { text: setup.requireShift ? words.openFirst : words.noTill, status: 'warning' };
  const shift = shifts.find(({ id }) => id === till.openShiftId);
  if (shift && !shift.confirmed && shift.responsibleId === me.id)
    return { text: words.tookOver(till.name, cashText(dualOf(shift.opening))), status: 'warning' };
  if (shift?.state === 'counting')
    return { text: words.counting(shift.countingBy ?? '', till.name), status: 'info' };
  return { text: till.name, status: null };
}
