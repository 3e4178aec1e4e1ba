/** Add Items dialog: adds products to a customer's tab; sold-out ones cannot be added. */
import { type FormEvent, useMemo, useState } from 'react';
import { useFormDraft } from '../../api/forms/useFormDraft';
import { useGet } from '../../api/http/query';
import type { Tab } from '../../api/types';
import { useStaged } from '../../lib/render/useStaged';
import { createSearchIndex } from '../../lib/search';
import { ActionButton } from '../../ui/ActionButton';
import { Sheet } from '../../ui/dialog/Dialog';
import { Alert } from '../../ui/feedback/Alert';
import { Empty, Loaded } from '../../ui/feedback/States';
import { KeptInput } from '../../ui/form/KeptInput';
import { SearchField } from '../../ui/form/SearchField';
import { Money } from '../../ui/money/Money';
import { PRODUCTS } from './calls';
import { PickRow } from './PickRow';
import { changed, countOf, type PickList, type Picks, readPicks, totalOf } from './picks';
import { adding as words } from './strings';
import { useAddItems } from './useAddItems';

const NOTHING: { picked: PickList } = { picked: [] };

export function AddItemsDialog({ tab, onClose }: { tab: Tab; onClose: () => void }) {
  const products = useGet(PRODUCTS);
  const draft = useFormDraft<{ picked: PickList }>(`tab-items:${tab.customerId}`, NOTHING);
  const { picked } = draft.values;
  const picks: Picks = useMemo(() => new Map(readPicks(picked)), [picked]);
  const setPicks = (next: Picks) => draft.type({ picked: [...next] });
  const leave = () => {
    draft.discard();
    onClose();
  };
  const [query, setQuery] = useState('');
  const { add, pending, waiting, problem } = useAddItems(tab, setPicks, leave);
  const index = useMemo(
    () => createSearchIndex(products.data ?? [], ({ name, brand }) => [name, brand]),
    [products.data],
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (products.data) add(picks, products.data);
  }

  const found = index.find(query);
  const drawn = useStaged(found.length);
  return (
    <Sheet title={words.title} note={tab.customerName} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <KeptInput {...draft} disabled={pending} />
        <SearchField
          label={words.search}
          value={query}
          onValue={setQuery}
          // Enter in the search must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Loaded query={products} errorText={words.productsFailed}>
          {() =>
            found.length === 0 ? (
              <Empty text={words.none} />
            ) : (
              <ul className="list">
                {found.slice(0, drawn).map((product) => (
                  <PickRow
                    key={product.id}
                    product={product}
                    picked={picks.get(product.id) ?? 0}
                    locked={pending}
                    onChange={(by) => setPicks(changed(picks, product, by))}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
        <footer>
          {problem && <Alert reason={problem.reason}>{problem.text}</Alert>}
          <div className="split">
            <span>{words.selected(countOf(picks))}</span>
            <output aria-label={words.total}>
              <Money {...totalOf(picks, products.data ?? [])} total className="inline end" />
            </output>
          </div>
          <ActionButton
            className="large wide"
            pending={pending}
            waiting={waiting}
            pendingLabel={words.pending}
            disabled={!products.data}
          >
            {words.submit}
          </ActionButton>
        </footer>
      </form>
    </Sheet>
  );
}
