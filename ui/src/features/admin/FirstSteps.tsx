/** The setup checklist of a new bar. A step is ticked when its rule holds; the list disappears when all are done or it is hidden. */

import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { KEYS, read, write } from '../../lib/state/storage';
import { CoinQuestion } from '../../parts/coins/CoinQuestion';
import { StartQuestion } from '../../parts/questions/StartQuestion';
import { COINS_PART, START_PART, type Step, stepsOf, TABLES_PART } from './firstSteps';
import { steps as words } from './strings';

const SEEN_KEY = 'barback_tables_seen';

export function FirstSteps({ onCreateUser }: { onCreateUser: () => void }) {
  const [gone, setGone] = useState(() => read(KEYS.firstSteps) !== null);
  if (gone) return null;
  const leave = (why: 'done' | 'hidden') => {
    write(KEYS.firstSteps, why);
    setGone(true);
  };
  return <List onCreateUser={onCreateUser} onHide={() => leave('hidden')} onDone={() => leave('done')} />;
}

interface ListProps {
  onCreateUser: () => void;
  onHide: () => void;
  onDone: () => void;
}

function List({ onCreateUser, onHide, onDone }: ListProps) {
  const queries = {
    settings: useGet('/api/settings'),
    rates: useGet(at('/api/exchange-rate/history', { limit: 10 })),
    products: useGet('/api/products'),
    tables: useGet('/api/tables'),
    printers: useGet('/api/printers'),
    users: useGet('/api/users'),
    network: useGet('/api/network'),
  };
  const { settings, rates, products, tables, printers, users, network } = queries;
  const known = Object.values(queries).every(({ data }) => data !== undefined);
  const steps = stepsOf({
    settings: settings.data,
    rates: rates.data,
    products: products.data,
    tables: tables.data,
    tablesSeen: read(SEEN_KEY) !== null,
    printers: printers.data,
    users: users.data,
    network: network.data,
  });
  const done = steps.filter((step) => step.done).length;
  const all = known && done === steps.length;
  useEffect(() => {
    if (all) onDone();
  }, [all]);
  // Shown only once all is loaded: ticks appearing one by one would look like changes, and a step that failed to load may be done.
  if (!known || all) return null;

  return (
    <section className="card stack tight first-steps" aria-labelledby="first-steps">
      <div className="split">
        <h2 id="first-steps">{words.title}</h2>
        <button type="button" className="quiet small" onClick={onHide}>
          {words.hide}
        </button>
      </div>
      <small>{words.count(done, steps.length)}</small>
      <ul className="list">
        {steps.map((step) => (
          <li key={step.label}>
            {settings.data && step.href === COINS_PART ? (
              <Answered done={step.done}>
                <CoinQuestion settings={settings.data} />
                <Link href={COINS_PART}>{words.cash}</Link>
              </Answered>
            ) : settings.data && step.href === START_PART ? (
              <Answered done={step.done}>
                <StartQuestion settings={settings.data} unanswered />
              </Answered>
            ) : (
              <Row step={step} onCreateUser={step.href === '/admin' ? onCreateUser : undefined} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A step that is answered in the list itself. */
function Answered({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <div className="step" data-done={done || undefined}>
      {done ? <CircleCheck /> : <Circle />}
      <div className="grow stack tight">
        {children}
        {done && <span className="sr-only">({words.done})</span>}
      </div>
    </div>
  );
}

function Row({ step, onCreateUser }: { step: Step; onCreateUser: (() => void) | undefined }) {
  const content = (
    <>
      {step.done ? <CircleCheck /> : <Circle />}
      <span className="grow">
        {step.label}
        {step.done && <span className="sr-only"> ({words.done})</span>}
      </span>
      <ChevronRight />
    </>
  );
  if (onCreateUser) {
    return (
      <button type="button" className="step" data-done={step.done || undefined} onClick={onCreateUser}>
        {content}
      </button>
    );
  }
  return (
    <Link
      href={step.href}
      className="step"
      data-done={step.done || undefined}
      onClick={() => step.href === TABLES_PART && write(SEEN_KEY, 'true')}
    >
      {content}
    </Link>
  );
}
