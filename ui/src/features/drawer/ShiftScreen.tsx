/** An open till: what it should hold, what can be done with it, and what has been done; or counting it. */
import {
  ArrowLeftRight,
  BanknoteArrowDown,
  BanknoteArrowUp,
  Coins,
  EyeOff,
  Handshake,
  HeartHandshake,
  Inbox,
  type LucideIcon,
  Vault,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import type { CashSetup, Shift, Till } from '../../api/types';
import { formatExact } from '../../lib/format';
import { inOne } from '../../lib/money/money';
import { Skeleton } from '../../ui/feedback/States';
import { Banners } from './Banners';
import type { Counted } from './count/CountDrawer';
import { CountDrawer } from './count/loaded';
import { ExchangeDialog, MoveDialog } from './moves/loaded';
import { MobileMoney } from './moves/MobileMoney';
import { Movements } from './moves/Movements';
import { moves, screen as words } from './strings';
import { CURRENCIES, dualOf, isBlind, type Me } from './till';

const DrawerDialog = lazy(() => import('./DrawerDialog'));

export type MoveKind =
  | 'pay_out'
  | 'pay_in'
  | 'drop'
  | 'exchange'
  | 'float'
  | 'transfer'
  | 'tip_out'
  | 'no_sale';

const ACTS: readonly [MoveKind, LucideIcon][] = [
  ['pay_out', BanknoteArrowUp],
  ['pay_in', BanknoteArrowDown],
  ['drop', Vault],
  ['exchange', ArrowLeftRight],
  ['float', Coins],
  ['transfer', Handshake],
  ['tip_out', HeartHandshake],
  ['no_sale', Inbox],
];

export interface ShiftScreenProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  shift: Shift;
  shifts: readonly Shift[];
  me: Me;
  /** The choice of the till, where there are several. */
  select: ReactNode;
  onCounted: (done: Counted) => void;
}

export function ShiftScreen({ onCounted, select, ...cash }: ShiftScreenProps) {
  const { setup, till, shift, me } = cash;
  // Survives a reload, as the count itself does.
  const counting = useFormDraft(`counting:${shift.id}`, { began: '' });
  const [doing, setDoing] = useState<MoveKind | null>(null);
  const { began } = counting.values;
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
      <div className="acts">
        {ACTS.map(([kind, Icon]) => (
          <button key={kind} type="button" className="secondary" onClick={() => setDoing(kind)}>
            <Icon />
            {moves[kind]}
          </button>
        ))}
      </div>
      <Movements till={till} tills={cash.tills} shift={shift} />
      <MobileMoney shift={shift} />
      <div className="actionbar drawer-bar">
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
      {doing && (
        <Suspense fallback={null}>
          <Doing kind={doing} {...cash} onClose={() => setDoing(null)} />
        </Suspense>
      )}
    </>
  );
}

type DoingProps = Pick<ShiftScreenProps, 'till' | 'tills' | 'shifts'> & {
  kind: MoveKind;
  onClose: () => void;
};

function Doing({ kind, till, tills, shifts, onClose }: DoingProps) {
  if (kind === 'no_sale') return <DrawerDialog tillId={till.id} onClose={onClose} />;
  if (kind === 'exchange') return <ExchangeDialog till={till} onClose={onClose} />;
  return <MoveDialog {...{ kind, till, tills, shifts, onClose }} />;
}

function Expected({ shift, blind }: { shift: Shift; blind: boolean }) {
  const { expectedUSD, expectedLRD } = shift;
  const opened = dualOf(shift.opening);
  const shown = !blind && expectedUSD !== null && expectedLRD !== null;
  const expected = shown ? dualOf({ amountUSD: expectedUSD, amountLRD: expectedLRD }) : opened;
  const names = { USD: words.usd, LRD: words.lrd };
  return (
    <section className="card stack" aria-labelledby="expected-cash">
      <h2 id="expected-cash">{shown ? words.shouldBe : words.openedWith}</h2>
      <div className="abreast">
        {CURRENCIES.map((currency) => (
          <dl key={currency} className="live">
            <dt>{names[currency]}</dt>
            <dd>{formatExact(inOne(expected, currency), currency)}</dd>
            {shown && <dd>{words.openedWithAmount(formatExact(inOne(opened, currency), currency))}</dd>}
          </dl>
        ))}
      </div>
      {blind && (
        <p className="insight">
          <EyeOff />
          <span>{words.blind}</span>
        </p>
      )}
    </section>
  );
}
