/** Forgets what a bartender's screens show, and reads it again, once an admin has changed what bartenders see: not all of it is theirs. */
import { useEffect, useRef } from 'react';
import { UNKNOWN_BOX, useBox } from '../../api/box';
import { forgetAll } from '../../api/http/query';
import { useSession } from '../../api/session';

export function useFiguresSeen(): void {
  const isBartender = useSession().user?.role === 'bartender';
  const box = useBox();
  const sees = box && box !== UNKNOWN_BOX ? (box.people?.bartendersSee ?? 'all') : undefined;
  const saw = useRef(sees);
  useEffect(() => {
    if (isBartender && saw.current && sees && saw.current !== sees) void forgetAll();
    saw.current = sees;
  }, [sees]);
}
