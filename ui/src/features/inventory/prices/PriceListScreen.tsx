/** /prices: both prices and the availability of all products in one table, saved together. */
import { Percent } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useBox } from '../../../api/box';
import { CATEGORIES } from '../../../api/categories';
import { useGet, useRate } from '../../../api/http/query';
import type { Category, Product } from '../../../api/types';
import { createSearchIndex } from '../../../lib/search';
import { useTitle } from '../../../lib/useTitle';
import { ActionButton } from '../../../ui/ActionButton';
import { useQuestion } from '../../../ui/dialog/useQuestion';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty, Loaded, Skeleton } from '../../../ui/feedback/States';
import { SearchField } from '../../../ui/form/SearchField';
import { PRODUCTS } from '../calls';
import { ComingTax } from './ComingTax';
import { PriceTable } from './PriceTable';
import { countChanges } from './priceList';
import { RaiseDialog } from './RaiseDialog';
import { raise, words } from './strings';
import { usePriceList } from './usePriceList';
import './prices.css';

const NONE: readonly Product[] = [];

export default function PriceListScreen() {
  useTitle(words.title);
  const query = useGet(PRODUCTS);
  const products = query.data ?? NONE;
  const hasTax = Boolean(useBox()?.tax);
  const rate = useRate().data?.rate;
  const { ask, dialog } = useQuestion();
  const list = usePriceList(products, rate, ask);
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category | ''>('');
  const [raising, setRaising] = useState(false);
  const index = useMemo(() => createSearchIndex(products, ({ name, brand }) => [name, brand]), [products]);
  const shown = useMemo(
    () => index.find(search).filter((product) => category === '' || product.category === category),
    [index, search, category],
  );
  const changes = countChanges(products, list.typed);
  const wrong = products.filter(({ id }) => list.errors[id]).map(({ name }) => name);

  return (
    <>
      <form ref={list.form} className="stack" noValidate onSubmit={list.onSubmit}>
        <header className="page-head">
          <h1>{words.title}</h1>
          <Link href="/inventory" className="action small">
            {words.back}
          </Link>
          {changes > 0 && (
            <ActionButton
              className="docked"
              pending={list.save.pending}
              waiting={list.save.waiting}
              pendingLabel={words.saving}
            >
              {words.save(changes)}
            </ActionButton>
          )}
        </header>
        <div className="price-tools">
          <SearchField label={words.search} value={search} onValue={setSearch} />
          <select
            aria-label={words.category}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value as Category | '')}
          >
            <option value="">{words.allCategories}</option>
            {CATEGORIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button type="button" className="secondary" onClick={() => setRaising(true)}>
            <Percent />
            <span>{raise.open}</span>
          </button>
          {changes > 0 && (
            <button type="button" className="secondary" onClick={list.onDiscard}>
              {words.discard}
            </button>
          )}
        </div>
        {hasTax && <ComingTax />}
        {wrong.length > 0 && <Alert>{words.wrong(wrong.join(', '))}</Alert>}
        <Loaded query={query} skeleton={<Skeleton count={8} height="3.5rem" />} errorText={words.loadFailed}>
          {() =>
            shown.length === 0 ? (
              <Empty text={words.empty} />
            ) : (
              <PriceTable
                products={shown}
                resetKey={`${category} ${search}`}
                typed={list.typed}
                errors={list.errors}
                rate={rate}
                onType={list.onType}
              />
            )
          }
        </Loaded>
      </form>
      {raising && (
        <RaiseDialog
          products={shown}
          onRaise={(percent) => list.onRaise(shown, percent)}
          onClose={() => setRaising(false)}
        />
      )}
      {dialog}
    </>
  );
}
