/** After a night without a printer: one question about all papers that wait for it. */
import { Printer as PrinterIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { post, type WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { useGet } from '../../api/http/query';
import { useSession } from '../../api/session';
import type { PapersKept } from '../../api/types';
import { useUntouched } from '../../lib/render/useUntouched';
import { WaitingNote } from '../../ui/ActionButton';
import { toast, toastError } from '../../ui/feedback/toast';
import { OverMain } from '../../ui/OverMain';
import { papers as words } from './paperStrings';

const PRINTERS = '/api/printers';
/** Higher than other banners: it scrolls away with the page, and its buttons wrap. */
const IN_FLOW: CSSProperties = { position: 'static', flexWrap: 'wrap' };
const ANSWERS: readonly PapersKept[] = ['all', 'tonight', 'none'];

interface Answer {
  keep: PapersKept;
  printerId: number;
}

const answer = (body: Answer, options: WriteOptions) => post('/api/print-jobs/waiting', body, options);

export default function PapersWait() {
  const { user } = useSession();
  const { data } = useGet(PRINTERS, { enabled: user !== null && !user.mustChangePassword });
  const asked = data?.find(({ waiting }) => waiting);
  // The question moves the page: not under a thumb.
  const printer = useUntouched(asked ?? null);
  const write = useWrite(answer, { refreshes: [PRINTERS, '/api/print-jobs'] });
  if (printer === null) return null;

  async function say(keep: PapersKept, printerId: number) {
    try {
      const said = await write.run({ keep, printerId });
      if (said) toast(words.answered(said.printing, said.cancelled));
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }

  return (
    <OverMain>
      <section className="banner" style={IN_FLOW} aria-label={words.title} data-status="warning">
        <PrinterIcon />
        <b role="status">{words.back(printer.name, printer.waiting ?? 0)}</b>
        <span className="row">
          {ANSWERS.map((keep) => (
            <button
              key={keep}
              type="button"
              className="secondary"
              disabled={write.pending}
              onClick={() => void say(keep, printer.id)}
            >
              {words.keep[keep]}
            </button>
          ))}
        </span>
        <WaitingNote waiting={write.waiting} />
      </section>
    </OverMain>
  );
}
