/** A safe, for managers and admins: what it should hold, what goes in and out, and counting it. */
import { type ReactNode, Suspense, useState } from 'react';
import type { CashSetup, Till } from '../../api/types';
import { dualOf } from '../../parts/drawer/till';
import { Acts, type MoveKind } from './Acts';
import { Incoming } from './Banners';
import { CashCard } from './CashCard';
import { CountSafe } from './count/loaded';
import { Movements } from './moves/Movements';
import { safe, screen as words } from './strings';

const ACTS: readonly MoveKind[] = ['bank', 'owner', 'pay_in', 'pay_out', 'exchange', 'transfer'];

interface SafeScreenProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  /** The choice of the till. */
  select: ReactNode;
}

export function SafeScreen({ setup, till, tills, select }: SafeScreenProps) {
  const [counts, setCounts] = useState(false);
  const amounts = dualOf({ amountUSD: till.cashUSD ?? '0', amountLRD: till.cashLRD ?? '0' });
  return (
    <>
      <header className="page-head">
        <h1>{till.name}</h1>
      </header>
      {select}
      <Incoming till={till} tills={tills} />
      <CashCard title={words.shouldBe} amounts={amounts} />
      <Acts kinds={ACTS} till={till} tills={tills} />
      <Movements till={till} tills={tills} />
      <div className="actionbar bottom-bar">
        <button type="button" className="large wide" onClick={() => setCounts(true)}>
          {safe.count}
        </button>
      </div>
      {counts && (
        <Suspense fallback={null}>
          <CountSafe setup={setup} till={till} onClose={() => setCounts(false)} />
        </Suspense>
      )}
    </>
  );
}
