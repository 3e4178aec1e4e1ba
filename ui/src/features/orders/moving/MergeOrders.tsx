/** Merge Orders: other open orders come into this one, with their payments. */
import { type FormEvent, useState } from 'react';
import { useGet } from '../../../api/http/query';
import type { Order } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { Money } from '../../../ui/money/Money';
import { ORDERS } from '../calls';
import { titleOf } from '../naming';
import { remainingOf } from '../payment/bill';
import { cacheMoved, mergeOrders } from './calls';
import { otherOrders } from './parts';
import { words as common, merge as words } from './strings';
import { useMove } from './useMove';

export default function MergeOrders({ order, onClose }: { order: Order; onClose: () => void }) {
  const query = useGet(ORDERS);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [asked, setAsked] = useState(false);
  const move = useMove((from: number[], options) => mergeOrders(order.id, from, options));
  const others = otherOrders(order, query.data ?? []);
  const from = others.map(({ id }) => id).filter((id) => chosen.includes(id));

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const merged = await move.run(from.length > 0 ? from : undefined);
    if (!merged) return;
    cacheMoved([merged]);
    onClose();
    toast(words.done, titleOf(merged));
  }

  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      <Loaded
        query={query}
        errorText={words.loadFailed}
        skeleton={<Skeleton count={2} height="var(--touch-lg)" />}
      >
        {() =>
          others.length === 0 && !move.unanswered ? (
            <Empty text={words.none} />
          ) : (
            <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
              {move.changed && <Alert>{common.changed}</Alert>}
              <fieldset>
                <legend className="sr-only">{words.from}</legend>
                <ul className="list">
                  {others.map((other) => (
                    <li key={other.id}>
                      <label className="grow row switch">
                        <input
                          type="checkbox"
                          checked={chosen.includes(other.id)}
                          onChange={() =>
                            setChosen(
                              chosen.includes(other.id)
                                ? chosen.filter((id) => id !== other.id)
                                : [...chosen, other.id],
                            )
                          }
                        />
                        <span className="grow name">
                          {titleOf(other)} · #{other.id}
                        </span>
                      </label>
                      <Money {...remainingOf(other)} leads={other.currency} total className="end" />
                    </li>
                  ))}
                </ul>
              </fieldset>
              {asked && from.length === 0 && !move.unanswered && (
                <Alert kind="warning">{words.missing}</Alert>
              )}
              <footer>
                <ActionButton
                  className="large wide"
                  pending={move.pending}
                  waiting={move.waiting}
                  pendingLabel={words.merging}
                >
                  {words.into}
                </ActionButton>
              </footer>
            </form>
          )
        }
      </Loaded>
    </Sheet>
  );
}
