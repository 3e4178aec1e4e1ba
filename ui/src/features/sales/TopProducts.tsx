/** The ten products with the highest revenue. */
import { memo } from 'react';
import type { SalesAnalytics } from '../../api/types';
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import { Empty } from '../../ui/feedback/States';
import { words } from './strings';

type TopProduct = SalesAnalytics['topProducts'][number];

/** Memoised: opening a dialog does not render it again. */
export const TopProducts = memo(function TopProducts({ products }: { products: readonly TopProduct[] }) {
  const most = fromServer(products[0]?.totalRevenue);
  return (
    <section className="card stack tight" aria-labelledby="top-title">
      <h2 id="top-title">{words.topProducts}</h2>
      {products.length === 0 && <Empty text={words.noData} />}
      <ol className="list">
        {products.map((product, index) => (
          <Row key={product.productId} product={product} rank={index + 1} most={most} />
        ))}
      </ol>
    </section>
  );
});

function Row({ product, rank, most }: { product: TopProduct; rank: number; most: number }) {
  const revenue = fromServer(product.totalRevenue);
  return (
    <li>
      <span className="rank" aria-hidden="true">
        {rank}
      </span>
      <span className="grow">
        <span className="name">{product.productName}</span>
        <span className="meter thin" aria-hidden="true">
          <i style={{ flex: 'none', width: `${most > 0 ? (100 * revenue) / most : 0}%` }} />
        </span>
      </span>
      <span className="money end">
        <span>{formatMoney(revenue, 'USD')}</span>
        <span>{words.sold(product.totalQuantity)}</span>
      </span>
    </li>
  );
}
