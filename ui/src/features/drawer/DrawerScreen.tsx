/** The cash drawer: opening and counting a till, what is put in and taken out, and mobile money that is to be seen. */
import { Suspense, useEffect, useState } from 'react';
import { useGet } from '../../api/http/query';
import { mayManage, useSession } from '../../api/session';
import { tillStore } from '../../api/till';
import type { CashSetup, Shift, Till } from '../../api/types';
import { read, userKey, write } from '../../lib/state/storage';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { loadDialogs } from '../../parts/drawer/moves/loaded';
import {
  firstTill,
  isBlind,
  type Me,
  OPEN_SHIFTS,
  TILLS,
  tillsOf,
  WITH_PAYMENTS,
} from '../../parts/drawer/till';
import { Empty, Loaded, type Readable, Skeleton } from '../../ui/feedback/States';
import { SelectField } from '../../ui/form/SelectField';
import type { Counted } from './count/CountDrawer';
import { CountResult, loadCount, OpenShift } from './count/loaded';
import { SafeScreen } from './SafeScreen';
import { ShiftScreen } from './ShiftScreen';
import { screen as words } from './strings';
import { chooseTill } from './which/chosenTill';
import '../../parts/drawer/drawer.css';

export default function DrawerScreen() {
  useTitle(words.title);
  const setup = useGet('/api/cash/setup');
  return (
    <Loaded query={setup} errorText={words.loadFailed} skeleton={<Waiting />}>
      {(loaded) =>
        loaded.mode === 'off' ? (
          <>
            <Head name={words.title} />
            <Empty text={words.off} />
          </>
        ) : (
          <Tills setup={loaded} />
        )
      }
    </Loaded>
  );
}

function Head({ name }: { name: string }) {
  return (
    <header className="page-head">
      <h1>{name}</h1>
    </header>
  );
}

function Waiting() {
  return (
    <>
      <Head name={words.title} />
      <Skeleton count={3} height="9rem" />
    </>
  );
}

interface Cash {
  tills: Till[];
  shifts: Shift[];
  me: Me;
}

/** With what is in the tills, which each payment changes. */
const useOpenShifts = () => useGet(OPEN_SHIFTS, { meta: WITH_PAYMENTS });

function useCash(): Readable<Cash> {
  const queries = [useGet(TILLS), useOpenShifts(), useGet('/api/auth/me')] as const;
  const [tills, shifts, me] = queries;
  const data =
    tills.data && shifts.data && me.data
      ? { tills: tills.data, shifts: shifts.data, me: me.data }
      : undefined;
  return {
    data,
    isError: queries.some(({ isError }) => isError),
    refetch: () => Promise.all(queries.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

function Tills({ setup }: { setup: CashSetup }) {
  const cash = useCash();
  return (
    <Loaded query={cash} errorText={words.loadFailed} skeleton={<Waiting />}>
      {(loaded) => <Chosen setup={setup} {...loaded} />}
    </Loaded>
  );
}

function Chosen({ setup, tills, shifts, me }: Cash & { setup: CashSetup }) {
  const key = userKey('drawer-till', useSession().user?.username ?? '');
  const [chosen, setChosen] = useState(() => Number(read(key)) || null);
  const [counted, setCounted] = useState<Counted | null>(null);
  // So that the tap finds it there.
  useEffect(
    () =>
      void loadCount()
        .then(loadDialogs)
        .catch(() => {}),
    [],
  );
  const device = useStore(tillStore)?.device.tillId ?? null;
  const safes = mayManage(me.role) ? tills.filter(({ kind }) => kind === 'safe') : [];
  const mine = [...tillsOf(tills, shifts, setup.mode, me), ...safes];
  const till = firstTill(mine, { chosen, device, me });
  if (counted) {
    return (
      <Suspense fallback={null}>
        <CountResult {...counted} blind={isBlind(me.role, setup)} onDone={() => setCounted(null)} />
      </Suspense>
    );
  }
  if (!till) {
    return (
      <>
        <Head name={words.title} />
        <Empty text={words.none} />
      </>
    );
  }
  const shift = shifts.find(({ id }) => id === till.openShiftId);
  function choose(id: string) {
    write(key, id);
    setChosen(Number(id));
    // What is taken on this phone goes into it too, where several could take it.
    if (mine.find((one) => String(one.id) === id)?.shared) chooseTill(Number(id));
  }
  const select = mine.length > 1 && (
    <SelectField
      label={words.till}
      value={String(till.id)}
      onValue={choose}
      options={mine.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
  if (till.kind === 'safe') return <SafeScreen key={till.id} {...{ setup, till, tills, select }} />;
  if (shift) {
    return (
      <ShiftScreen key={shift.id} {...{ setup, till, tills, shift, me, select }} onCounted={setCounted} />
    );
  }
  return (
    <>
      <Head name={till.name} />
      {select}
      <Suspense fallback={<Skeleton count={3} height="9rem" />}>
        <OpenShift key={till.id} {...{ setup, till, tills, me }} />
      </Suspense>
    </>
  );
}
