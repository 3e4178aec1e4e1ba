/** What can be done with the cash of a till, as buttons, and the dialog of the one that was tapped. */
import {
  ArrowLeftRight,
  BanknoteArrowDown,
  BanknoteArrowUp,
  Coins,
  Handshake,
  HeartHandshake,
  Inbox,
  Landmark,
  type LucideIcon,
  UserRound,
  Vault,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Till } from '../../api/types';
import { ExchangeDialog, MoveDialog } from '../../parts/drawer/moves/loaded';
import type { PlainMove } from '../../parts/drawer/moves/MoveDialog';
import { moves } from '../../parts/drawer/strings';

const DrawerDialog = lazy(() => import('./DrawerDialog'));

export type MoveKind = PlainMove | 'exchange' | 'no_sale';

const ICONS: Record<MoveKind, LucideIcon> = {
  pay_out: BanknoteArrowUp,
  pay_in: BanknoteArrowDown,
  drop: Vault,
  exchange: ArrowLeftRight,
  float: Coins,
  transfer: Handshake,
  tip_out: HeartHandshake,
  no_sale: Inbox,
  bank: Landmark,
  owner: UserRound,
};

interface ActsProps {
  kinds: readonly MoveKind[];
  till: Till;
  tills: readonly Till[];
}

export function Acts({ kinds, till, tills }: ActsProps) {
  const [doing, setDoing] = useState<MoveKind | null>(null);
  return (
    <>
      <div className="acts">
        {kinds.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <button key={kind} type="button" className="secondary" onClick={() => setDoing(kind)}>
              <Icon />
              {moves[kind]}
            </button>
          );
        })}
      </div>
      {doing && (
        <Suspense fallback={null}>
          <Doing kind={doing} till={till} tills={tills} onClose={() => setDoing(null)} />
        </Suspense>
      )}
    </>
  );
}

type DoingProps = Pick<ActsProps, 'till' | 'tills'> & { kind: MoveKind; onClose: () => void };

function Doing({ kind, till, tills, onClose }: DoingProps) {
  if (kind === 'no_sale') return <DrawerDialog tillId={till.id} onClose={onClose} />;
  if (kind === 'exchange') return <ExchangeDialog till={till} onClose={onClose} />;
  return <MoveDialog {...{ kind, till, tills, onClose }} />;
}
