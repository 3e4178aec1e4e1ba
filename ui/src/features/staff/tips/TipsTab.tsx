/** Tips: what each person earned, was paid and is due; the pool and how it is shared; payouts. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { useGet } from '../../../api/http/query';
import { useSession } from '../../../api/session';
import type { TipsRow } from '../../../api/types';
import { fromServer } from '../../../lib/money/money';
import type { DateRange } from '../../../parts/range/range';
import { tipsText } from '../../../parts/tips/tipsText';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { DatedTab } from '../DatedTab';
import { ReportActions } from '../ReportActions';
import { tips as words } from '../strings';
import { csvUrl, fileNameOf, printTips, tipsUrl } from './calls';
import { PayOutDialog } from './PayOutDialog';
import { SharePool } from './SharePool';

export default function TipsTab() {
  return (
    <DatedTab before={<TipsAreOff />}>{(range, today) => <TipsOf range={range} today={today} />}</DatedTab>
  );
}

/** Where no tips are taken, the tab says where that is switched on. */
function TipsAreOff() {
  const box = useBox();
  const isAdmin = useSession().user?.role === 'admin';
  if (box === null || box.tips) return null;
  return (
    <p>
      {words.off} {isAdmin ? <Link href="/settings/people">{words.switchOn}</Link> : words.askAdmin}
    </p>
  );
}

function TipsOf({ range, today }: { range: DateRange; today: string }) {
  const report = useGet(tipsUrl(range), { placeholderData: keepPreviousData });
  const [paying, setPaying] = useState<TipsRow | null>(null);
  return (
    <>
      <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={2} height="4rem" />}>
        {({ mode, rows, poolUSD, poolLRD }) => (
          <>
            {(mode === 'pool' || fromServer(poolUSD) !== 0 || fromServer(poolLRD) !== 0) && (
              <SharePool amount={tipsText(poolUSD, poolLRD)} today={today} />
            )}
            <section className="card stack tight" aria-labelledby="tips-people">
              <div className="split">
                <h2 id="tips-people">{words.people}</h2>
                {rows.length > 0 && (
                  <ReportActions
                    print={(_, options) => printTips(range, options)}
                    csv={csvUrl(range)}
                    fileName={fileNameOf(range)}
                  />
                )}
              </div>
              {rows.length === 0 ? <Empty text={words.none} /> : <Rows rows={rows} onPay={setPaying} />}
            </section>
          </>
        )}
      </Loaded>
      {paying && <PayOutDialog row={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

function Rows({ rows, onPay }: { rows: TipsRow[]; onPay: (row: TipsRow) => void }) {
  return (
    <ul className="list">
      {rows.map((row) => {
        const isDue = fromServer(row.dueUSD) > 0 || fromServer(row.dueLRD) > 0;
        return (
          <li key={row.userId} className="tips-row">
            <b>{row.userName}</b>
            <dl>
              <dt>{words.earned}</dt>
              <dd>{tipsText(row.earnedUSD, row.earnedLRD)}</dd>
              <dt>{words.paid}</dt>
              <dd>{tipsText(row.paidUSD, row.paidLRD)}</dd>
              <dt>{words.due}</dt>
              <dd>
                <b>{tipsText(row.dueUSD, row.dueLRD)}</b>
              </dd>
            </dl>
            {isDue && (
              <button
                type="button"
                className="secondary small"
                aria-label={words.payOutTo(row.userName)}
                onClick={() => onPay(row)}
              >
                {words.payOut}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
