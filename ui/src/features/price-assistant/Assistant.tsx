/** The prices that a change of tax touches, with a new one for each, and the plan of the day. */
import { useState } from 'react';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import type { AssistedPrice, PricePlan, TaxChange, TaxInForce } from '../../api/types';
import { useIncremental } from '../../lib/render/useIncremental';
import { TAX } from '../../parts/tax/rates';
import { ActionButton } from '../../ui/ActionButton';
import { Loaded, Skeleton } from '../../ui/feedback/States';
import { toast } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { PlanCard } from './PlanCard';
import { PriceRow } from './PriceRow';
import {
  type Draft,
  keyOf,
  plannedPrice,
  planOf,
  type Rounding,
  shownOf,
  type Typed,
  withoutRow,
  wrongOf,
} from './plan';
import { ROUNDINGS, words } from './strings';
import { usePlan } from './usePlan';

interface AssistantProps {
  change: TaxChange;
  plan: PricePlan | undefined;
}

export function Assistant({ change, plan }: AssistantProps) {
  const { from } = change;
  const [rounding, setRounding] = useState<Rounding | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const suggests = rounding === 'nearest' ? rounding : 'up';
  const prices = useGet(at('/api/tax/price-assistant', { from, rounding: suggests }));
  function round(next: Rounding | null) {
    setRounding(next);
    setTyped({});
  }
  return (
    <>
      {plan && <PlanCard plan={plan} />}
      {prices.data?.length !== 0 && (
        <Choices<Rounding | ''>
          label={words.prices}
          // A plan need not be one of these.
          value={rounding ?? (plan ? '' : 'keep')}
          options={ROUNDINGS}
          onValue={(next) => round(next || null)}
        />
      )}
      <Loaded query={prices} errorText={words.pricesFailed} skeleton={<Skeleton count={4} height="4.5rem" />}>
        {(rows) =>
          rows.length === 0 ? (
            <NoPrices change={change} />
          ) : (
            <Prices
              from={from}
              rows={rows}
              draft={{ rounding, typed, plan }}
              onTyped={(key, value) => setTyped((before) => ({ ...before, [key]: value }))}
              onDone={() => round(null)}
            />
          )
        }
      </Loaded>
    </>
  );
}

function NoPrices({ change }: { change: TaxChange }) {
  return (
    <Loaded query={useGet(TAX)} errorText={words.failed} skeleton={<Skeleton count={1} height="1.5rem" />}>
      {(tax) => <p>{whyNoPrices(change, tax)}</p>}
    </Loaded>
  );
}

function whyNoPrices({ from, mode, products }: TaxChange, tax: TaxInForce): string {
  const stays = tax.next && tax.next.from <= from ? tax.next.mode : tax.mode;
  const { before, after } = mode ?? { before: stays, after: stays };
  const { noPrices } = words;
  if (after === 'added') return before === 'added' ? noPrices.onTop : noPrices.comesOnTop;
  if (after === 'off') return noPrices.off;
  return products === 0 ? noPrices.noProduct : noPrices.same;
}

interface PricesProps {
  from: string;
  rows: readonly AssistedPrice[];
  draft: Draft;
  onTyped: (key: string, value: string) => void;
  onDone: () => void;
}

/** Rows drawn per step; this many fill any screen. */
const STEP = 20;

function Prices({ from, rows, draft, onTyped, onDone }: PricesProps) {
  const { visible, more, sentinel } = useIncremental(rows, from, STEP);
  const { plan: send, planning, withdraw, withdrawing } = usePlan(from);
  const [asked, setAsked] = useState(false);
  const unseen = withoutRow(rows, draft);
  const products = useGet('/api/products', { enabled: unseen.length > 0 }).data;
  // A product that is deleted cannot be planned.
  const kept = unseen.filter(({ productId }) => products?.some(({ id }) => id === productId) ?? true);
  const wrong = asked ? wrongOf(rows, draft) : [];

  function submit() {
    setAsked(true);
    if (wrongOf(rows, draft).length > 0) return;
    const items = planOf(rows, draft, kept);
    if (items.length > 0) void send(items, onDone);
    else if (draft.plan) void withdraw(onDone);
    else toast(words.nothing);
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
            value={shownOf(row, draft)}
            planned={plannedPrice(row, draft.plan)}
            wrong={wrong.includes(keyOf(row))}
            onValue={(value) => onTyped(keyOf(row), value)}
          />
        ))}
      </ul>
      {more && <div ref={sentinel} />}
      <ActionButton
        className="docked"
        pending={planning.pending || withdrawing.pending}
        waiting={planning.waiting || withdrawing.waiting}
        pendingLabel={words.planning}
      >
        {words.plan}
      </ActionButton>
    </form>
  );
}
