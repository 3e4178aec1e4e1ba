/** What a bar's connection is like, and what is wrong with it, as badges. */
import { CircleCheck, CircleDashed, Clock, Send, TriangleAlert, WifiOff } from 'lucide-react';
import type { BarState, Flag } from '../api/types';
import { STATE_STATUS } from '../lib/bars';
import { flags as flagWords } from '../lib/strings';

const ICON: Record<BarState, typeof Clock> = {
  live: CircleCheck,
  behind: Send,
  away: Clock,
  silent: WifiOff,
  never: CircleDashed,
};

interface StateBadgesProps {
  bar: { state: BarState; stateText: string; flags: readonly Flag[] };
}

export function StateBadges({ bar: { state, stateText, flags } }: StateBadgesProps) {
  const Icon = ICON[state];
  return (
    <span className="badges">
      <span className="badge" data-status={STATE_STATUS[state]}>
        <Icon />
        {stateText}
      </span>
      {flags.map((flag) => (
        <span key={flag} className="badge" data-status="warning">
          <TriangleAlert />
          {flagWords[flag]}
        </span>
      ))}
    </span>
  );
}
