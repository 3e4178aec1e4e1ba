/** The content of one step of the tour. */
import { Check, ExternalLink } from 'lucide-react';
import { mayManage, useSession } from '../../api/session';
import { Badge } from '../../ui/Badge';
import type { Step } from './steps';
import { words } from './strings';

export function StepContent({ step, isLast }: { step: Step; isLast: boolean }) {
  const manages = mayManage(useSession().user?.role);
  const points = manages && step.managersPoint ? [...step.points, step.managersPoint] : step.points;
  return (
    <div className="stack" aria-live="polite">
      <p>{step.text}</p>
      {isLast ? (
        <p className="legend">
          {points.map((point) => (
            <Badge key={point} status="ok">
              <Check />
              {point}
            </Badge>
          ))}
        </p>
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
