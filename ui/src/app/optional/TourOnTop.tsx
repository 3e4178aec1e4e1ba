/** The tour: stays open while it navigates between screens. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useManagersReadReports } from '../../api/reports';
import { useSession } from '../../api/session';
import { Onboarding } from '../../features/onboarding/Onboarding';
import { closeTour } from '../../features/onboarding/tour';
import { guard } from '../guard';

export default function TourOnTop() {
  const [path] = useLocation();
  const session = useSession();
  const managersReadReports = useManagersReadReports() ?? false;
  const shows =
    guard(path, session, managersReadReports).show === 'staff' && !session.user?.mustChangePassword;
  useEffect(() => closeTour, []);
  return (
    <Onboarding
      screen={shows ? path : null}
      mayOpen={(target) => guard(target, session, managersReadReports).show === 'staff'}
    />
  );
}
