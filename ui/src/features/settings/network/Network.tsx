/** Network settings: where phones find the server; on a machine whose network the box drives, that network. */
import { lazy, Suspense } from 'react';
import { boxStore } from '../../../api/box';
import { isAppliance, useAppliance } from '../../../parts/machine/appliance';
import { Skeleton } from '../../../ui/feedback/States';
import type { Settings } from '../settings';

const loadCodes = () => import('./AddressesAndCodes');
const AddressesAndCodes = lazy(loadCodes);
const loadMachine = () => import('../machine/network/MachineNetwork');
const MachineNetwork = lazy(loadMachine);

export const loadContent = () => (isAppliance(boxStore.get()) ? loadMachine() : loadCodes());

export default function Network({ settings }: { settings: Settings }) {
  const appliance = useAppliance();
  const codes = <AddressesAndCodes settings={settings} />;
  return (
    <Suspense fallback={<Skeleton count={2} height="12rem" />}>
      {appliance ? <MachineNetwork settings={settings} codes={codes} /> : codes}
    </Suspense>
  );
}
