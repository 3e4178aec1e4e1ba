/** 'Keep these settings?': the seconds that are left, how to reach the box meanwhile, Keep and Go back. */
import { useRef, useState } from 'react';
import { useWrite } from '../../../../api/forms/useWrite';
import { post } from '../../../../api/http/client';
import { reasonOf } from '../../../../api/http/error';
import { queryClient } from '../../../../api/http/query';
import { formatCountdown, useCountdown } from '../../../../lib/render/useCountdown';
import { useStore } from '../../../../lib/state/store';
import {
  NETWORK_KEY,
  type NetworkNow,
  stationsOf,
  TRIAL_MS,
  withEnd,
} from '../../../../parts/machine/network';
import { ActionButton } from '../../../../ui/ActionButton';
import { toastError } from '../../../../ui/feedback/toast';
import { Ring } from '../../../../ui/Ring';
import { KeepText } from './KeepText';
import { reachOf } from './reach';
import { network as names, keep as words } from './strings';
import { trialStore } from './trial';

/** The change applies a second after it was asked for; an answer soon after that may still be over the old network. */
const CHANGING_MS = 4_000;
const MINUTE = 60;

interface KeepProps {
  network: NetworkNow;
  name: string | null | undefined;
  /** Whether the last question was answered. */
  answers: boolean;
  /** When it was answered. */
  at: number;
}

export function Keep({ network, name, answers, at }: KeepProps) {
  const trial = useStore(trialStore);
  const shownAt = useRef(Date.now());
  const left = useCountdown(network.until ?? shownAt.current + TRIAL_MS);
  const isUsed = !trial || at > trial.startedAt + CHANGING_MS;
  const isReached = answers && isUsed;
  const reach = reachOf(network, name, isUsed);
  const stations = stationsOf(network);
  const write = useWrite((_: null, options) => post('/api/box/network/keep', undefined, options));
  const undo = useWrite((_: null, options) => post('/api/box/network/undo', undefined, options));
  const [isUndone, setUndone] = useState(false);
  const isOver = !isReached || left === 0 || isUndone;

  async function keep() {
    try {
      const kept = await write.run(null);
      if (kept) queryClient.setQueryData<NetworkNow>(NETWORK_KEY, withEnd(kept, null));
    } catch (error) {
      toastError(words.failed, reasonOf(error));
      void queryClient.invalidateQueries({ queryKey: NETWORK_KEY });
    }
  }

  /** The answer comes before the change: the question that is asked every few seconds finds the old settings. */
  async function goBack() {
    try {
      if (await undo.run(null)) setUndone(true);
    } catch (error) {
      toastError(words.backFailed, reasonOf(error));
      void queryClient.invalidateQueries({ queryKey: NETWORK_KEY });
    }
  }

  return (
    <div className="stack machine">
      <section className="card stack keep" aria-labelledby="keep">
        <h2 id="keep">{words.question}</h2>
        <Ring label={words.left(Math.floor(left / MINUTE), left % MINUTE)} share={(left * 1000) / TRIAL_MS}>
          {formatCountdown(left)}
        </Ring>
        <KeepText
          reach={reach}
          reached={isReached}
          ending={isUndone ? words.undone : left === 0 ? words.over : null}
          before={trial?.before}
        />
        <dl className="facts addresses">
          {reach.ssid !== null && (
            <>
              <Fact name={words.wifi}>{reach.ssid}</Fact>
              <Fact name={words.password}>{reach.password || words.noPassword}</Fact>
            </>
          )}
          <Fact name={words.address}>{reach.urls.join(words.or)}</Fact>
          {isReached && stations !== null && <Fact name={words.onIt}>{names.phones(stations)}</Fact>}
          <Fact name={words.selling}>{words.goesOn}</Fact>
        </dl>
      </section>
      <div className="actionbar bottom-bar">
        <ActionButton
          type="button"
          className="secondary large wide"
          disabled={isOver || write.pending}
          pending={undo.pending}
          waiting={undo.waiting}
          pendingLabel={words.goingBack}
          onClick={() => void goBack()}
        >
          {words.goBack}
        </ActionButton>
        <ActionButton
          type="button"
          className="large wide"
          disabled={isOver || undo.pending}
          pending={write.pending}
          waiting={write.waiting}
          pendingLabel={words.keeping}
          onClick={() => void keep()}
        >
          {words.keep}
        </ActionButton>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
