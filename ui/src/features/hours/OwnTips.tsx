/** A person's own tips of the last 14 days, and what is due to them. Nothing where none were ever taken. */
import { useBox } from '../../api/box';
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { OWN_DAYS } from '../../parts/hours/hours';
import { daysBefore } from '../../parts/range/range';
import { tipsText } from '../../parts/tips/tipsText';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { tips as words } from './strings';

export default function OwnTips({ today }: { today: string }) {
  const takesTips = Boolean(useBox()?.tips);
  const me = useGet('/api/auth/me').data;
  const report = useGet(at('/api/tips', { from: daysBefore(today, OWN_DAYS - 1), to: today }));
  const own = report.data?.rows.find(({ userId }) => userId === me?.id);
  if (!takesTips && !own) return null;
  return (
    <section className="card stack tight" aria-labelledby="own-tips">
      <Loaded query={report} errorText={words.loadFailed} skeleton={<Skeleton count={1} height="4rem" />}>
        {() => (
          <>
            <div className="split">
              <h2 id="own-tips">{words.title}</h2>
              {own && <b>{words.due(tipsText(own.dueUSD, own.dueLRD))}</b>}
            </div>
            {own ? (
              <ul className="list">
                <li>
                  <span className="grow">{words.earned}</span>
                  <b>{tipsText(own.earnedUSD, own.earnedLRD)}</b>
                </li>
                <li>
                  <span className="grow">{words.paid}</span>
                  <b>{tipsText(own.paidUSD, own.paidLRD)}</b>
                </li>
              </ul>
            ) : (
              <Empty text={words.none} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
