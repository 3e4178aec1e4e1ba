/** Cash, payment methods, notes and coins: the cards appear at once, so that links to them work; their content loads later. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/feedback/States';
import { Part } from './Part';
import type { Settings } from './settings';
import { money } from './strings';

const MoneyPart = lazy(() => import('./money/MoneyPart'));

export function MoneyParts({ settings }: { settings: Settings }) {
  return (
    <>
      {money.map(({ id, title }) => (
        <Part key={id} id={id} title={title}>
          <Suspense fallback={<Skeleton count={1} height="9rem" />}>
            <MoneyPart part={id} settings={settings} />
          </Suspense>
        </Part>
      ))}
    </>
  );
}
