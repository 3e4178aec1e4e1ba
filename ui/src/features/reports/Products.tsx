/** Sales by product: the best ones, the sum of the others, and all of them on request. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import type { DateRange } from '../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { MeterList } from './MeterList';
import { FoldedPart } from './Part';
import { productsUrl } from './range';
import { words } from './strings';

/** Products shown before 'Show all'. */
const BEST = 8;

export function Products({ range }: { range: DateRange | null }) {
  const [all, setAll] = useState(false);
  const report = useGet(productsUrl(range, all ? null : BEST), {
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  const best = report.data?.products[0];
  return (
    <FoldedPart
      title={words.products}
      value={best && words.leads(best.productName)}
      parts={[['products', '']]}
      range={range}
    >
      <Loaded query={report} errorText={words.productsFailed} skeleton={<Skeleton count={4} />}>
        {({ products, others }) => (
          <>
            {products.length === 0 && <Empty text={words.noSales} />}
            <MeterList
              rows={[
                ...products.map(({ productId, productName, totalRevenue, totalQuantity }) => ({
                  key: productId,
                  name: productName,
                  revenue: totalRevenue,
                  note: words.units(totalQuantity),
                })),
                ...(others.count > 0
                  ? [
                      {
                        key: 'others',
                        name: words.otherProducts(others.count),
                        revenue: others.totalRevenue,
                        note: words.units(others.totalQuantity),
                        isSum: true,
                      },
                    ]
                  : []),
              ]}
            />
            {(all || others.count > 0) && (
              <button type="button" className="secondary" onClick={() => setAll(!all)}>
                {all ? words.showFewer : words.showAll(products.length + others.count)}
              </button>
            )}
          </>
        )}
      </Loaded>
    </FoldedPart>
  );
}
