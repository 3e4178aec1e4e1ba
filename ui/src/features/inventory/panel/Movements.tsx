/** The stock movements of a product, newest first. */

import { useState } from 'react';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { Movement, Product } from '../../../api/types';
import { formatDateTime, formatStatus } from '../../../lib/format';
import { changeText, levelText } from '../../../parts/stock/amount';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { movements as words } from '../strings';

const FIRST = 5;
const MOST = 50;

export function Movements({ product }: { product: Product }) {
  const [all, setAll] = useState(false);
  // Fetches one more than is shown, to know whether to offer the rest.
  const limit = all ? MOST : FIRST + 1;
  const query = useGet(at('/api/products/{id}/movements', { id: product.id, limit }));
  return (
    <section className="stack">
      <h3>{words.title}</h3>
      <Loaded query={query} skeleton={<Skeleton count={2} height="2.5rem" />} errorText={words.failed}>
        {(list) => {
          const shown = all ? list : list.slice(0, FIRST);
          if (list.length === 0) return <p>{words.empty}</p>;
          return (
            <>
              <ul className="list">
                {shown.map((movement) => (
                  <Row key={movement.id} product={product} movement={movement} />
                ))}
              </ul>
              {shown.length < list.length && (
                <button type="button" className="quiet" onClick={() => setAll(true)}>
                  {words.all}
                </button>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Row({ product, movement }: { product: Product; movement: Movement }) {
  const reason = formatStatus(movement.reason);
  // Some references begin with the kind: "Order #288".
  const what = [reason, movement.reference?.replace(`${reason} `, '')].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="grow">
        <span className="name">{what}</span>
        <small>
          {movement.soldAs && <>{words.soldAs(movement.soldAs.productName)} · </>}
          {formatDateTime(movement.at)} · {movement.userName}
        </small>
      </div>
      <span className="money end">
        <span>{changeText(movement.delta, product.unit)}</span>
        <span>{words.left(levelText(product, movement.stockAfter))}</span>
      </span>
    </li>
  );
}
