/** Notices that the box, which is about to restart, was away and answers again. */
import { useEffect, useState } from 'react';
import { loadBox } from '../../../../api/box';
import { refreshAll } from '../../../../api/http/query';

const LOOK_MS = 2_000;
/** An answer takes at most this long; a box without power leaves the connection hanging. */
const ANSWER_MS = 3_000;
/** A restart takes about a minute. */
const LATE_MS = 120_000;

export function useReturn(): { isBack: boolean; isLate: boolean } {
  const [isBack, setBack] = useState(false);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let stopped = false;
    let wasAway = false;
    const began = Date.now();
    let timer = setTimeout(look, LOOK_MS);
    async function look() {
      const answers = await fetch('/healthz', {
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_MS),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (stopped) return;
      if (answers && wasAway) {
        void loadBox();
        void refreshAll();
        return setBack(true);
      }
      wasAway ||= !answers;
      setLate(Date.now() - began > LATE_MS);
      timer = setTimeout(look, LOOK_MS);
    }
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return { isBack, isLate };
}
