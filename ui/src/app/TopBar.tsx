/** Top bar: business title, printer status, help, role and account. */
import { Beer, CircleQuestionMark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DEFAULT_TITLE, useBox } from '../api/box';
import type { SessionUser } from '../api/session';
import type { HelpPage } from '../features/help/HelpPages';
import { words as tour } from '../features/onboarding/strings';
import { isTourEnded, openTour, resetTour, tourCompletedStore } from '../features/onboarding/tour';
import { useStore } from '../lib/state/store';
import { Badge } from '../ui/Badge';
import { toast } from '../ui/feedback/toast';
import { MenuButton } from '../ui/MenuButton';
import { AccountMenu } from './AccountMenu';
import { words } from './frameStrings';
import { useOptionalComponent } from './optional/useOptionalComponent';

const loadPrinterTrouble = () => import('../features/settings/printing/PrinterTrouble');

const HelpDialog = lazy(() => import('../features/help/HelpPages'));
const ChangePasswordDialog = lazy(() => import('../features/session/ChangePasswordDialog'));
const DrawerDialog = lazy(() => import('../features/drawer/DrawerDialog'));
const SetPinDialog = lazy(() => import('../features/lock/SetPinDialog'));

type Open = 'password' | 'pin' | 'drawer' | HelpPage | null;

export function TopBar({ user }: { user: SessionUser }) {
  const box = useBox();
  const [open, setOpen] = useState<Open>(null);
  const toured = useStore(tourCompletedStore);
  const close = () => setOpen(null);
  return (
    <>
      <header className="topbar">
        <span className="mark">
          <Beer />
        </span>
        <strong>{box?.title ?? DEFAULT_TITLE}</strong>
        {!user.mustChangePassword && <PrinterMark />}
        <MenuButton
          label={words.help}
          button={<CircleQuestionMark />}
          mark={toured || isTourEnded() ? undefined : tour.unfinished}
          items={[
            { label: tour.take, onSelect: openTour },
            { label: words.quickTips, onSelect: () => setOpen('Quick Tips') },
            { label: words.featureGuide, onSelect: () => setOpen('Feature Guide') },
            ...(toured ? [{ label: tour.reset, onSelect: resetWithToast }] : []),
          ]}
        />
        {user.role && <Badge status={user.role}>{user.role}</Badge>}
        <AccountMenu
          user={user}
          onChangePassword={() => setOpen('password')}
          onSetPin={() => setOpen('pin')}
          onAskDrawer={() => setOpen('drawer')}
        />
      </header>
      <Suspense fallback={null}>
        {open === 'password' && !user.mustChangePassword && <ChangePasswordDialog onClose={close} />}
        {open === 'pin' && !user.mustChangePassword && <SetPinDialog onClose={close} />}
        {open === 'drawer' && <DrawerDialog onClose={close} />}
        {(open === 'Quick Tips' || open === 'Feature Guide') && <HelpDialog page={open} onClose={close} />}
      </Suspense>
    </>
  );
}

function PrinterMark() {
  const PrinterTrouble = useOptionalComponent(loadPrinterTrouble);
  return PrinterTrouble && <PrinterTrouble />;
}

function resetWithToast() {
  resetTour();
  toast(tour.resetDone, tour.resetDetail);
}
