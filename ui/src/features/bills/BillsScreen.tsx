/** Bills: what was billed and is not paid, and what became of every other bill. */
import { useQuery } from '@tanstack/react-query';
import { Download, Printer, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { getResponse } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { readPage } from '../../api/http/pages';
import { useGet } from '../../api/http/query';
import { useOlder } from '../../api/http/useOlder';
import { mayManage, useSession } from '../../api/session';
import { download } from '../../lib/download';
import { useTitle } from '../../lib/useTitle';
import { ActionButton } from '../../ui/ActionButton';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { toast, toastError } from '../../ui/feedback/toast';
import { Choices } from '../../ui/form/Choices';
import { OlderRows } from '../../ui/OlderRows';
import { BillDetail } from './BillDetail';
import { BillRow } from './BillRow';
import { billsUrl, csvUrl, printBills, type Shown } from './calls';
import { words } from './strings';
import '../../styles/shared/paper.css';

/** A year of bills takes a small computer a second; longer means that it does not answer. */
const TIMEOUT_MS = 30_000;

export default function BillsScreen() {
  useTitle(words.title);
  const [shown, setShown] = useState<Shown>('unpaid');
  const [open, setOpen] = useState<string | null>(null);
  const manages = mayManage(useSession().user?.role);
  const url = billsUrl(shown);
  const query = useQuery({ queryKey: [url, 'page'], queryFn: ({ signal }) => readPage(url, signal) });
  const older = useOlder(url, query.data);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
        {manages && <Actions shown={shown} />}
      </header>
      <Choices label={words.show} value={shown} onValue={setShown} options={words.shown} />
      <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={4} height="5rem" />}>
        {({ rows }) =>
          rows.length === 0 && !older.more ? (
            <Empty icon={ScrollText} text={words.none} />
          ) : (
            <section className="card stack tight" aria-label={words.title}>
              <ul className="list bills">
                {[...rows, ...older.rows].map((bill) => (
                  <BillRow key={bill.number} bill={bill} onOpen={() => setOpen(bill.number)} />
                ))}
              </ul>
              <OlderRows {...older} words={words.older} />
            </section>
          )
        }
      </Loaded>
      {open && <BillDetail number={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** For managers: the unpaid bills on the bar's printer, and the list as a file. */
function Actions({ shown }: { shown: Shown }) {
  const hasPrinter = Boolean(useGet('/api/printers').data?.length);
  const write = useWrite(printBills, { refreshes: ['/api/print-jobs', '/api/printers'] });
  async function print() {
    try {
      if (await write.run(shown)) toast(words.printed);
    } catch (error) {
      toastError(words.printFailed, reasonOf(error));
    }
  }
  async function save() {
    try {
      const response = await getResponse(csvUrl(shown), AbortSignal.timeout(TIMEOUT_MS));
      download(await response.blob(), words.file);
    } catch (error) {
      toastError(words.csvFailed, reasonOf(error));
    }
  }
  return (
    <div className="row bills-actions">
      {hasPrinter && (
        <ActionButton
          type="button"
          className="secondary small"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void print()}
        >
          {!write.pending && <Printer />}
          {words.print}
        </ActionButton>
      )}
      <button type="button" className="secondary small" onClick={() => void save()}>
        <Download />
        {words.csv}
      </button>
    </div>
  );
}
