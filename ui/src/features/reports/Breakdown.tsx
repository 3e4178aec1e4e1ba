/** The sales of the period by category and day. */
import { CATEGORY_LABEL } from '../../api/categories';
import type { SalesReport } from '../../api/types';
import { formatDate } from '../../lib/format';
import { fromServer } from '../../lib/money/money';
import type { DateRange } from '../../parts/range/range';
import { Empty } from '../../ui/feedback/States';
import { MeterList } from './MeterList';
import { FoldedPart } from './Part';
import { words } from './strings';

interface BreakdownProps {
  report: SalesReport;
  range: DateRange | null;
}

export function Categories({ report: { categories }, range }: BreakdownProps) {
  return (
    <FoldedPart
      title={words.categories}
      value={categories[0] && words.share(nameOf(categories[0].category), shareOf(categories))}
      parts={[['categories', '']]}
      range={range}
    >
      {categories.length === 0 && <Empty text={words.noCategories} />}
      <MeterList
        rows={categories.map(({ category, totalRevenue, totalQuantity }) => ({
          key: category,
          name: nameOf(category),
          revenue: totalRevenue,
          note: category === 'service_charge' ? '' : words.units(totalQuantity),
        }))}
      />
    </FoldedPart>
  );
}

const nameOf = (category: SalesReport['categories'][number]['category']) =>
  category === 'service_charge' ? words.serviceCharge : (CATEGORY_LABEL[category] ?? category);

/** The share of the first of all, 0 to 1. */
function shareOf(categories: SalesReport['categories']): number {
  const [first = 0, ...others] = categories.map(({ totalRevenue }) => fromServer(totalRevenue));
  return first / Math.max(1, first + others.reduce((sum, cents) => sum + cents, 0));
}

/** Newest first, as far as there is more than one. */
export function Days({ report: { days }, range }: BreakdownProps) {
  if (days.length < 2) return null;
  return (
    <FoldedPart title={words.days} value={words.dayCount(days.length)} parts={[['days', '']]} range={range}>
      <MeterList
        rows={[...days].reverse().map(({ date, totalRevenue, totalSales }) => ({
          key: date,
          name: formatDate(date),
          revenue: totalRevenue,
          note: words.sales(totalSales),
        }))}
      />
    </FoldedPart>
  );
}
