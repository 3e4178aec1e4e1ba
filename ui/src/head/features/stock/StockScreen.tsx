/** What is low or out in all bars. */
import { Package } from 'lucide-react';
import { Skeleton } from '../../../ui/feedback/States';
import { ChainList } from '../../parts/ChainList';
import { StockRow } from '../../parts/StockRow';
import { words } from './strings';

export default function StockScreen() {
  return (
    <ChainList
      report="stock"
      words={words}
      kinds={['out', 'low']}
      kindOf={({ state }) => state}
      icon={Package}
      skeleton={<Skeleton count={6} height="3.5rem" />}
      row={(line, _at, barName) => (
        <StockRow key={`${line.bar} ${line.productName}`} line={line} barName={barName} />
      )}
    />
  );
}
