/** What is known of a product: category, currency, how it is packed, mixed and poured, and its value in stock. */
import { CATEGORY_LABEL } from '../../../api/categories';
import { useGet } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { formatCount, formatMoney, formatRateLine, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { amountText, levelText } from '../../../parts/stock/amount';
import { CurrencyBadge } from '../../../ui/money/CurrencyBadge';
import { PRODUCTS } from '../calls';
import { ingredientText } from '../rules/ingredients';
import { hasDrifted, onlyCurrency } from '../rules/pricing';
import { watched } from '../rules/stock';
import { hints, panel as words } from '../strings';

export function Facts({ product, rate }: { product: Product; rate: number | undefined }) {
  const only = onlyCurrency(product);
  const portions = watched(product);
  const value = (price: string) => fromServer(price) * (portions ?? 0);
  return (
    <>
      <dl className="facts">
        <dt>{words.category}</dt>
        <dd>{CATEGORY_LABEL[product.category]}</dd>
        <dt>{words.currency}</dt>
        <dd>
          <CurrencyBadge currency={product.currency} />
          {only && <> {hints.only[only]}</>}
        </dd>
        <StockFacts product={product} />
        {portions !== null && (
          <>
            <dt>{words.valueInStock}</dt>
            <dd>
              {formatMoney(value(product.effectivePriceUSD), 'USD')} ·{' '}
              {formatTotal(value(product.effectivePriceLRD), 'LRD')}
            </dd>
          </>
        )}
      </dl>
      {product.forSale ? product.isAvailable === 0 && <p>{hints.hidden}</p> : <p>{hints.ingredient}</p>}
      {product.exchangeRate !== null && rate !== undefined && hasDrifted(product.exchangeRate, rate) && (
        <p className="alert" data-status="warning">
          {hints.driftedInFull(formatRateLine(product.exchangeRate), formatRateLine(rate))}
        </p>
      )}
    </>
  );
}

/** Nothing for what is sold by the piece, and in no packs. */
function StockFacts({ product }: { product: Product }) {
  const { unit, serving, portions, packs, par, recipe } = product;
  const poured = unit !== 'piece' && serving !== null;
  return (
    <>
      {recipe && (
        <>
          <dt>{words.recipe}</dt>
          <dd>
            <Recipe recipe={recipe} />
          </dd>
        </>
      )}
      {poured && <Fact name={words.serving} value={amountText(serving, unit)} />}
      {poured && portions !== null && <Fact name={words.portions} value={formatCount(portions)} />}
      {packs.length > 0 && (
        <Fact
          name={words.packs}
          value={packs.map(({ name, size }) => words.packOf(name, amountText(size, unit))).join(', ')}
        />
      )}
      {par !== null && <Fact name={words.par} value={levelText(product, par)} />}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** One line for each ingredient, for who mixes it. */
function Recipe({ recipe }: { recipe: NonNullable<Product['recipe']> }) {
  const products = useGet(PRODUCTS).data ?? [];
  return (
    <>
      {recipe.map((ingredient) => (
        <div key={ingredient.productId}>
          {ingredientText(ingredient, products.find(({ id }) => id === ingredient.productId)?.unit)}
        </div>
      ))}
    </>
  );
}
