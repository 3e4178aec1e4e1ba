/** The prices that a change of tax touches, with a new one for each, and the plan of the day. */
import { useState } from 'react';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { AssistedPrice, PricePlan, TaxChange } from '../../api/types';
import { formatDate } from '../../lib/format';
import { useIncremental } from '../../lib/render/useIncremental';
import { ActionButton } from '../../ui/ActionButton';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { PriceRow } from './PriceRow';
import { keyOf, plannedPrice, planOf, type Rounding, shownOf, type Typed, wrongOf } from './plan';
import { ROUNDINGS, words } from './strings';
import { PLAN, usePlan } from './usePlan';

export function Assistant({ change: { from } }: { change: TaxChange }) {
  const [rounding, setRounding] = useState<Rounding>('keep');
  const [typed, setTyped] = useState<Typed>({});
  const plan = useGet(PLAN).data?.find((one) => one.from === from);
  const suggests = rounding === 'keep' ? 'up' : rounding;
  const prices = useGet(at('/api/tax/price-assistant', { from, rounding: suggests }));
  const { withdraw, withdrawing } = usePlan(from);
  function round(next: Rounding) {
    setRounding(next);
    setTyped({});
  }
  return (
    <>
      {plan && (
        <div className="card split">
          <span>{words.isPlanned(plan.items.length, formatDate(from))}</span>
          <ActionButton
            type="button"
            className="secondary"
            pending={withdrawing.pending}
            waiting={withdrawing.waiting}
            onClick={() => void withdraw()}
          >
            {words.withdraw}
          </ActionButton>
        </div>
      )}
      {prices.data?.length !== 0 && (
        <Choices label={words.prices} value={rounding} options={ROUNDINGS} onValue={round} />
      )}
      <Loaded query={prices} errorText={words.pricesFailed} skeleton={<Skeleton count={4} height="4.5rem" />}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{words.noPrices}</p>
          ) : (
            <Prices
              {...{ from, rows, rounding, typed, plan }}
              onTyped={(key, value) => setTyped((before) => ({ ...before, [key]: value }))}
              onPlanned={() => setTyped({})}
            />
          )
        }
      </Loaded>
    </>
  );
}

interface PricesProps {
  from: string;
  rows: readonly AssistedPrice[];
  rounding: Rounding;
  typed: Typed;
  plan: PricePlan | undefined;
  onTyped: (key: string, value: string) => void;
  onPlanned: () => void;
}

/** Rows drawn per step; this many fill any screen. */
const STEP = 20;

function Prices({ from, rows, rounding, typed, plan, onTyped, onPlanned }: PricesProps) {
  const { visible, more, sentinel } = useIncremental(rows, from, STEP);
  const { plan: send, planning } = usePlan(from);
  const [asked, setAsked] = useState(false);
  const wrong = asked ? wrongOf(rows, rounding, typed) : [];

  function submit() {
    setAsked(true);
    if (wrongOf(rows, rounding, typed).length > 0) return;
    const items = planOf(rows, rounding, typed);
    if (items.length === 0) toast(words.nothing);
    else void send(items, onPlanned);
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ul className="list card">
        {visible.map((row) => (
          <PriceRow
            key={keyOf(row)}
            row={row}
            value={shownOf(row, rounding, typed)}
            planned={plannedPrice(row, plan)}
            wrong={wrong.includes(keyOf(row))}
            onValue={(value) => onTyped(keyOf(row), value)}
          />
        ))}
      </ul>
      {more && <div ref={sentinel} />}
      <ActionButton
        className="docked"
        pending={planning.pending}
        waiting={planning.waiting}
        pendingLabel={words.planning}
      >
        {words.plan}
      </ActionButton>
    </form>
  );
}
