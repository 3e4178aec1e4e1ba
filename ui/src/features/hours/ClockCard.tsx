/** The clock of the person who is signed in, with its next steps. */
import { Coffee, LogIn, LogOut, Undo2 } from 'lucide-react';
import { isForgotten, type Step, stepsOf } from '../../parts/hours/hours';
import { WaitingNote } from '../../ui/ActionButton';
import { Notice } from '../../ui/feedback/Notice';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { words } from './strings';
import { useClock } from './useClock';

const STEPS = {
  in: { label: words.clockIn, icon: LogIn },
  break: { label: words.takeBreak, icon: Coffee },
  back: { label: words.back, icon: Undo2 },
  out: { label: words.clockOut, icon: LogOut },
};

export function ClockCard() {
  const { query, take, pending, waiting } = useClock();
  return (
    <Loaded query={query} errorText={words.clockFailed} skeleton={<Skeleton count={1} height="9rem" />}>
      {(clock) => (
        <section className="card stack" aria-labelledby="clock-state">
          <h2 id="clock-state">{stateWords(clock)}</h2>
          {clock.period && isForgotten(clock) && (
            <Notice kind="warning">{words.forgotten(clock.period.inAt)}</Notice>
          )}
          <div className="clock-steps">
            {stepsOf(clock).map((step, place) => (
              <StepButton
                key={step}
                step={step}
                first={place === 0}
                disabled={pending}
                onTake={() => void take(step)}
              />
            ))}
          </div>
          <WaitingNote waiting={waiting} />
        </section>
      )}
    </Loaded>
  );
}

function stateWords({ state, period }: Parameters<typeof stepsOf>[0]): string {
  if (state === 'out' || !period) return words.out;
  return state === 'break'
    ? words.onBreak(period.breaks.at(-1)?.startAt ?? period.inAt)
    : words.working(period.inAt);
}

interface StepButtonProps {
  step: Step;
  first: boolean;
  disabled: boolean;
  onTake: () => void;
}

function StepButton({ step, first, disabled, onTake }: StepButtonProps) {
  const { label, icon: Icon } = STEPS[step];
  return (
    <button type="button" className={first ? undefined : 'secondary'} disabled={disabled} onClick={onTake}>
      <Icon />
      {label}
    </button>
  );
}
