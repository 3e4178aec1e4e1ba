/** About: product, version and mode; on a machine that the box drives, restart and off. */
import { lazy, Suspense } from 'react';
import { DEFAULT_TITLE, useBox } from '../../api/box';
import { useAppliance } from '../../parts/machine/appliance';
import { Part } from './Part';
import { words } from './strings';

const Power = lazy(() => import('./machine/power/Power'));

export default function About() {
  const box = useBox();
  const appliance = useAppliance();
  return (
    <>
      <Part id="about">
        <dl className="facts">
          <dt>{words.product}</dt>
          <dd>{DEFAULT_TITLE}</dd>
          <dt>{words.version}</dt>
          <dd>{box?.version}</dd>
          <dt>{words.mode}</dt>
          <dd>{box?.demo ? words.demo : words.real}</dd>
        </dl>
      </Part>
      {appliance && (
        <Suspense fallback={null}>
          <Power />
        </Suspense>
      )}
    </>
  );
}
