/** On Quick Service, where the bar has tills: that none is open for the cash that is taken now. */
import { TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import { banners as words } from '../../features/drawer/strings';
import { OPEN_SHIFTS, TILLS, tillsOf } from '../../features/drawer/till';
import { useUntouched } from '../../lib/render/useUntouched';
import { findRoute } from '../routes';

export function NoShift() {
  const [path] = useLocation();
  const { user } = useSession();
  const sells = findRoute(path, user?.role ?? null)?.path === '/bartender' && !user?.mustChangePassword;
  const setup = useGet('/api/cash/setup', { enabled: sells }).data;
  const enabled = sells && setup !== undefined && setup.mode !== 'off';
  const tills = useGet(TILLS, { enabled }).data;
  const shifts = useGet(OPEN_SHIFTS, { enabled }).data;
  const me = useGet('/api/auth/me', { enabled }).data;
  const known = enabled && tills && shifts && me;
  const mine = known ? tillsOf(tills, shifts, setup.mode, me) : [];
  // The banner moves the page: not under a thumb.
  const shows = useUntouched(Boolean(known) && mine.every(({ openShiftId }) => openShiftId === null));
  if (!shows) return null;
  return <OverMain text={setup?.requireShift ? words.openFirst : words.noTill} />;
}

/** Stands where the frame's own banner does, above the screen. */
function OverMain({ text }: { text: string }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    place.style.display = 'contents';
    document.querySelector('.app > main')?.before(place);
    return () => place.remove();
  }, [place]);
  return createPortal(
    <p className="banner" role="status" data-status="warning">
      <TriangleAlert />
      <b>
        <Link href="/drawer">{text}</Link>
      </b>
    </p>,
    place,
  );
}
