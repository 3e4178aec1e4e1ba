/** The time of a machine that the box drives: what it says, and setting it to this phone's where nothing better is known. */
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import { formatDate, formatDateTime } from '../../../lib/format';
import { CLOCK } from '../../../parts/clock/ClockQuestion';
import SetClock from '../../../parts/clock/SetClock';
import { useDeviceTime } from '../../../parts/clock/useDeviceTime';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { Part } from '../Part';
import { time as words } from './timeStrings';
import '../../../styles/shared/rows.css';

export default function Time() {
  const query = useGet(CLOCK);
  const device = useDeviceTime();
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton height="8rem" />}>
      {(clock) => (
        <div className="stack">
          {clock.takesDeviceTime ? (
            <SetClock clock={clock} />
          ) : (
            <Part id="time">
              <dl className="facts">
                <dt>{words.box}</dt>
                <dd>{formatDateTime(clock.now)}</dd>
                <dt>{words.phone}</dt>
                <dd>{formatDateTime(device)}</dd>
                <dt>{words.businessDay}</dt>
                <dd>{formatDate(clock.businessDay)}</dd>
              </dl>
              <small>{words.known}</small>
            </Part>
          )}
          <ul className="card rows">
            <li>
              <span className="grow">
                <Link className="name" href="/settings/day">
                  {words.zone}
                </Link>
                <small>{words.zonePlace}</small>
              </span>
              <ChevronRight />
            </li>
          </ul>
        </div>
      )}
    </Loaded>
  );
}
