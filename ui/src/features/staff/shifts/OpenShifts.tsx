/** The shifts that are open: their X on the screen and on paper, and closing one that nobody will count. */
import { FileText, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import type { Shift } from '../../../api/types';
import { deviceDate, formatDate } from '../../../lib/format';
import { ActionButton } from '../../../ui/ActionButton';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { addressOf, OPEN_SHIFTS, printX } from './calls';
import { both } from './figures';
import { words } from './strings';

const CloseUncounted = lazy(() => import('./CloseUncounted'));

/** `tillId`: only of this till; '' for all. */
export function OpenShifts({ tillId }: { tillId: string }) {
  const shifts = useGet(OPEN_SHIFTS);
  const [closing, setClosing] = useState<Shift | null>(null);
  return (
    <Loaded query={shifts} errorText={words.loadFailed} skeleton={<Skeleton count={1} height="8rem" />}>
      {(all) => {
        const shown = all.filter((shift) => !tillId || String(shift.tillId) === tillId);
        return (
          <>
            {shown.length > 0 && (
              <section className="card stack tight" aria-labelledby="shifts-open">
                <h2 id="shifts-open">{words.open}</h2>
                <ul className="list">
                  {shown.map((shift) => (
                    <Row key={shift.id} shift={shift} onClose={() => setClosing(shift)} />
                  ))}
                </ul>
              </section>
            )}
            {closing && (
              <Suspense>
                <CloseUncounted shift={closing} onClose={() => setClosing(null)} />
              </Suspense>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Row({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { id, tillName, openedAt, responsibleName, expectedUSD, expectedLRD, countingBy, confirmed } = shift;
  const print = useWrite(printX, { refreshes: ['/api/print-jobs', '/api/printers'] });
  const nameId = `shift-${id}`;
  const isToday = formatDate(openedAt) === formatDate(deviceDate());

  async function printIt() {
    try {
      if (await print.run(id)) toast(words.printed, tillName);
    } catch (error) {
      toastError(words.printFailed, reasonOf(error));
    }
  }

  return (
    <li className="open-shift">
      <div>
        <span id={nameId} className="name">
          {tillName}
        </span>
        <small>
          {isToday
            ? words.openSince(openedAt, responsibleName)
            : words.openSinceDay(openedAt, responsibleName)}
        </small>
        {expectedUSD !== null && expectedLRD !== null && (
          <small>{words.shouldBe(both(expectedUSD, expectedLRD))}</small>
        )}
        {countingBy && <small>{words.counting(countingBy)}</small>}
        {!confirmed && <small>{words.notConfirmed(responsibleName)}</small>}
      </div>
      <div className="row report-actions">
        <Link href={addressOf({ shiftId: id })} className="action small" aria-describedby={nameId}>
          <FileText />
          {words.showX}
        </Link>
        <ActionButton
          type="button"
          className="secondary small"
          aria-describedby={nameId}
          pending={print.pending}
          waiting={print.waiting}
          onClick={() => void printIt()}
        >
          {!print.pending && <Printer />}
          {words.printX}
        </ActionButton>
        <button type="button" className="secondary small" aria-describedby={nameId} onClick={onClose}>
          {words.closeUncounted}
        </button>
      </div>
    </li>
  );
}
