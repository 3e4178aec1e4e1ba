/** The sales of the period by category, hour and day. */
import { CATEGORY_LABEL } from '../../api/categories';
import type { SalesReport } from '../../api/types';
import { formatDate } from '../../lib/format';
import type { DateRange } from '../../parts/range/range';
import { Empty } from '../../ui/feedback/States';
import { MeterList } from './MeterList';
import { Part } from './Part';
import { words } from './strings';

interface BreakdownProps {
  report: SalesReport;
  range: DateRange | null;
}

export function Hours({ report: { hours }, range }: BreakdownProps) {
  return (
    <Part title={words.hours} parts={[['hours', '']]} range={range}>
      {hours.length === 0 && <Empty text={words.noSales} />}
      <MeterList
        rows={hours.map(({ hour, totalRevenue, totalSales }) => ({
          key: hour,
          name: words.hour(hour),
          revenue: totalRevenue,
          note: words.sales(totalSales),
        }))}
      />
    </Part>
  );
}

export function Categories({ report: { categories }, range }: BreakdownProps) {
  return (
    <Part title={words.categories} parts={[['categories', '']]} range={range}>
      {categories.length === 0 && <Empty text={words.noCategories} />}
      <MeterList
        rows={categories.map(({ category, totalRevenue, totalQuantity }) => ({
          key: category,
          name: category === 'service_charge' ? words.serviceCharge : (CATEGORY_LABEL[category] ?? category),
          revenue: totalRevenue,
          note: category === 'service_charge' ? '' : words.units(totalQuantity),
        }))}
      />
    </Part>
  );
}

/** Newest first, as far as there is more than one. */
export function Days({ report: { days }, range }: BreakdownProps) {
  if (days.length < 2) return null;
  return (
    <Part title={words.days} parts={[['days', '']]} range={range}>
      <MeterList
        rows={[...days].reverse().map(({ date, totalRevenue, totalSales }) => ({
          key: date,
          name: formatDate(date),
          revenue: totalRevenue,
          note: words.sales(totalSales),
        }))}
      />
    </Part>
  );
}
