/** What somebody must know before they use a till: taken over, being counted, open for long, and cash that waits. */
import { HandCoins, TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { post } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { CashMovement, CashSetup, Shift, Till } from '../../api/types';
import { AcceptDialog } from '../../parts/drawer/moves/loaded';
import { transfer } from '../../parts/drawer/strings';
import {
  AFTER_CASH,
  cashText,
  dualOf,
  isOpenLong,
  type Me,
  movementsUrl,
  weekdayTime,
} from '../../parts/drawer/till';
import { toast, toastError } from '../../ui/feedback/toast';
import { ConfirmCount } from './count/loaded';
import { banners as words } from './strings';

interface BannersProps {
  setup: CashSetup;
  till: Till;
  tills: readonly Till[];
  shift: Shift;
  me: Me;
}

export function Banners({ setup, till, tills, shift, me }: BannersProps) {
  return (
    <>
      {!shift.confirmed && shift.responsibleId === me.id && <TakenOver {...{ setup, till, shift }} />}
      {shift.state === 'counting' && (
        <Banner status="info">{words.counting(shift.countingBy ?? '', till.name)}</Banner>
      )}
      {isOpenLong(shift, setup.longShiftHours) && (
        <Banner status="warning">{words.openLong(till.name, weekdayTime(shift.openedAt))}</Banner>
      )}
      <Incoming till={till} tills={tills} />
    </>
  );
}

function Banner({ status, children, action }: { status: string; children: ReactNode; action?: ReactNode }) {
  const Icon = status === 'warning' ? TriangleAlert : HandCoins;
  return (
    <div className="alert drawer-note" role="status" data-status={status}>
      <Icon />
      <span>{children}</span>
      {action}
    </div>
  );
}

function TakenOver({ setup, till, shift }: Pick<BannersProps, 'setup' | 'till' | 'shift'>) {
  const [counts, setCounts] = useState(false);
  const write = useWrite(
    (_: null, options) => post(at('/api/shifts/{id}/confirm', { id: shift.id }), {}, options),
    { refreshes: AFTER_CASH },
  );
  async function confirm() {
    try {
      await write.run(null);
      toast(words.confirmed);
    } catch (error) {
      toastError(words.confirmFailed, reasonOf(error));
    }
  }
  return (
    <>
      <Banner
        status="warning"
        action={
          <div className="row">
            <button type="button" disabled={write.pending} onClick={() => void confirm()}>
              {words.confirm}
            </button>
            <button
              type="button"
              className="secondary"
              disabled={write.pending}
              onClick={() => setCounts(true)}
            >
              {words.countAgain}
            </button>
          </div>
        }
      >
        {words.tookOver(till.name, cashText(dualOf(shift.opening)))}
      </Banner>
      {counts && (
        <Suspense fallback={null}>
          <ConfirmCount setup={setup} shift={shift} onClose={() => setCounts(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Transfers to this till that nobody has accepted yet. Bartenders cannot read a safe. */
export function Incoming({ till, tills }: { till: Till; tills: readonly Till[] }) {
  const isBartender = useSession().user?.role === 'bartender';
  const others = tills.filter(({ id, kind }) => id !== till.id && !(isBartender && kind === 'safe'));
  return others.map((other) => <IncomingFrom key={other.id} from={other} till={till} />);
}

function IncomingFrom({ from, till }: { from: Till; till: Till }) {
  const username = useSession().user?.username;
  const movements = useGet(movementsUrl(from.id)).data ?? [];
  const [accepting, setAccepting] = useState<CashMovement | null>(null);
  // Another person counts what somebody hands in.
  const waiting = movements.filter(
    ({ status, otherTillId, userName }) =>
      status === 'offered' && otherTillId === till.id && userName !== username,
  );
  return (
    <>
      {waiting.map((movement) => (
        <Banner
          key={movement.id}
          status="warning"
          action={
            <button type="button" onClick={() => setAccepting(movement)}>
              {transfer.accept}
            </button>
          }
        >
          {transfer.lead(movement.userName)}
        </Banner>
      ))}
      {accepting && (
        <Suspense fallback={null}>
          <AcceptDialog movement={accepting} onClose={() => setAccepting(null)} />
        </Suspense>
      )}
    </>
  );
}
