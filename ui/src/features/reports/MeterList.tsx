/** Revenue of several things, each with a bar that shows its share of the highest. */
import { formatMoney } from '../../lib/format';
import { fromServer } from '../../lib/money/money';

export interface MeterRow {
  key: string | number;
  name: string;
  /** In US dollars, as the server sends it. */
  revenue: string;
  note: string;
  /** A sum of several things: it has no bar, because it is not one of those that are compared. */
  isSum?: boolean;
}

export function MeterList({ rows }: { rows: readonly MeterRow[] }) {
  const most = Math.max(0, ...rows.filter(({ isSum }) => !isSum).map(({ revenue }) => fromServer(revenue)));
  return (
    <ul className="list">
      {rows.map(({ key, name, revenue, note, isSum }) => (
        <li key={key}>
          <span className="grow">
            <span className="name">{name}</span>
            {!isSum && (
              <span className="meter thin" aria-hidden="true">
                <i
                  style={{
                    flex: 'none',
                    width: `${most > 0 ? Math.max(0, (100 * fromServer(revenue)) / most) : 0}%`,
                  }}
                />
              </span>
            )}
          </span>
          <span className="money end">
            <span>{formatMoney(fromServer(revenue), 'USD')}</span>
            <span>{note}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
