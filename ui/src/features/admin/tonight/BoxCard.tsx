/** How the box is: its network, backup, printers and version. */
import { DatabaseBackup, Info, type LucideIcon, Printer, Wifi } from 'lucide-react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { formatAge } from '../../../lib/age';
import { isSilent } from './needs';
import { box as words } from './strings';

/** For admins: the pages behind it are theirs. */
export function BoxCard() {
  const network = useGet('/api/network').data;
  const backups = useGet('/api/backups').data;
  const printers = useGet('/api/printers').data;
  const box = useBox();
  const silent = printers?.find(isSilent);
  return (
    <section className="card stack tight" aria-labelledby="the-box">
      <h2 id="the-box">{words.title}</h2>
      <div className="health">
        {network && (
          <Part href="/settings/network" icon={Wifi} status="ok" text={network.name ?? words.network}>
            {network.addresses[0]?.address ?? words.noName}
          </Part>
        )}
        {backups && (
          <Part
            href="/settings/backups"
            icon={DatabaseBackup}
            status={backups.overdue ? 'error' : backups.ageSeconds === null ? undefined : 'ok'}
            text={backups.ageSeconds === null ? words.noBackup : words.backedUp}
          >
            {backups.ageSeconds === null ? words.never : formatAge(backups.ageSeconds)}
          </Part>
        )}
        {printers && (
          <Part
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
          </Part>
        )}
        {box && (
          <Part href="/settings/about" icon={Info} text={words.version(box.version)}>
            {box.demo ? words.demo : words.running}
          </Part>
        )}
      </div>
    </section>
  );
}

interface PartProps {
  href: string;
  icon: LucideIcon;
  status?: string | undefined;
  text: string;
  children: string;
}

function Part({ href, icon: Icon, status, text, children }: PartProps) {
  return (
    <Link href={href} data-status={status}>
      <Icon />
      {text}
      <small>{children}</small>
    </Link>
  );
}
