/** How the box is: its network, backup, printers and version. */
import { DatabaseBackup, Info, Printer, Wifi } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { formatAge } from '../../../lib/age';
import { useAppliance } from '../../../parts/machine/appliance';
import { HealthPart } from './HealthPart';
import { isSilent } from './needs';
import { box as words } from './strings';

const loadMachine = () => import('./MachineParts');
const NetworkPart = lazy(() => loadMachine().then((parts) => ({ default: parts.NetworkPart })));
const SoftwarePart = lazy(() => loadMachine().then((parts) => ({ default: parts.SoftwarePart })));

/** For admins: the pages behind it are theirs. */
export function BoxCard() {
  const network = useGet('/api/network').data;
  const backups = useGet('/api/backups').data;
  const printers = useGet('/api/printers').data;
  const box = useBox();
  const appliance = useAppliance();
  const silent = printers?.find(isSilent);
  return (
    <section className="card stack tight" aria-labelledby="the-box">
      <h2 id="the-box">{words.title}</h2>
      <div className="health">
        {appliance && (
          <Suspense fallback={null}>
            <NetworkPart address={network?.name ?? network?.addresses[0]?.address ?? words.noName} />
          </Suspense>
        )}
        {network && !appliance && (
          <HealthPart href="/settings/network" icon={Wifi} status="ok" text={network.name ?? words.network}>
            {network.addresses[0]?.address ?? words.noName}
          </HealthPart>
        )}
        {backups && (
          <HealthPart
            href="/settings/backups"
            icon={DatabaseBackup}
            status={backups.overdue ? 'error' : backups.ageSeconds === null ? undefined : 'ok'}
            text={backups.ageSeconds === null ? words.noBackup : words.backedUp}
          >
            {backups.ageSeconds === null ? words.never : formatAge(backups.ageSeconds)}
          </HealthPart>
        )}
        {printers && (
          <HealthPart
            href="/settings/printing"
            icon={Printer}
            status={silent ? 'error' : printers.length > 0 ? 'ok' : undefined}
            text={
              printers.length === 0
                ? words.noPrinter
                : words.printers(printers.filter((one) => !isSilent(one)).length, printers.length)
            }
          >
            {silent ? words.silent(silent.name) : printers.length > 0 ? words.ready : words.never}
          </HealthPart>
        )}
        {appliance && (
          <Suspense fallback={null}>
            <SoftwarePart />
          </Suspense>
        )}
        {box && !appliance && (
          <HealthPart href="/settings/about" icon={Info} text={words.version(box.version)}>
            {box.demo ? words.demo : words.running}
          </HealthPart>
        )}
      </div>
    </section>
  );
}
