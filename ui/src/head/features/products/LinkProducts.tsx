/** Proposes which products of a bar are the same as shared ones; a person links them. */
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';
import { SelectField } from '../../../ui/form/SelectField';
import { PRODUCTS } from '../../api/calls';
import { useGet } from '../../api/query';
import type { BarId, ChainProduct, Match } from '../../api/types';
import { reasonOf, useSend } from '../../api/useSend';
import { useBars } from '../../parts/useBars';
import { link as words } from './strings';

export function LinkProducts({ products }: { products: readonly ChainProduct[] }) {
  const [bar, setBar] = useState<BarId>('');
  const bars = useBars().data ?? [];
  const url = bar === '' ? null : `${PRODUCTS}/matches?bar=${encodeURIComponent(bar)}`;
  const matches = useGet<Match[]>(url, { every: false });
  const { send, pending } = useSend([PRODUCTS]);

  async function link({ chainId, productId }: Match) {
    try {
      const path = `${PRODUCTS}/${encodeURIComponent(chainId)}/link`;
      await send({ method: 'POST', path, body: { bar, productId } });
      toast(words.done);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }

  return (
    <section className="card stack" aria-labelledby="link-title">
      <h2 id="link-title">{words.title}</h2>
      <p>{words.lead}</p>
      <SelectField
        label={words.bar}
        value={bar}
        options={[
          { value: '', label: words.choose },
          ...bars.map((one) => ({ value: one.bar, label: one.name })),
        ]}
        onValue={setBar}
      />
      {url && (
        <Loaded
          query={matches}
          errorText={words.loadFailed}
          skeleton={<Skeleton count={2} height="3.5rem" />}
        >
          {(found) =>
            found.length === 0 ? (
              <Empty icon={Link2} text={words.none} />
            ) : (
              <ul className="list">
                {found.map((match) => {
                  const shared = products.find(({ chainId }) => chainId === match.chainId)?.name ?? '';
                  return (
                    <li key={`${match.chainId} ${match.productId}`}>
                      <span className="grow">
                        <span className="name">{words.pair(match.name, shared)}</span>
                        <small>{words.by[match.by]}</small>
                      </span>
                      <button
                        type="button"
                        className="secondary"
                        aria-label={words.actionOf(match.name, shared)}
                        disabled={pending}
                        onClick={() => void link(match)}
                      >
                        {words.action}
                      </button>
                    </li>
                  );
                })}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  );
}
