/** The content of one step of the tour. */
import { Check, Circle, ExternalLink } from 'lucide-react';
import { mayManage, useSession } from '../../api/session';
import { Badge } from '../../ui/Badge';
import { READY, type Step } from './steps';
import { words } from './strings';
import { useReadiness } from './useReadiness';

export function StepContent({ step, isLast }: { step: Step; isLast: boolean }) {
  const manages = mayManage(useSession().user?.role);
  const points = manages && step.managersPoint ? [...step.points, step.managersPoint] : step.points;
  return (
    <div className="stack" aria-live="polite">
      <p>{step.text}</p>
      {isLast ? (
        <ReadyBadges />
      ) : (
        <ul className="stack tight">
          {points.map((point) => (
            <li key={point} className="row insight">
              <Check />
              {point}
            </li>
          ))}
        </ul>
      )}
      {step.id === 'digital-menu' && (
        <a href="/customer-menu" target="_blank" rel="noreferrer" className="action">
          <ExternalLink />
          {words.openMenu}
        </a>
      )}
      {isLast && <h3>{step.action}</h3>}
    </div>
  );
}

/** On an empty bar they say what is missing. */
function ReadyBadges() {
  const ready = useReadiness();
  return (
    <p className="legend">
      {READY.map(({ of, yes, no }) => {
        const isReady = ready?.[of] ?? false;
        return (
          <Badge key={of} status={isReady ? 'ok' : undefined}>
            {isReady ? <Check /> : <Circle />}
            {ready === null || isReady ? yes : no}
          </Badge>
        );
      })}
    </p>
  );
}
