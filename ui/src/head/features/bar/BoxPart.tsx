/** For owners: the box of a bar, its name, what can be done with it, and its histories. */
import { Loaded, Skeleton } from '../../../ui/feedback/States';
import { barUrl } from '../../api/calls';
import { useGet } from '../../api/query';
import type { Bar } from '../../api/types';
import { BoxCard } from './BoxCard';
import { Lines } from './Lines';
import { box as words } from './strings';

export default function BoxPart({ bar }: { bar: string }) {
  const query = useGet<Bar>(barUrl(bar));
  return (
    <Loaded query={query} errorText={words.loadFailed} skeleton={<Skeleton count={1} height="16rem" />}>
      {(data) => (
        <div className="halves no-print">
          <BoxCard bar={data} />
          <Lines bar={data} />
        </div>
      )}
    </Loaded>
  );
}
