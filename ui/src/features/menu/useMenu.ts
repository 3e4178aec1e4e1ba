/** The menu and the rate, fetched again every minute and whenever the guest looks at the page again. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { get } from '../../api/client';
import type { ExchangeRate, Menu } from '../../api/types';

export const REFETCH_MS = 60_000;

interface Shown {
  menu: Menu | undefined;
  rate: number | undefined;
  failed: boolean;
}

// Without the library that the staff's screens keep their lists with: a guest's phone has one page to fetch.
export function useMenu(withRate: boolean) {
  const [shown, setShown] = useState<Shown>({ menu: undefined, rate: undefined, failed: false });
  const latest = useRef(0);

  const load = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    // An answer that was overtaken, or that nobody waits for any more, is old news.
    const show = (part: Partial<Shown>) =>
      mine === latest.current && setShown((before) => ({ ...before, ...part }));
    // The dishes do not wait for the line under them.
    if (withRate)
      void get<ExchangeRate>('/api/exchange-rate').then(
        ({ rate }) => show({ rate }),
        () => {},
      );
    const menu = await get<Menu>('/api/menu').catch(() => undefined);
    show({ failed: menu === undefined, ...(menu && { menu }) });
  }, [withRate]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void load();
    };
    void load();
    const timer = setInterval(look, REFETCH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      latest.current += 1;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [load]);

  return { ...shown, load: () => void load() };
}
