/** A product that is low or out. */
import { formatCount } from '../../lib/format';
import { Badge } from '../../ui/Badge';
import type { StockLine } from '../api/types';
import { stock as words } from './rowStrings';

interface StockRowProps {
  line: StockLine;
  /** Left out on the page of the bar. */
  barName?: string;
}

export function StockRow({ line: { productName, level, portions, par, state }, barName }: StockRowProps) {
  const facts = [barName, portions !== null && words.portions(portions), par !== null && words.par(par)];
  return (
    <li>
      <span className="grow">
        <span className="name">{productName}</span>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {level !== null && <b>{formatCount(level)}</b>}
      <Badge status={state}>{state === 'out' ? words.out : words.low}</Badge>
    </li>
  );
}
