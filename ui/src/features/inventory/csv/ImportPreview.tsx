/** The preview of an import: what changes in which product, or the errors by line. */
import type { CSSProperties } from 'react';
import { useGet, useRate } from '../../../api/http/query';
import type { IgnoredPrice, ImportChange, ImportError, Imported } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { useIncremental } from '../../../lib/render/useIncremental';
import { Badge } from '../../../ui/Badge';
import { Alert } from '../../../ui/feedback/Alert';
import { csv as words } from '../strings';
import { describe, stockReplaced } from './changes';

/** Three columns even on the narrowest phone. */
const THREE = { '--min': '5.5rem' } as CSSProperties;

export function PreviewFigures({ answer }: { answer: Imported }) {
  const figures: [string, number][] = [
    [words.newProducts, answer.created],
    [words.updated, answer.updated],
    [words.unchanged, answer.unchanged],
  ];
  const ignored = answer.ignoredColumns ?? [];
  return (
    <div className="stack" role="status">
      <div className="tiles stats" style={THREE}>
        {figures.map(([label, value]) => (
          <dl key={label} className="card stat">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </dl>
        ))}
      </div>
      {ignored.length > 0 && <p>{words.ignored(ignored.join(', '))}</p>}
      <IgnoredPrices prices={answer.ignoredPrices ?? []} />
      <Changes changes={answer.changes ?? []} total={answer.created + answer.updated} />
    </div>
  );
}

/** Cells of `price` that say something else than the column of that price. */
function IgnoredPrices({ prices }: { prices: readonly IgnoredPrice[] }) {
  if (prices.length === 0) return null;
  const amount = (text: string, currency: 'USD' | 'LRD') => formatMoney(fromServer(text), currency);
  return (
    <Alert kind="warning">
      {words.ignoredPrices}
      {prices.map(({ line, name, currency, price, used }) => (
        <small key={line}>
          {words.ignoredPrice(line, name, amount(price, currency), amount(used, currency), currency)}
        </small>
      ))}
    </Alert>
  );
}

function Changes({ changes, total }: { changes: readonly ImportChange[]; total: number }) {
  const products = useGet('/api/products');
  const rate = useRate().data?.rate;
  const described = describe(changes, products.data ?? [], rate);
  const { visible, more, sentinel } = useIncremental(described, changes);
  const replaced = stockReplaced(changes);
  if (changes.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="import-changes">
      {replaced > 0 && <Alert kind="warning">{words.stockReplaced(replaced)}</Alert>}
      <h3 id="import-changes">{words.changes}</h3>
      <ul className="list" aria-labelledby="import-changes">
        {visible.map(({ productId, name, texts, question }, at) => (
          <li key={at}>
            <span className="grow">
              <b>{name}</b>
              {texts.map((text) => (
                <small key={text}>{text}</small>
              ))}
              {question && <Badge status="warning">{question}</Badge>}
            </span>
            {productId === null && <Badge>{words.newProduct}</Badge>}
          </li>
        ))}
      </ul>
      {more ? <div ref={sentinel} /> : total > changes.length && <p>{words.more(total - changes.length)}</p>}
    </section>
  );
}

export function MistakeList({ mistakes }: { mistakes: readonly ImportError[] }) {
  if (mistakes.length === 0) return null;
  return (
    <section className="stack">
      <h3>{words.mistakes}</h3>
      <ul className="list" aria-label={words.mistakes}>
        {mistakes.map((mistake, at) => (
          <li key={at}>
            <div className="grow">
              <b>{words.line(mistake.line, mistake.column)}</b>
              <small>{mistake.message}</small>
            </div>
          </li>
        ))}
      </ul>
      <p>{words.nothingStored}</p>
    </section>
  );
}
