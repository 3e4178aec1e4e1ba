/** The stock movements of a product, newest first. */

import { useState } from 'react';
import { at } from '../../../api/calls';
import { useGet } from '../../../api/http/query';
import type { Movement } from '../../../api/types';
import { formatDateTime, formatStatus } from '../../../lib/format';
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { stepLabel } from '../rules/stock';
import { movements as words } from '../strings';

const FIRST = 5;
const MOST = 50;

export function Movements({ productId }: { productId: number }) {
  const [all, setAll] = useState(false);
  // Fetches one more than is shown, to know whether to offer the rest.
  const limit = all ? MOST : FIRST + 1;
  const query = useGet(at('/api/products/{id}/movements', { id: productId, limit }));
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
                  <Row key={movement.id} movement={movement} />
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

function Row({ movement }: { movement: Movement }) {
  const reason = formatStatus(movement.reason);
  // Some references begin with the kind: "Order #288".
  const what = [reason, movement.reference?.replace(`${reason} `, '')].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="grow">
        <span className="name">{what}</span>
        <small>
          {formatDateTime(movement.at)} · {movement.userName}
        </small>
      </div>
      <span className="money end">
        <span>{stepLabel(movement.delta).replace('-', '−')}</span>
        <span>{words.left(movement.stockAfter)}</span>
      </span>
    </li>
  );
}
