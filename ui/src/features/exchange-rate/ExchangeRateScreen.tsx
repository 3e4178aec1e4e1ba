/** The exchange rate: the current one, the form for a new one, and the history. */
import { ArrowLeftRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useRate } from '../../api/http/query';
import { DEFAULT_RATE } from '../../api/payment';
import { useSession } from '../../api/session';
import type { ExchangeRate } from '../../api/types';
import { formatDateTime, formatRate, formatRateLine } from '../../lib/format';
import { useTitle } from '../../lib/useTitle';
import { ErrorState, Skeleton } from '../../ui/feedback/States';
import { Converter } from './Converter';
import { History } from './History';
import { RateForm } from './RateForm';
import { checkRate } from './rate';
import { words } from './strings';
import './exchange-rate.css';

/** For bars with head office. */
const Suggested = lazy(() => import('./Suggested').then((module) => ({ default: module.Suggested })));

export default function ExchangeRateScreen() {
  useTitle(words.title);
  const isAdmin = useSession().user?.role === 'admin';
  const query = useRate();
  const current = query.data;
  const draft = useFormDraft('rate', { rate: formatRate(current?.rate ?? DEFAULT_RATE) });
  const entered = draft.values.rate;
  const shown = checkRate(entered) === null ? formatRate(current?.rate ?? DEFAULT_RATE) : entered;
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      {!current && !query.isError ? (
        <Skeleton count={3} height="11rem" />
      ) : (
        <div className="with-side">
          <div className="stack">
            {current ? (
              <Current rate={current} />
            ) : (
              <ErrorState text={words.loadFailed} onRetry={() => void query.refetch()} />
            )}
            {isAdmin && (
              <Suspense fallback={null}>
                <Suggested current={current?.rate} />
              </Suspense>
            )}
            <RateForm current={current?.rate} entered={entered} draft={draft} />
          </div>
          <div className="stack">
            <Converter rate={shown} />
            <History />
          </div>
        </div>
      )}
    </>
  );
}

function Current({ rate }: { rate: ExchangeRate }) {
  return (
    <dl className="card stat">
      <dt>
        <ArrowLeftRight />
        {words.current}
      </dt>
      <dd>{formatRateLine(rate.rate)}</dd>
      <dd>{words.updated(formatDateTime(rate.updatedAt))}</dd>
    </dl>
  );
}
