/** An open till: what it should hold, what can be done with it, and what has been done; or counting it. */
import { EyeOff } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import type { CashSetup, Shift, Till } from '../../api/types';
import { dualOf, isBlind, type Me } from '../../parts/drawer/till';
import { Skeleton } from '../../ui/feedback/States';
import { Acts, type MoveKind } from './Acts';
import { Banners } from './Banners';
import { CashCard } from './CashCard';
import type { Counted } from './count/CountDrawer';
import { CountDrawer } from './count/loaded';
import { MobileMoney } from './moves/MobileMoney';
import { Movements } from './moves/Movements';
import { screen as words } from './strings';

const ACTS: readonly MoveKind[] = [
  'pay_out',
  'pay_in',
  'drop',
  'exchange',
  'float',
  'transfer',
  'tip_out',
  'no_sale',
];

export interface ShiftScreenProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  shift: Shift;
  me: Me;
  /** The choice of the till, where there are several. */
  select: ReactNode;
  onCounted: (done: Counted) => void;
}

export function ShiftScreen({ onCounted, select, ...cash }: ShiftScreenProps) {
  const { setup, till, tills, shift, me } = cash;
  // Survives a reload, as the count itself does.
  const counting = useFormDraft(`counting:${shift.id}`, { began: '' });
  const { began } = counting.values;
  // Each takes the place of a page that may have been scrolled.
  useLayoutEffect(() => scrollTo(0, 0), [began]);
  if (began) {
    return (
      <Suspense fallback={<Skeleton count={3} height="9rem" />}>
        <CountDrawer
          {...cash}
          handsOver={began === 'hand-over'}
          onStop={counting.discard}
          onCounted={(done) => {
            counting.discard();
            onCounted(done);
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <header className="page-head">
        <h1>{till.name}</h1>
        <small className="since">{words.openSince(shift.openedAt, shift.responsibleName)}</small>
      </header>
      {select}
      <Banners {...cash} />
      <Expected shift={shift} blind={isBlind(me.role, setup)} />
      <Acts kinds={ACTS} till={till} tills={tills} />
      <Movements till={till} tills={tills} shift={shift} />
      <MobileMoney shift={shift} />
      <div className="actionbar bottom-bar">
        <button
          type="button"
          className="secondary large"
          onClick={() => counting.type({ began: 'hand-over' })}
        >
          {words.handOver}
        </button>
        <button type="button" className="large wide" onClick={() => counting.type({ began: 'count' })}>
          {words.countAndClose}
        </button>
      </div>
    </>
  );
}

function Expected({ shift, blind }: { shift: Shift; blind: boolean }) {
  const { expectedUSD, expectedLRD } = shift;
  const opened = dualOf(shift.opening);
  if (!blind && expectedUSD !== null && expectedLRD !== null) {
    const expected = dualOf({ amountUSD: expectedUSD, amountLRD: expectedLRD });
    return <CashCard title={words.shouldBe} amounts={expected} opened={opened} />;
  }
  return (
    <CashCard title={words.openedWith} amounts={opened}>
      {blind && (
        <p className="insight">
          <EyeOff />
          <span>{words.blind}</span>
        </p>
      )}
    </CashCard>
  );
}
