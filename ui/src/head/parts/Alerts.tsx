/** What an owner should know of the bars. A live region, so that a new alert is read out. */
import { TriangleAlert } from 'lucide-react';
import type { Alert } from '../api/types';
import { alertsInOrder } from '../lib/bars';

export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <div className="stack tight alerts" role="status">
      {alertsInOrder(alerts).map(({ bar, flag, text }) => (
        <p key={`${bar} ${flag} ${text}`} className="alert" data-status="warning">
          <TriangleAlert />
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}
