/** The tour: seven steps in a sheet, with the screen of the current step behind it. */
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Sheet } from '../../ui/dialog/Dialog';
import { completeTour, skipTour } from './ending';
import { StepContent } from './StepContent';
import { percentOf, STEPS } from './steps';
import { words } from './strings';

export interface TourProps {
  /** Whether the signed-in user may see the screen at this address. */
  mayOpen: (path: string) => boolean;
}

export default function Tour({ mayOpen }: TourProps) {
  const [, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set());
  const step = STEPS[at] ?? STEPS[0];
  const isLast = at === STEPS.length - 1;
  // The forward button carries the name of this step's screen, which is behind the tour already: this says where it leads.
  const next = STEPS[at + 1];
  const nextId = useId();

  function goTo(index: number) {
    setVisited(new Set([...visited, at]));
    setAt(index);
    const route = STEPS[index]?.route;
    if (route && mayOpen(route)) navigate(route);
  }

  return (
    <Sheet title={step.title} onClose={skipTour}>
      <div className="stack tight">
        <div className="split">
          <small role="status">{words.stepOf(at + 1, STEPS.length)}</small>
          <small>{words.percent(percentOf(at))}</small>
        </div>
        <progress aria-label={words.progress} value={percentOf(at)} max={100} />
        <StepButtons at={at} visited={visited} onGo={goTo} />
      </div>
      <StepContent step={step} isLast={isLast} />
      {next && <small id={nextId}>{words.next(next.title)}</small>}
      <footer className="actions">
        <Forward
          at={at}
          describedBy={next && nextId}
          onPress={() => (isLast ? completeTour() : goTo(at + 1))}
        >
          {isLast ? words.finish : step.action}
        </Forward>
        {at > 0 && (
          <button type="button" className="secondary" onClick={() => goTo(at - 1)}>
            {words.previous}
          </button>
        )}
        {!isLast && (
          <button type="button" className="quiet" onClick={skipTour}>
            {words.skip}
          </button>
        )}
      </footer>
    </Sheet>
  );
}

interface ForwardProps {
  at: number;
  describedBy: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

/** Takes the focus when the tour opens, and when the pressed button does not exist on the next step. */
function Forward({ at, describedBy, onPress, children }: ForwardProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (!document.activeElement?.closest('dialog button')) button.current?.focus();
  }, [at]);
  return (
    <button ref={button} type="button" className="large" aria-describedby={describedBy} onClick={onPress}>
      {children}
    </button>
  );
}

interface StepButtonsProps {
  at: number;
  visited: ReadonlySet<number>;
  onGo: (index: number) => void;
}

function StepButtons({ at, visited, onGo }: StepButtonsProps) {
  return (
    <nav className="steps" aria-label={words.steps}>
      {STEPS.map(({ id, title, icon: Icon }, index) => {
        const done = index !== at && visited.has(index);
        const name = words.stepName(index + 1, title);
        return (
          <button
            key={id}
            type="button"
            className={index === at ? 'soft' : 'quiet'}
            aria-current={index === at ? 'step' : undefined}
            aria-label={done ? `${name}, ${words.visited}` : name}
            data-done={done || undefined}
            onClick={() => onGo(index)}
          >
            {done ? <Check /> : <Icon />}
          </button>
        );
      })}
    </nav>
  );
}
