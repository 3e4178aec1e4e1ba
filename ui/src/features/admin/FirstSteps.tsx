/** The setup checklist of a new bar. A step is ticked when its rule holds; the list disappears when all are done or it is hidden. */

import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { Settings } from '../../api/types';
import { read, write } from '../../lib/state/storage';
import { CoinQuestion } from '../coins/CoinQuestion';
import { COINS_PART, type Step, stepsOf, TABLES_PART } from './firstSteps';
import { steps as words } from './strings';

const KEY = 'barback_first_steps';
const SEEN_KEY = 'barback_tables_seen';

export function FirstSteps({ onCreateUser }: { onCreateUser: () => void }) {
  const [gone, setGone] = useState(() => read(KEY) !== null);
  if (gone) return null;
  const leave = (why: 'done' | 'hidden') => {
    write(KEY, why);
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
  // The tour waits for the list, also while it is loading.
  if (!known) return <span hidden data-first-steps />;
  if (all) return null;

  return (
    <section className="card stack tight first-steps" aria-labelledby="first-steps" data-first-steps>
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
            {step.href === COINS_PART && settings.data ? (
              <CoinStep step={step} settings={settings.data} />
            ) : (
              <Row step={step} onCreateUser={step.href === '/admin' ? onCreateUser : undefined} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The only step that is answered in the list itself. */
function CoinStep({ step, settings }: { step: Step; settings: Settings }) {
  return (
    <div className="step" data-done={step.done || undefined}>
      {step.done ? <CircleCheck /> : <Circle />}
      <div className="grow">
        <CoinQuestion settings={settings} />
        {step.done && <span className="sr-only">({words.done})</span>}
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
