/** The open orders and tabs of all bars. */
import { NotebookText } from 'lucide-react';
import { Skeleton } from '../../../ui/feedback/States';
import { ChainList } from '../../parts/ChainList';
import { OpenRow } from '../../parts/OpenRow';
import { words } from './strings';

export default function OpenScreen() {
  return (
    <ChainList
      report="open"
      words={words}
      kinds={['tab', 'order']}
      kindOf={({ kind }) => kind}
      icon={NotebookText}
      skeleton={<Skeleton count={5} height="4rem" />}
      row={(line, at, barName) => <OpenRow key={at} line={line} barName={barName} />}
    />
  );
}
