/** Printer warning in the top bar, with a dialog of the printers in trouble and the jobs that stopped. */
import { Printer as PrinterIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { Printer, PrintJob } from '../../../api/types';
import { Badge } from '../../../ui/Badge';
import { Dialog } from '../../../ui/dialog/Dialog';
import { JOBS_URL, PRINTERS } from '../settings';
import { printing as printingWords, trouble as words } from '../strings';
import { JobRow } from './JobRow';
import { toneOf, troubleOf } from './printers';
import { isStuck } from './printJobs';

export default function PrinterTrouble() {
  const printers = useGet(PRINTERS).data ?? [];
  const jobs = useGet(JOBS_URL, { enabled: printers.length > 0 });
  const [open, setOpen] = useState(false);
  const troubled = printers.filter((printer) => troubleOf(printer) !== null);
  const stuck = (jobs.data ?? []).filter(isStuck);
  const any = troubled.length > 0 || stuck.length > 0;
  if (!any && !open) return null;
  const names = troubled.map(({ name }) => name).join(', ');
  return (
    <>
      {any && (
        <div className="menu-anchor">
          <button
            type="button"
            className="quiet icon-only"
            aria-label={words.label(names || words.stuck)}
            onClick={() => setOpen(true)}
          >
            <PrinterIcon />
            <span className="dot" data-status="error" />
          </button>
        </div>
      )}
      {open && (
        <TroubleDialog printers={printers} troubled={troubled} stuck={stuck} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface TroubleDialogProps {
  printers: readonly Printer[];
  troubled: readonly Printer[];
  stuck: readonly PrintJob[];
  onClose: () => void;
}

function TroubleDialog({ printers, troubled, stuck, onClose }: TroubleDialogProps) {
  const isAdmin = useSession().user?.role === 'admin';
  return (
    <Dialog title={words.title} onClose={onClose}>
      {troubled.length === 0 && <p>{stuck.length > 0 ? words.look : words.over}</p>}
      <ul className="list">
        {troubled.map((printer) => (
          <li key={printer.id}>
            <span className="grow">
              <span className="name">{printer.name}</span>
              <small>{printer.queued > 0 ? printingWords.waiting(printer.queued) : words.nothingWaits}</small>
            </span>
            <Badge status={toneOf(printer.status)}>{troubleOf(printer)}</Badge>
          </li>
        ))}
      </ul>
      {stuck.length > 0 && (
        <section className="stack tight">
          <h3>{words.stuck}</h3>
          <ul className="list">
            {stuck.map((job) => (
              <JobRow key={job.id} job={job} printers={printers} />
            ))}
          </ul>
        </section>
      )}
      {troubled.length > 0 && <p>{words.safe}</p>}
      {isAdmin && (
        <Link href="/settings/printing" className="action" onClick={onClose}>
          {words.toSettings}
        </Link>
      )}
    </Dialog>
  );
}
