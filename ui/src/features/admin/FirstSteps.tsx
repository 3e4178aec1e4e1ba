/** The path to set up a new bar. A step is ticked when its rule holds; the list disappears when all are done, or for later. */
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Settings } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { CoinQuestion } from '../../parts/coins/CoinQuestion';
import { COINS_PART, nextAfter, START_PART, type Step, TABLES_PART } from '../../parts/first-steps/steps';
import { steps as words } from '../../parts/first-steps/strings';
import {
  leaveSteps,
  listStore,
  noteTablesSeen,
  startGuide,
  useSteps,
} from '../../parts/first-steps/useSteps';
import { StartQuestion } from '../../parts/questions/StartQuestion';
import '../../parts/first-steps/first-steps.css';

export default function FirstSteps() {
  return useStore(listStore) ? <List /> : null;
}

function List() {
  const loaded = useSteps();
  const steps = loaded?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  const all = steps.length > 0 && done === steps.length;
  useEffect(() => {
    if (all) leaveSteps('done');
  }, [all]);
  if (!loaded || all) return null;
  const next = nextAfter(steps, -1);

  return (
    <section className="stack tight" aria-labelledby="first-steps">
      <header className="page-head">
        <hgroup>
          <h2 id="first-steps">{words.title}</h2>
          <small>{words.note}</small>
        </hgroup>
        <button type="button" className="quiet" onClick={() => leaveSteps('hidden')}>
          {words.later}
        </button>
      </header>
      <b>{words.count(done, steps.length)}</b>
      <progress aria-label={words.title} value={done} max={steps.length} />
      <ol className="path">
        {steps.map((step, at) => (
          <Item key={step.href} step={step} number={at + 1} isNext={at === next} settings={loaded.settings} />
        ))}
      </ol>
    </section>
  );
}

interface ItemProps {
  step: Step;
  number: number;
  isNext: boolean;
  settings: Settings;
}

function Item({ step: { label, href, done }, number, isNext, settings }: ItemProps) {
  const question = questionOf(href, settings);
  return (
    <li className={isNext ? 'next' : undefined}>
      <span className="seal" data-status={done ? 'ok' : undefined}>
        {done ? <Check /> : number}
      </span>
      <Link href={href} className="target" onClick={() => follow(href)}>
        {label}
        {done && <span className="sr-only"> ({words.done})</span>}
      </Link>
      {isNext && <p className="lead">{words.why[href]}</p>}
      {question && <div className="stack tight">{question}</div>}
    </li>
  );
}

/** What is answered in the list itself. */
function questionOf(href: string, settings: Settings) {
  if (href === COINS_PART) return <CoinQuestion settings={settings} />;
  return href === START_PART ? <StartQuestion settings={settings} unanswered /> : null;
}

function follow(href: string): void {
  startGuide();
  if (href === TABLES_PART) noteTablesSeen();
}
