/** Sets the page's title while a screen is mounted. */
import { useEffect } from 'react';

const PRODUCT = 'Barback';

export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${PRODUCT}` : PRODUCT;
  }, [screen]);
}
