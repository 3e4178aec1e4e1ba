/** Earlier rates, who set them and when. */
import { at } from '../../api/calls';
import { useGet } from '../../api/http/query';
import { formatDateTime, formatRateLine } from '../../lib/format';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { words } from './strings';

/** Entries shown. */
const SHOWN = 10;
const HISTORY = at('/api/exchange-rate/history', { limit: SHOWN });

export function History() {
  const past = useGet(HISTORY);
  return (
    <section className="card stack tight" aria-labelledby="history-title">
      <h2 id="history-title">{words.history}</h2>
      <Loaded query={past} errorText={words.historyFailed} skeleton={<Skeleton count={3} height="3.5rem" />}>
        {(rates) =>
          rates.length === 0 ? (
            <Empty text={words.historyEmpty} />
          ) : (
            <ul className="list">
              {rates.map((rate) => (
                <li key={rate.updatedAt}>
                  <span className="grow">
                    <span className="name">{formatRateLine(rate.rate)}</span>
                    <small>
                      {formatDateTime(rate.updatedAt)} · {rate.userName}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
